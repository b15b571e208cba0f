import Glibc

/// Another program, run to its end: what it printed as lines `name value`, how long it took and the memory it needed.
struct Program {
    struct Outcome {
        var values: [String: Double] = [:]
        var seconds = 0.0
        var peakInBytes = 0.0
        /// Of the program and of those that it waited for.
        var processorSeconds = 0.0
    }

    private let words: [String]
    private let identifier: pid_t
    private let output: Int32
    private let start = Counters.seconds()

    /// - Parameter isHeard: false where its output is large and not for us.
    init(_ words: [String], isHeard: Bool = true) throws {
        self.words = words
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw MeasureFailure.usage("no pipe: errno \(errno)") }
        // A program that is started later must not hold this one's pipe open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if isHeard {
            posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        } else {
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        }
        var vector: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for word in vector { free(word) } }
        var started = pid_t()
        let code = posix_spawnp(&started, words[0], &actions, nil, &vector, environ)
        close(ends[1])
        output = ends[0]
        identifier = started
        guard code == 0 else {
            close(output)
            throw MeasureFailure.usage("\(words[0]) did not start: error \(code)")
        }
    }

    static func run(_ words: [String], isHeard: Bool = true) throws -> Outcome {
        try Program(words, isHeard: isHeard).wait()
    }

    /// For one that goes on until it is told to stop.
    func end() {
        kill(identifier, SIGTERM)
        _ = try? wait()
    }

    func wait() throws -> Outcome {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(output, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { break }
            text += buffer.prefix(count)
        }
        close(output)
        var status: Int32 = 0
        var usage = rusage()
        while wait4(identifier, &status, 0, &usage) < 0 && errno == EINTR {}
        guard status == 0 else {
            throw MeasureFailure.differs("\(words.joined(separator: " ")) failed (status \(status))")
        }
        var outcome = Outcome(seconds: Counters.seconds() - start, peakInBytes: Double(usage.ru_maxrss) * 1024)
        for time in [usage.ru_utime, usage.ru_stime] {
            outcome.processorSeconds += Double(time.tv_sec) + Double(time.tv_usec) / 1e6
        }
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ")
            if parts.count == 2, let value = Double(parts[1]) { outcome.values[String(parts[0])] = value }
        }
        return outcome
    }
}

extension Program.Outcome {
    func value(_ name: String) throws -> Double {
        guard let value = values[name] else { throw MeasureFailure.differs("a program did not say its \(name)") }
        return value
    }

    /// Events a second.
    func rate() throws -> Double { try value("events") / value("seconds") }
}
