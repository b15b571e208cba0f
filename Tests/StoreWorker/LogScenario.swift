import HoldfastLMDB
import HoldfastLog
import HoldfastTestSupport
import Synchronization

/// The life of a log: groups of records and flushes of a table, whose every byte follows from positions, so that whoever
/// finds the log at any later moment knows what must be in it.
struct LogScenario {
    /// Records of a command, which share one commit.
    static let groupCount: UInt64 = 3
    /// Commands that are on their way together.
    static let commandsARound: UInt64 = 4
    static let recordCount: UInt64 = groupCount * commandsARound * 14
    /// Records after which a row is removed again.
    private static let rowLife: UInt64 = 45
    private static let table = TableDefinition(name: "rows", version: 1)
    private static let totalKey = Array("total".utf8)

    /// What was on its way when a round failed.
    struct Failure: Error {
        var error: LogError
        /// Records that were acknowledged, and the end of those that were on their way.
        var acknowledged: UInt64
        var queuedEnd: UInt64
    }

    static func options(_ access: LogOptions.Access = .readWrite) -> LogOptions {
        LogOptions(access: access, schema: Array("schema".utf8), tables: [table], keys: keys)
    }

    // MARK: Bytes

    /// "s<subject>|<command id>|<payload>"; long payloads take pages of their own.
    private static func bytes(at position: UInt64) -> [UInt8] {
        let first = position - position % groupCount
        let size = position % 50 == 7 ? 5_000 : 20 + position * 37 % 700
        let payload = [UInt8](repeating: UInt8(ascii: "a") + UInt8(position % 26), count: Int(size))
        return Array("\(first)|\(position)|".utf8) + payload
    }

    private struct Malformed: Error {}

    private static func keys(at position: UInt64) -> RecordKeys {
        let first = position - position % groupCount
        return position == first
            ? RecordKeys(
                subject: .first("s\(first)"), command: CommandKey(id: "c\(first)", count: Int(groupCount)),
                recordedAt: 0)
            : RecordKeys(subject: .number(first), recordedAt: 0)
    }

    @Sendable private static func keys(_ bytes: UnsafeRawBufferPointer) throws -> RecordKeys {
        let parts = bytes.split(separator: UInt8(ascii: "|"), maxSplits: 2)
        guard parts.count == 3, let position = UInt64(String(decoding: parts[1], as: UTF8.self)) else {
            throw Malformed()
        }
        return keys(at: position)
    }

    private static func privateRow(at position: UInt64) -> [UInt8]? {
        position % 4 == 1 ? Array("private \(position)".utf8) : nil
    }

    private static func records(from first: UInt64) -> [NewRecord] {
        (first..<(first + groupCount)).map {
            NewRecord(bytes: bytes(at: $0), keys: keys(at: $0), privateRow: privateRow(at: $0))
        }
    }

    /// Rows of the table when it covers so many records.
    private static func rows(covering count: UInt64) -> [[UInt8]: [UInt8]] {
        guard count > 0 else { return [:] }
        var rows = [totalKey: Array("\(count)".utf8)]
        for first in stride(from: 0, to: count, by: Int(groupCount)) where first + rowLife >= count {
            rows[Array("row \(first)".utf8)] = Array(bytes(at: first).prefix(300))
        }
        return rows
    }

    private static func changes(from old: UInt64, to new: UInt64) -> [TableChange] {
        let (before, after) = (rows(covering: old), rows(covering: new))
        return before.keys.filter { after[$0] == nil }.map { TableChange(key: $0, value: nil) }
            + after.map { TableChange(key: $0.key, value: $0.value) }
    }

    // MARK: Life

    /// Lives on from where the log stands; marks what is acknowledged.
    static func run(
        _ log: EventLog, _ answers: Answers, to end: UInt64 = recordCount, _ acknowledge: (String, UInt64) -> Void
    ) async throws {
        var round = 0
        while log.nextPosition < end {
            let first = log.nextPosition
            var submissions: [Submission] = []
            var failure: LogError?
            do throws(LogError) {
                for number in 0..<commandsARound where first + number * groupCount < end {
                    let submission = try log.submit(records(from: log.nextPosition), at: log.nextPosition)
                    answers.expect(submission)
                    submissions.append(submission)
                }
                if round % 3 == 2 {
                    let (covered, count) = (try log.coveredCount, log.nextPosition)
                    let flush = try log.flush(tables: [changes(from: covered, to: count)], covering: count)
                    answers.expect(flush)
                    submissions.append(flush)
                }
            } catch { failure = error }
            var acknowledged = first
            var errors: [LogError] = []
            for submission in submissions {
                do throws(LogError) {
                    try await submission.durable()
                    acknowledged = max(acknowledged, submission.positions.upperBound)
                    if errors.isEmpty { acknowledge("stored", acknowledged) }
                } catch {
                    errors.append(error)
                }
            }
            if let error = errors.first ?? failure {
                let end = first + UInt64(submissions.count) * groupCount
                throw Failure(error: error, acknowledged: acknowledged, queuedEnd: end)
            }
            if round % 3 == 2 { acknowledge("covered", log.nextPosition) }
            round += 1
        }
    }

    /// Counts the answers to each submission: once the log is closed there is one of each.
    final class Answers: Sendable {
        private let counts = Mutex<[Int]>([])

        func expect(_ submission: Submission) {
            let index = counts.withLock { counts in
                counts.append(0)
                return counts.count - 1
            }
            submission.whenDone { _ in self.counts.withLock { $0[index] += 1 } }
        }

        var areOneEach: Bool { counts.withLock { $0.allSatisfy { $0 == 1 } } }
    }

    // MARK: Check

    /// Everything that is wrong with the log; empty when it holds at least what was acknowledged and nothing else than
    /// what was given.
    static func problems(_ log: EventLog, stored: UInt64, covered: UInt64) throws -> [String] {
        let count = try log.storedCount
        var problems: [String] = []
        if count < stored { problems.append("lost acknowledgement: \(count) records, \(stored) acknowledged") }
        if count % groupCount != 0 { problems.append("wrong data: part of a group, \(count) records") }
        if try log.coveredCount < covered { problems.append("lost acknowledgement: \(covered) were covered") }
        problems += try log.verify().problems.map { "wrong data: \($0)" }
        try log.read { snapshot throws(LogError) in
            for position in 0..<snapshot.count {
                let isRight = try snapshot.record(at: position).elementsEqual(bytes(at: position))
                if !isRight { problems.append("wrong data: record \(position)") }
                let row = try snapshot.privateRow(at: position).map { Array($0) }
                if row != privateRow(at: position) { problems.append("wrong data: private row \(position)") }
            }
            var found: [[UInt8]: [UInt8]] = [:]
            try snapshot.scanRows(0) { key, value throws(LogError) in
                found[Array(key)] = Array(value)
                return true
            }
            if found != rows(covering: snapshot.coveredCount) { problems.append("wrong data: rows of the table") }
        }
        return problems
    }

    /// The same for a log in a folder that was left in the middle; then lives on to the end and looks again.
    static func checkAndFinish(_ folder: String, stored: UInt64, covered: UInt64) async -> [String] {
        let answers = Answers()
        do {
            var problems = try await look(folder, stored: stored, covered: covered)
            let log = try EventLog.open(directory: folder, options: options())
            problems += try Self.problems(log, stored: stored, covered: covered)
            do {
                try await run(log, answers) { _, _ in }
                problems += try Self.problems(log, stored: recordCount, covered: 0).map { "at the end: \($0)" }
            } catch {
                problems.append("typed error: living on: \(error)")
            }
            await log.close()
            if !answers.areOneEach { problems.append("a waiter was not told exactly once") }
            return problems
        } catch {
            return ["typed error: \(error)"]
        }
    }

    /// As a reader that comes first.
    private static func look(_ folder: String, stored: UInt64, covered: UInt64) async throws -> [String] {
        let log: EventLog
        do throws(LogError) {
            log = try EventLog.open(directory: folder, options: options(.readOnly))
        } catch {
            switch error {
            // There is no log yet.
            case .storage(.notFound), .storage(.notMadeYet):
                return stored == 0 ? [] : ["lost acknowledgement: \(error)"]
            default: throw error
            }
        }
        let problems = try Self.problems(log, stored: stored, covered: covered)
        await log.close()
        return problems
    }
}
