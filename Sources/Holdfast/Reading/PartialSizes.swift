/// Progress between checkpoints, for other processes: an unfinished file's size tells it.
struct PartialSizes {
    private let directory: StoreDirectory?

    init(directory path: String) {
        directory = try? StoreDirectory(path: path, creating: false)
    }

    func size(of item: Item) -> Int64? {
        guard item.staging != nil || item.transfer.attempt != nil else { return nil }
        return (try? directory?.partialSize(item.number)) ?? item.staging?.durableBytes
    }
}
