/// How far a running download is.
public struct DownloadProgress: Sendable, Equatable {
    public var item: String
    /// Bytes in the partial file, those not synced yet included.
    public var receivedBytes: Int64
    /// `nil` while unknown: show bytes then, never a percentage.
    public var totalBytes: Int64?
}

extension OfflineEngine {
    /// Downloads that are running now, by item id. Cheap: meant to be asked several times a second.
    public func progress() -> [DownloadProgress] {
        attempts.values.compactMap { running in
            guard let item = try? sequencer.state.item(running.item) else { return nil }
            return DownloadProgress(
                item: item.id, receivedBytes: Self.received(of: item, running) ?? 0,
                totalBytes: running.progress.totalBytes ?? item.catalogue.size)
        }
        .sorted { $0.item < $1.item }
    }

    /// - Throws: the failure after which nothing is written any more, such as a full disk; close the engine then.
    public func checkIsWorking() throws(HoldfastError) {
        if let brokenBy { throw brokenBy }
    }

    /// Bytes of the unfinished file; while an attempt has written nothing yet, those from before.
    static func received(of item: Item, _ running: RunningAttempt?) -> Int64? {
        let staged = item.staging?.durableBytes
        guard let written = running?.progress.bytesWritten else { return staged }
        return max(written, staged ?? 0)
    }
}
