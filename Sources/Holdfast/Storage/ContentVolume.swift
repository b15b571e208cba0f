/// A place where content stands: the store's own folder, or one on another volume, which may go away and come back.
///
/// A volume outside is opened anew for every use, and its marker is read each time: no file lands in the empty folder that a mount
/// leaves behind, nothing has to be opened again when it is back, and as long as nothing runs it can be unmounted.
package final class ContentVolume: Sendable {
    /// 0 is the store's own folder.
    package let number: UInt64
    /// `nil` where the record of it was erased: then the volume counts as away until its folder is given again.
    package let path: String?
    private let storeID: String
    /// The store's own folder stays open: without it there would be no log.
    private let own: ContentRoot?

    init(own: ContentRoot, storeID: String) {
        (number, path, self.own, self.storeID) = (0, own.path, own, storeID)
    }

    init(number: UInt64, path: String?, storeID: String) {
        (self.number, self.path, own, self.storeID) = (number, path, nil, storeID)
    }

    /// The root to work in; keep it for one piece of work and no longer.
    ///
    /// - Throws: `volumeMissing` where the volume is not there, or another one stands in its place.
    package func open() throws(StorageFailure) -> ContentRoot {
        if let own { return own }
        guard let path else { throw StorageFailure(.volumeMissing, "open", "content") }
        let marker = StoreMarker(storeID: storeID, volume: number)
        let folder: OpenFile
        do throws(StorageFailure) {
            folder = try ContentRoot.openFolder(path, with: marker, creating: false)
        } catch {
            // What a permission or a full table of open files hides is there all the same.
            guard error.kind == .system, !error.isDeviceLost else {
                throw StorageFailure(.volumeMissing, "open", "content")
            }
            throw error
        }
        return try ContentRoot(folder, path: path, marker)
    }

    /// `nil` where the volume is away.
    func openIfPresent() throws(StorageFailure) -> ContentRoot? {
        do throws(StorageFailure) {
            return try open()
        } catch {
            guard error.kind == .volumeMissing else { throw error }
            return nil
        }
    }

    /// Whether the volume is there. Looks at the disk, which may take long.
    package var isPresent: Bool {
        if let own { return own.isPresent() }
        do throws(StorageFailure) {
            _ = try open()
            return true
        } catch {
            return error.kind != .volumeMissing
        }
    }

    /// Words for people: where it should be.
    var place: String { path ?? "a place whose record was erased" }

    /// For reasons why a file cannot be had.
    var absence: String { "the volume with the content is not connected: \(place). Its files are safe; connect it" }
}
