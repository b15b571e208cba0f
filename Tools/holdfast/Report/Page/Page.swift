/// The source of the report's page, as the files beside this one hold it.
package enum Page {
    package enum Part: Sendable {
        case markup([UInt8])
        case policy, style, data, script
    }

    /// The page in the order of its bytes: its markup, with comments such as `<!--style-->` where the rest goes.
    package static let parts: [Part] = split(PackageResources.page_html)

    package static let style = PackageResources.page_css

    /// One script in strict mode, its files in the order in which each finds what it needs.
    package static let script: [UInt8] =
        Array("'use strict';\n(() => {\n".utf8)
        + [
            PackageResources.data_js, PackageResources.state_js, PackageResources.format_js, PackageResources.dom_js,
            PackageResources.icons_js, PackageResources.charts_js, PackageResources.overview_js,
            PackageResources.transfers_js, PackageResources.items_js, PackageResources.failures_js,
            PackageResources.moment_js,
            PackageResources.app_js,
        ].joined() + Array("})();\n".utf8)

    private static let places: [(mark: String, part: Part)] = [
        ("<!--policy-->", .policy), ("<!--style-->", .style), ("<!--data-->", .data), ("<!--script-->", .script),
    ]

    private static func split(_ html: [UInt8]) -> [Part] {
        var parts: [Part] = []
        var rest = Substring(decoding: html, as: UTF8.self)
        for (mark, part) in places {
            guard let range = find(mark, in: rest) else { continue }
            parts += [.markup(Array(rest[..<range.lowerBound].utf8)), part]
            rest = rest[range.upperBound...]
        }
        return parts + [.markup(Array(rest.utf8))]
    }

    private static func find(_ mark: String, in text: Substring) -> Range<Substring.Index>? {
        var start = text.startIndex
        while let next = text[start...].firstIndex(of: "<") {
            if text[next...].hasPrefix(mark) { return next..<text.index(next, offsetBy: mark.count) }
            start = text.index(after: next)
        }
        return nil
    }
}
