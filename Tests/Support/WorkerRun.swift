import Foundation

/// One piece of work of the program StoreWorker with many cases, in as many processes as it takes: a case that ends its
/// process is a result, and the next process goes on behind it.
package struct WorkerRun: Sendable {
    package struct CaseResult: Sendable {
        package var number: Int
        /// What was done, for the failure message.
        package var text: String
        package var problems: [String] = []
        package var notes: [String] = []
    }

    /// Variables of the interposer, which is loaded into each process.
    package var environment: [String: String] = [:]

    package init(environment: [String: String] = [:]) { self.environment = environment }

    /// The folder of the test program, where everything that is built lies.
    private static let buildFolder: String = {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        let bytes = path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
        return String(decoding: bytes.prefix(upTo: bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0), as: UTF8.self)
    }()

    private func start(_ words: [String]) throws -> ChildProcess {
        var variables = environment
        variables["LD_PRELOAD"] = "\(Self.buildFolder)/libHoldfastInterposer.so"
        // A crash is an answer here; a report of it would only take time.
        variables["SWIFT_BACKTRACE"] = "enable=no"
        let settings = variables.map { "\($0.key)=\($0.value)" }
        return try ChildProcess(["env"] + settings + ["\(Self.buildFolder)/StoreWorker"] + words)
    }

    /// One process that must end well, or by the signal.
    package func run(_ words: [String], endingWith signal: Int32 = 0) async throws {
        let status = try await onThread { try start(words).waitForStatus() }
        guard status == signal else {
            throw ChildFailure(reason: "StoreWorker \(words[0]) ended with status \(status)")
        }
    }

    /// - Parameter words: the work, from the number of the case to begin with.
    package func cases(_ words: @escaping @Sendable (_ first: Int) -> [String]) async throws -> [CaseResult] {
        try await onThread {
            var results: [CaseResult] = []
            while true {
                let child = try start(words(results.count))
                if try take(from: child, &results) { return results }
            }
        }
    }

    /// - Returns: whether the work is done.
    private func take(from child: ChildProcess, _ results: inout [CaseResult]) throws -> Bool {
        var current: CaseResult?
        while true {
            let line = child.readLine()
            let (word, rest) = Self.split(line)
            switch word {
            case "begin":
                let (number, text) = Self.split(rest)
                current = CaseResult(number: Int(number) ?? -1, text: text)
            case "problem": current?.problems.append(rest)
            case "note": current?.notes.append(rest)
            case "end":
                if let current { results.append(current) }
                current = nil
            case "done":
                _ = child.wait()
                return true
            default:
                let status = child.waitForStatus()
                guard var died = current else {
                    throw ChildFailure(reason: "StoreWorker ended between two cases, status \(status): \(line)")
                }
                died.problems.append(Self.text(of: status))
                results.append(died)
                return false
            }
        }
    }

    private static func text(of status: Int32) -> String {
        let signal = status & 0x7f
        return signal == SIGALRM ? "it hangs" : signal != 0 ? "signal \(signal)" : "exit \(status >> 8)"
    }

    private static func split(_ line: String) -> (String, String) {
        guard let space = line.firstIndex(of: " ") else { return (line, "") }
        return (String(line[..<space]), String(line[line.index(after: space)...]))
    }
}
