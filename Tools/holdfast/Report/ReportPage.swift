import Holdfast
import HoldfastPage

/// The whole file: the page's own source around the data. Its policy lets exactly these scripts and styles run, and nothing be fetched.
enum ReportPage {
    static func html(data: [UInt8]) throws(HoldfastError) -> [UInt8] {
        let style = Page.style
        let script = Page.script
        let policy =
            "default-src 'none'; script-src \(try source(script)); style-src \(try source(style)); base-uri 'none'; "
            + "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
        var html: [UInt8] = []
        html.reserveCapacity(data.count + data.count / 8 + script.count + style.count + 8_192)
        for part in Page.parts {
            switch part {
            case .markup(let bytes): html += bytes
            case .policy: html += policy.utf8
            case .style: html += style
            case .script: html += script
            case .data: append(harmless: data, to: &html)
            }
        }
        return html
    }

    private static func source(_ bytes: [UInt8]) throws(HoldfastError) -> String {
        "'sha256-\(TextForm.base64(try DigestAlgorithm.sha256.digest(of: bytes)))'"
    }

    /// JSON in which no tag can begin or end: `<` stands in strings alone, where it may be written as an escape.
    static func append(harmless json: [UInt8], to html: inout [UInt8]) {
        let escape = Array("\\u003c".utf8)
        var start = 0
        for (place, byte) in json.enumerated() where byte == UInt8(ascii: "<") {
            html += json[start..<place]
            html += escape
            start = place + 1
        }
        html += json[start...]
    }
}
