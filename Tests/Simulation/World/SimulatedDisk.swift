import Glibc

/// The disk of a world: the real files of one folder, below calls that fail, fill up, take time or end the process as the world says.
///
/// It needs the interposer, which is loaded before the program.
package final class SimulatedDisk {
    package enum Mood: String, CaseIterable {
        case sound, full, failing, slow

        var weight: Int {
            switch self {
            case .sound: 12
            case .full: 2
            case .failing: 3
            case .slow: 2
            }
        }
    }

    /// Classes of watched calls, in the interposer's numbers.
    private enum Call: Int32 {
        case write, sync, rename, open, size, unlink, map, mkdir, durableWrite

        var changes: Bool { self != .open && self != .map }
        var takesRoom: Bool { self == .write || self == .durableWrite || self == .size || self == .mkdir }
    }

    package static let capacity: Int64 = 10 << 30

    package private(set) var mood = Mood.sound
    /// A process has died: nothing that it still tries reaches the disk.
    package var isDead = false
    /// The process dies at this changing call from now; `nil` for never.
    package var callsUntilDeath: Int?
    package var died: () -> Void = {}
    package var beganToFail: () -> Void = {}
    /// The world itself is at work on the files.
    package var isPassive = false
    private let loop: Loop
    private var chance: Chance
    private let folder: String
    private var isScripted = true
    /// Bytes of the volume that others have.
    private var foreignBytes: Int64 = 1 << 30
    private var knownUse: Int64?
    package private(set) var failedCalls = 0
    /// Bytes of each file, by its number, that a power cut leaves behind.
    private var durableBytes: [UInt64: Int64] = [:]

    package init(_ loop: Loop, seed: UInt64, folder: String) {
        self.loop = loop
        self.folder = folder
        chance = Chance(seed: seed, part: 4)
    }

    // MARK: The script

    package func start() {
        Self.current = self
        Self.function("holdfast_ask", Ask.self)? { call, way in
            guard let disk = SimulatedDisk.current, let way else { return 0 }
            return disk.fate(of: call, &way.pointee)
        }
        Self.function("holdfast_pretend_space", Pretend.self)?({ SimulatedDisk.current?.freeBytes ?? 0 }, Self.capacity)
        Self.function("holdfast_hear_durable", Hear.self)? { node, bytes, isExact in
            SimulatedDisk.current?.heard(node, bytes, isExact: isExact != 0)
        }
        next()
    }

    package func makeGood() {
        isScripted = false
        enter(.sound)
    }

    package func stop() {
        Self.function("holdfast_ask", Ask.self)?(nil)
        Self.function("holdfast_pretend_space", Pretend.self)?(nil, 0)
        Self.function("holdfast_hear_durable", Hear.self)?(nil)
        Self.current = nil
    }

    private func next() {
        guard isScripted else { return }
        enter(chance.weighted(Mood.allCases) { $0.weight })
        let time = mood == .sound ? chance.time(300...7_200) : chance.time(1...1_800)
        loop.at(loop.microseconds + time) { [self] in next() }
    }

    private func enter(_ new: Mood) {
        mood = new
        let left: Int64 = chance.pick([0, 10_000, 200_000, 1 << 20])
        foreignBytes = new == .full ? Self.capacity - use() - left : 1 << 30
        if new == .failing { beganToFail() }
    }

    // MARK: What the calls meet

    /// What the next changing call of the world's script does to it.
    private func fate(of number: Int32, _ way: inout Int32) -> Int32 {
        guard let call = Call(rawValue: number), !isPassive else { return 0 }
        guard !isDead else { return EIO }
        guard call.changes else { return 0 }
        knownUse = nil
        if let left = callsUntilDeath {
            callsUntilDeath = left - 1
            if left <= 0 {
                callsUntilDeath = nil
                isDead = true
                died()
                return EIO
            }
        }
        if mood == .slow { loop.pass(microseconds: chance.time(0.001...2)) }
        if mood == .full, call.takesRoom, freeBytes <= 0 { return failed(ENOSPC) }
        if mood == .failing, chance.happens(call == .unlink ? 0.5 : 0.05) {
            // Done, and said not to be: as bad as it gets.
            way = chance.happens(0.3) ? 1 : 0
            return failed(EIO)
        }
        return 0
    }

    private func failed(_ code: Int32) -> Int32 {
        failedCalls += 1
        return code
    }

    package var freeBytes: Int64 { Self.capacity - foreignBytes - use() }

    private func use() -> Int64 {
        if let knownUse { return knownUse }
        let use = Self.bytes(below: folder, depth: 4)
        knownUse = use
        return use
    }

    /// Bytes of all files but the log's, which does not shrink when content goes.
    private static func bytes(below folder: String, depth: Int) -> Int64 {
        guard depth > 0 else { return 0 }
        var sum: Int64 = 0
        for name in Folder.names(folder) {
            var facts = stat()
            guard !name.hasPrefix("log.mdb"), lstat("\(folder)/\(name)", &facts) == 0 else { continue }
            let isFolder = facts.st_mode & S_IFMT == S_IFDIR
            sum += isFolder ? bytes(below: "\(folder)/\(name)", depth: depth - 1) : Int64(facts.st_size)
        }
        return sum
    }

    // MARK: What a power cut leaves

    private func heard(_ node: UInt64, _ bytes: Int64, isExact: Bool) {
        durableBytes[node] = isExact ? bytes : min(bytes, durableBytes[node] ?? 0)
    }

    /// How many bytes of the file are there, and how many of them a power cut leaves; `nil` where there is no file.
    package func sizes(of path: String) -> (all: Int64, durable: Int64)? {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return nil }
        return (Int64(facts.st_size), min(Int64(facts.st_size), durableBytes[UInt64(facts.st_ino)] ?? 0))
    }

    // MARK: The interposer

    private typealias Ask =
        @convention(c) ((@convention(c) (Int32, UnsafeMutablePointer<Int32>?) -> Int32)?) -> Void
    private typealias Hear = @convention(c) ((@convention(c) (UInt64, Int64, Int32) -> Void)?) -> Void
    private typealias Pretend = @convention(c) ((@convention(c) () -> Int64)?, Int64) -> Void

    // C functions have no context; set and read on the loop's one thread.
    nonisolated(unsafe) private static var current: SimulatedDisk?

    private static func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }

    package static var isInterposed: Bool { dlsym(nil, "holdfast_ask") != nil }
}
