import Glibc
import HoldfastLMDB
import Synchronization

/// A folder of its own for one test, removed at the end.
final class Folder: Sendable {
    let path: String

    /// - Parameter isInMemory: for tests that commit often and are not about the disk.
    init(isInMemory: Bool = false) {
        let place = isInMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(place)/holdfast-lmdb-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { preconditionFailure("No temporary folder could be made.") }
        path = String(cString: made)
    }

    deinit {
        Glibc.system("rm -rf '\(path)'")
    }

    var log: String { path + "/log.mdb" }
}

/// An environment with one table, in which keys are numbers and values text.
struct TestStore: Sendable {
    let environment: Environment
    let table: Table

    init(
        _ directory: String, isReadOnly: Bool = false, mapSizeInBytes: Int = StorageLimits.mapSizeInBytes,
        mapSizeMaxInBytes: Int = .max, hooks: GroupHooks = GroupHooks()
    ) throws(StorageError) {
        environment = try Environment.open(
            directory: directory,
            EnvironmentOptions(
                isReadOnly: isReadOnly, mapSizeInBytes: mapSizeInBytes, mapSizeMaxInBytes: mapSizeMaxInBytes))
        table = try environment.openTables([TableName("rows")])[0]
        if !isReadOnly {
            try environment.createTables { _ throws(StorageError) in }
            try environment.startWriter(hooks)
        }
    }

    func put(
        _ number: UInt64, _ value: [UInt8], _ completion: @escaping WriteJob.Completion = { _ in }
    ) throws(StorageError) {
        let table = table
        try environment.submit(
            WriteJob(
                sizeInBytes: value.count,
                body: { transaction throws(StorageError) in
                    try transaction.put(table, Array("\(number)".utf8), value)
                }, completion: completion))
    }

    /// Runs one job and waits for its commit.
    func write(_ body: @escaping WriteJob.Body) throws(StorageError) {
        let done = Monitored<Result<Void, StorageError>>()
        try environment.submit(WriteJob(sizeInBytes: 1, body: body, completion: { done.set($0) }))
        try done.wait().get()
    }

    /// Stores one row and waits for its commit.
    func write(_ number: UInt64, _ value: [UInt8]) throws(StorageError) {
        try write { [table] transaction throws(StorageError) in
            try transaction.put(table, Array("\(number)".utf8), value)
        }
    }

    func remove(_ number: UInt64) throws(StorageError) {
        try write { [table] transaction throws(StorageError) in
            try withBytes(of: Array("\(number)".utf8)) { key throws(StorageError) in
                _ = try transaction.remove(table, key)
            }
        }
    }

    func value(_ key: String) throws(StorageError) -> [UInt8]? {
        try environment.read { transaction throws(StorageError) in
            try transaction.value(table, Array(key.utf8)).map { Array($0) }
        }
    }

    func rowCount() throws(StorageError) -> Int {
        try environment.read { transaction throws(StorageError) in try transaction.rowCount(table) }
    }
}

/// The whole content of a file.
func contents(_ path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    let size = Int(lseek(descriptor, 0, SEEK_END))
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = max(0, pread(descriptor, buffer.baseAddress, size, 0))
    }
}

/// Of a file in /proc, which does not know its size.
func contentsOfSpecialFile(_ path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var found: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = read(descriptor, &part, part.count)
        if count <= 0 { return found }
        found += part.prefix(count)
    }
}

/// Where a symbolic link leads.
func target(of path: String) -> String {
    var target = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &target, 4096)
    return String(decoding: target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

func writeFile(_ path: String, _ bytes: [UInt8]) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    _ = pwrite(descriptor, bytes, bytes.count, 0)
}

func names(in directory: String) -> [String] {
    guard let listing = opendir(directory) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
}

func sizeInBytes(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
}

/// Whether this run takes every suite at its full size.
let isLong = getenv("HOLDFAST_LONG") != nil

/// What this run may do; tests that need more say so and are skipped.
enum Privileges {
    static let isRoot = getuid() == 0

    static let canMount: Bool = {
        let folder = Folder()
        guard isRoot, system("mount -t tmpfs -o size=64k holdfast-test '\(folder.path)' 2>/dev/null") == 0 else {
            return false
        }
        return system("umount '\(folder.path)'") == 0
    }()
}
