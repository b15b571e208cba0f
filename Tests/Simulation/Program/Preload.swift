import Glibc
import HoldfastSimulation

/// Starts the program again with what must be there before it begins: the interposer below its system calls, and hashing that is the
/// same every time.
enum Preload {
    static func ensure(_ options: SimulateOptions) {
        mkdir(options.folder, 0o700)
        // Syncs cost time and keep nothing that a process's death would lose.
        let variables = [
            "LD_PRELOAD": library, "SWIFT_DETERMINISTIC_HASHING": "1", "HOLDFAST_WATCHED": options.folder,
            "HOLDFAST_UNSYNCED": "1",
        ]
        if SimulatedDisk.isInterposed, getenv("SWIFT_DETERMINISTIC_HASHING") != nil { return }
        guard getenv("HOLDFAST_WATCHED") == nil else {
            stop(69, "holdfast-simulate: \(library) could not be loaded; build it first: swift build\n")
        }
        for (name, value) in variables { setenv(name, value, 1) }
        let words =
            CommandLine.arguments + (CommandLine.arguments.contains("--folder") ? [] : ["--folder", options.folder])
        var vector: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        execv("/proc/self/exe", &vector)
        stop(71, "holdfast-simulate: it could not be started again: errno \(errno)\n")
    }

    static func stop(_ code: Int32, _ text: String) -> Never {
        let bytes = Array(text.utf8)
        _ = write(2, bytes, bytes.count)
        exit(code)
    }

    private static var library: String {
        var path = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/exe", &path, path.count)
        let bytes = path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
        let program = String(decoding: bytes, as: UTF8.self)
        let folder = program[..<(program.lastIndex(of: "/") ?? program.startIndex)]
        return "\(folder)/libHoldfastInterposer.so"
    }
}
