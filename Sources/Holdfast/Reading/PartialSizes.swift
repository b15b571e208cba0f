/// Progress between checkpoints, for other processes: an unfinished file's size tells it.
///
/// Creates nothing, unlike a `ContentRoot`.
struct PartialSizes {
    private let directory: StoreDirectory?

    /// - Parameters:
    ///   - path: of the store.
    ///   - volume: that of its content, with the path of its folder; `nil` for the store's own.
    init(store path: String, volume: (number: UInt64, path: String)?) {
        let store = try? StoreDirectory(path: path, creating: false)
        guard let volume else {
            directory = store
            return
        }
        let folder = try? StoreDirectory(path: volume.path, creating: false)
        let marker = (try? store?.marker()).flatMap { StoreMarker(storeID: $0.storeID, volume: volume.number) }
        directory = marker != nil && (try? folder?.marker()) == marker ? folder : nil
    }

    func size(of item: Item) -> Int64? {
        guard item.staging != nil || item.transfer.attempt != nil else { return nil }
        return (try? directory?.partialSize(item.number)) ?? item.staging?.durableBytes
    }
}
