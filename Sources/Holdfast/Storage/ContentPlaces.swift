/// Where the content of a store stands: in its own folder, and on each volume that was ever chosen for it.
struct ContentPlaces: Sendable {
    /// The volume of new content, and of all partial files.
    private(set) var current: ContentVolume
    private var volumes: [UInt64: ContentVolume]
    let storeID: String

    /// - Parameter own: the store's own folder.
    init(own: ContentRoot, storeID: String, _ device: Device, _ parts: PrivateParts) throws {
        let home = ContentVolume(own: own, storeID: storeID)
        self.storeID = storeID
        volumes = [0: home]
        current = home
        for volume in device.volumes where volume.id != 0 {
            let path = try volume.placed.flatMap { try parts.part(at: $0)?.volumePath }
            volumes[volume.id] = ContentVolume(number: volume.id, path: path, storeID: storeID)
        }
        current = self[device.contentVolume.id]
    }

    /// The volume of a file that is told to stand there.
    subscript(number: UInt64) -> ContentVolume {
        volumes[number] ?? ContentVolume(number: number, path: nil, storeID: storeID)
    }

    /// Lowest number first.
    var all: [ContentVolume] { volumes.values.sorted { $0.number < $1.number } }

    /// Those that may go away while the store is there.
    var outside: [ContentVolume] { all.filter { $0.number != 0 } }

    /// Where a published file stands; `nil` where the record of it was erased or cannot be read.
    func file(of installed: Installed, _ parts: PrivateParts) throws -> StoredFile? {
        guard let path = try parts.contentPath(at: installed.published) else { return nil }
        return StoredFile(volume: self[installed.volume], path: path)
    }

    /// A volume that is known already may be found in another folder; which one is in use stays as it is.
    mutating func relocate(_ volume: ContentVolume) {
        guard volumes[volume.number] != nil else { return }
        volumes[volume.number] = volume
        if current.number == volume.number { current = volume }
    }

    mutating func choose(_ volume: ContentVolume) {
        volumes[volume.number] = volume
        current = volume
    }

    /// What a folder that somebody chose for content is. One without a marker becomes a new volume and gets its marker, but never the
    /// place where a known volume belongs: that volume is only away.
    ///
    /// - Throws: `wrongVolume` where another store has its content, or `missing` where there is no such folder and none can be made.
    func volume(at path: String) throws(StorageFailure) -> ContentVolume {
        switch try Mark(at: path) {
        case .of(storeID, let number) where number > 0:
            let volume = self[number]
            return volume.path == path ? volume : ContentVolume(number: number, path: path, storeID: storeID)
        // A copy of the store carries the same marker, and is not the store.
        case .of(storeID, 0) where isHome(path): return self[0]
        case .of, .unreadable:
            if let volume = expected(at: path) { return volume }
            throw StorageFailure(.wrongVolume, "open", "content")
        case .none:
            if let volume = expected(at: path) { return volume }
            let number = (volumes.keys.max() ?? 0) + 1
            _ = try ContentRoot(path: path, storeID: storeID, volume: number, creating: true)
            return ContentVolume(number: number, path: path, storeID: storeID)
        }
    }

    /// The volume that belongs there, whatever is there now.
    private func expected(at path: String) -> ContentVolume? {
        let identity = FolderIdentity(path)
        return outside.last { volume in
            guard let known = volume.path else { return false }
            return known == path || identity != nil && FolderIdentity(known) == identity
        }
    }

    private func isHome(_ path: String) -> Bool {
        volumes[0]?.path.flatMap(FolderIdentity.init).map { $0 == FolderIdentity(path) } ?? false
    }

    private enum Mark {
        case of(store: String, volume: UInt64)
        case unreadable
        case none

        init(at path: String) throws(StorageFailure) {
            do throws(StorageFailure) {
                let folder = try StoreDirectory(path: path, creating: false)
                if let marker = try folder.marker() {
                    self = .of(store: marker.storeID, volume: marker.volume)
                } else {
                    self = try folder.hasMarkerFile() ? .unreadable : .none
                }
            } catch {
                guard error.kind == .missing else { throw error }
                self = .none
            }
        }
    }
}
