import Glibc
import HoldfastTestSupport

/// What of a recorded process is surely on the disk, and what may be there after the power went.
///
/// The model is the weakest that Linux file systems keep: a file's bytes and size are sure after a sync of that file, a
/// name in a folder only after a sync of the folder, whatever else was synced. A rename is one step, as journals make it,
/// sure after a sync of either folder. A write through a descriptor with O_DSYNC is sure itself, and with it the pages
/// that it touches; nothing else is.
struct DiskModel {
    struct Node {
        let isFolder: Bool
        var durable = FileImage()
        var pending: [FileImage.Change] = []
        /// Names of a folder that are sure.
        var names: [String: Int] = [:]
    }

    /// A step in folders that no sync has made sure yet.
    struct NameChange {
        var removed: (folder: Int, name: String)?
        var added: (folder: Int, name: String, node: Int)?

        func concerns(_ folder: Int) -> Bool { removed?.folder == folder || added?.folder == folder }

        func sharesName(with other: NameChange) -> Bool {
            let names = [removed.map { ($0.folder, $0.name) }, added.map { ($0.folder, $0.name) }].compactMap { $0 }
            let others = [other.removed.map { ($0.folder, $0.name) }, other.added.map { ($0.folder, $0.name) }]
                .compactMap { $0 }
            return names.contains { name in others.contains { $0 == name } }
        }
    }

    /// Syncs of the file or folder of this name do nothing; for proving that the suite sees what that loses.
    var unsyncedName: String?
    private(set) var nodes: [Node] = []
    private(set) var root = 0
    private(set) var pendingNames: [NameChange] = []
    /// The newest node that bears the number: file systems use a number again after its file is gone.
    private var numbers: [UInt64: Int] = [:]
    /// Names as the process saw them.
    private var seen: [Int: [String: Int]] = [:]

    private mutating func add(_ number: UInt64, isFolder: Bool) -> Int {
        nodes.append(Node(isFolder: isFolder))
        numbers[number] = nodes.count - 1
        return nodes.count - 1
    }

    private func node(_ number: UInt64) throws -> Int {
        guard let found = numbers[number] else { throw ChildFailure(reason: "node \(number) was never made") }
        return found
    }

    mutating func apply(_ operation: Recording.Operation) throws {
        switch operation {
        case .root(let number): if numbers[number] == nil { root = add(number, isFolder: true) }
        case .write(let number, let offset, let bytes, let isDurable):
            let file = try node(number)
            let change = FileImage.Change.write(offset: offset, bytes)
            if !isDurable { return nodes[file].pending.append(change) }
            makeSure(file) { $0.overlapsPages(of: offset..<(offset + bytes.count)) }
            nodes[file].durable.apply(change)
        case .size(let number, let size, let isExact):
            nodes[try node(number)].pending.append(.size(size, isExact: isExact))
        case .sync(let number): sync(try node(number))
        case .made(let number, let folder, let name, let isFolder):
            change(added: (try node(folder), name, add(number, isFolder: isFolder)))
        case .link(let number, let folder, let name): change(added: (try node(folder), name, try node(number)))
        case .rename(let folder, let name, let newFolder, let newName):
            let (old, new) = (try node(folder), try node(newFolder))
            guard let moved = seen[old]?[name] else { throw ChildFailure(reason: "\(name) was never made") }
            change(removed: (old, name), added: (new, newName, moved))
        case .unlink(let folder, let name): change(removed: (try node(folder), name))
        case .mark: break
        }
    }

    private mutating func change(
        removed: (folder: Int, name: String)? = nil, added: (folder: Int, name: String, node: Int)? = nil
    ) {
        if let removed { seen[removed.folder]?[removed.name] = nil }
        if let added { seen[added.folder, default: [:]][added.name] = added.node }
        pendingNames.append(NameChange(removed: removed, added: added))
    }

    private mutating func sync(_ node: Int) {
        if let unsyncedName, seen.values.contains(where: { $0[unsyncedName] == node }) { return }
        if nodes[node].isFolder {
            makeNamesSure(in: node)
        } else {
            makeSure(node) { _ in true }
        }
    }

    /// With a step the earlier ones on the same names are sure, in whatever folder.
    private mutating func makeNamesSure(in folder: Int) {
        var isSure = pendingNames.map { $0.concerns(folder) }
        for index in pendingNames.indices.reversed() where isSure[index] {
            for earlier in 0..<index where pendingNames[earlier].sharesName(with: pendingNames[index]) {
                isSure[earlier] = true
            }
        }
        for (change, isSure) in zip(pendingNames, isSure) where isSure { apply(change) }
        pendingNames = zip(pendingNames, isSure).filter { !$0.1 }.map(\.0)
    }

    private mutating func makeSure(_ file: Int, _ isSure: (FileImage.Change) -> Bool) {
        for change in nodes[file].pending where isSure(change) { nodes[file].durable.apply(change) }
        nodes[file].pending.removeAll(where: isSure)
    }

    private mutating func apply(_ change: NameChange) {
        if let removed = change.removed { nodes[removed.folder].names[removed.name] = nil }
        if let added = change.added { nodes[added.folder].names[added.name] = added.node }
    }

    // MARK: After the cut

    /// What becomes of the steps that no sync had made sure.
    enum Variant: String, CaseIterable {
        case dropped, kept
        /// Names are kept and bytes are not: a journal of names only.
        case namesOnly
        /// Each step is kept or not. Steps on different bytes have no order, and of two on the same bytes a disk never
        /// has the older one when it has the newer: so the kept ones are taken in their order.
        case subset
        /// As `subset`, but of each write any of its 512-byte sectors.
        case torn
    }

    /// The disk as it may be found.
    func cut(_ variant: Variant, _ random: inout SeededGenerator) -> DiskModel {
        var disk = self
        for change in pendingNames where variant.keepsName(&random) { disk.apply(change) }
        for index in nodes.indices {
            for change in nodes[index].pending {
                switch variant {
                case .dropped, .namesOnly: break
                case .kept: disk.nodes[index].durable.apply(change)
                case .subset: if Bool.random(using: &random) { disk.nodes[index].durable.apply(change) }
                case .torn: disk.nodes[index].durable.applyTorn(change, &random)
                }
            }
        }
        return disk
    }

    /// Puts the sure part into a folder. What LMDB shared through its lock file may be there or not: in `garbled` images it
    /// holds anything.
    func write(to path: String, garbled random: inout SeededGenerator, _ isGarbled: Bool) throws {
        try write(root, to: path, &random, isGarbled)
    }

    private func write(_ folder: Int, to path: String, _ random: inout SeededGenerator, _ isGarbled: Bool) throws {
        guard mkdir(path, 0o700) == 0 else { throw ChildFailure(reason: "mkdir \(path): errno \(errno)") }
        for (name, node) in nodes[folder].names.sorted(by: { $0.key < $1.key }) {
            if nodes[node].isFolder {
                try write(node, to: "\(path)/\(name)", &random, isGarbled)
                continue
            }
            var image = nodes[node].durable
            if isGarbled, name == "log.mdb-lock" { image.fill(with: &random) }
            let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw ChildFailure(reason: "open \(name): errno \(errno)") }
            defer { close(file) }
            guard Glibc.write(file, image.bytes, image.bytes.count) == image.bytes.count,
                ftruncate(file, off_t(image.size)) == 0
            else { throw ChildFailure(reason: "write \(name): errno \(errno)") }
        }
    }
}

extension DiskModel.Variant {
    fileprivate func keepsName(_ random: inout SeededGenerator) -> Bool {
        switch self {
        case .dropped: false
        case .kept, .namesOnly: true
        case .subset, .torn: Bool.random(using: &random)
        }
    }
}
