@testable import HoldfastLog
@testable import HoldfastModel

/// Inputs that get through a decoder, for the fuzzer to start from.
enum FuzzSeeds {
    static func inputs(_ target: FuzzTarget) -> [[UInt8]] {
        switch target {
        case .records: SampleRecord.all
        case .fold: [SampleRecord.life]
        case .rows: rows()
        case .meta: meta()
        case .pages: [SamplePages.image]
        case .netlink: [SampleNetlink.dump]
        case .control: SampleControl.all
        case .heads, .fields, .addresses, .names, .arguments, .values, .expressions:
            texts(target).map { Array($0.utf8) }
        }
    }

    private static func rows() -> [[UInt8]] {
        var state = MemoryState()
        for record in SampleRecord.lifeRecords { state.apply(record) }
        let kinds: [StateTable: UInt8] = [
            .items: 0, .device: 1, .features: 3, .settings: 4, .timeline: 7, .usage: 8, .attempts: 9, .deletions: 10,
        ]
        var inputs: [[UInt8]] = []
        for (table, changes) in zip(StateTable.allCases, state.rows.changes()) {
            for (key, value) in changes {
                if table == .index { inputs.append([5] + key) }
                guard let value, let kind = kinds[table] else { continue }
                inputs.append([table == .device && key == StateTable.totalsKey ? 2 : kind] + value)
            }
        }
        var part = PrivatePart()
        part.sources = ["https://a.example/b"]
        part.title = "T"
        inputs.append([6] + part.row(salt: Array(repeating: 9, count: PrivatePart.saltByteCount)))
        return inputs
    }

    private static func meta() -> [[UInt8]] {
        var stack = TreeStack()
        let sha = SHA256()
        for leaf in 0..<5 as Range<UInt8> {
            stack.append([leaf].withUnsafeBytes { sha.leaf($0) }, sha) { _, _ in }
        }
        let postings = [UInt8](number: 1) + [UInt8](number: 0) + [0, 1, 0, 2]
        return [
            [0] + stack.bytes, [1] + HoldfastLog.TableState().bytes, [2] + CommandRow(first: 1, count: 2).bytes,
            [3] + Schema.current.encode().prefix(200), [4] + postings,
        ]
    }

    private static func texts(_ target: FuzzTarget) -> [String] {
        switch target {
        case .heads:
            [
                "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 5-9/10\r\nETag: \"a\"\r\nContent-Length: 5\r\n\r\n",
                "HTTP/1.1 100 Continue\n\nHTTP/2 200\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT\n"
                    + "Date: Sun, 06 Nov 1994 09:49:37 GMT\nContent-Type: text/html; charset=utf-8\n\n",
                "HTTP/1.0 503 Busy\nRetry-After: 120\nContent-Encoding: gzip, identity\nTransfer-Encoding: chunked\n\n",
                "HTTP/1.1 302 Found\nLocation: https://a.example/b\nETag: W/\"b\"\n\n",
            ]
        case .fields:
            [
                "bytes 0-99/100", "bytes */100", "bytes 0-0/*", "Sun, 06 Nov 1994 08:49:37 GMT",
                "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "120",
            ]
        case .addresses:
            [
                "https://a.example:8443/b/c%20d?e=f#g", "http://user:word@[::1]:80/", "HTTP://127.0.0.1", "../b",
                "http://10.0.0.1/a b", "https://xn--a.local/",
            ]
        case .names:
            [
                "report.pdf", "..\\..\\a:b?.tar.gz", "content/03/3-7-report.pdf", "holdfast store 0123-ab\n",
                "%2e%2e%2fpasswd", "e\u{301}\u{202e}x",
            ]
        case .arguments:
            [
                "log\0-n5\0--since\0-2h\0--json", "add\0https://a.example/b\0--id=c\0--title\0T", "--help",
                "set\0queue.maxConcurrent\02", "remove\0--now\0--\0-x",
            ]
        case .values:
            [
                "\02026-11-30 04:00", "\0-1h30m", "\0@1796011200.5", "\0#12", "\0session:-1", "\0yesterday",
                "\u{1}1.5 GiB", "\u{1}1w2d3h4m5s6ms", "\u{1}0.25", "\u{2}2026-11-30T07:31:36.5+01:00",
                "\u{3}https://u:p@a.example/b%20c?d=e", "\u{3}a\u{1b}[2J→",
            ]
        case .expressions:
            [
                "item(guide).installed && !(queue.count > 3 || env.link == none)",
                "item('odd id').transfer == failed", "used >= 10MB",
                "event.type == transferFailed && event.item == a.pdf",
                "setting(retry.budget of guide) != 8", "time < '2026-11-30 04:00'", "env.settledInMilliseconds > 1m30s",
                "env.interfaces == wifi", "event.failure != none",
            ]
        default: []
        }
    }
}
