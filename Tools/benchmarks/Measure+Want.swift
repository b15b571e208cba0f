import Glibc
import Holdfast

extension Measure {
    /// Wants every line `URL SHA256` of a list: what is left to measure is the run.
    func want() async throws {
        var options = EngineOptions()
        options.mode = .commandsOnly
        let engine = try await OfflineEngine.open(at: try store(), options: options)
        // As the clients that it is compared with are told to.
        for (key, value) in [("queue.maxConcurrent", "8"), ("queue.maxPerHost", "8"), ("storage.keepFreeBytes", "0")] {
            try await engine.set(key, to: value)
        }
        for (number, line) in try lines(of: text("list")).enumerated() {
            let parts = line.split(separator: " ")
            guard parts.count == 2 else { throw MeasureFailure.usage("not URL SHA256: \(line)") }
            var item = Registration(id: "f\(number)", sources: [String(parts[0])])
            item.expectedDigest = Digest("sha256:\(parts[1])")
            try await engine.register(item)
            try await engine.request(item.id)
        }
        try await engine.close()
    }

    private func lines(of file: String) throws -> [Substring] {
        guard let stream = fopen(file, "r") else { throw MeasureFailure.usage("no file \(file)") }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&block, 1, block.count, stream), count > 0 { bytes += block.prefix(count) }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
}
