/// A published file and the volume that it stands on.
struct StoredFile: Sendable {
    let volume: ContentVolume
    let path: ContentPath

    func delete() throws(StorageFailure) -> DeletedFile { try volume.open().delete(path) }
}
