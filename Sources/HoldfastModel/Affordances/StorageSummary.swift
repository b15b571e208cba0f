/// The head of the one place where people manage what is offline. Always marked with the pin.
public struct StorageSummary: Sendable, Equatable {
    public var icon = Icon(.offlinePin)
    public var title: String
    /// "12 items · 1.2 GB".
    public var text: String
    /// Free space, the quota, what is unfinished.
    public var detail: String?
    /// Share of the quota, or of what is used and free together, in basis points 0...10000.
    public var usedInBasisPoints: Int?
    public var action: Action?
}

/// The summary of the storage: sums over all items, the free space where new content
/// goes, and the quota if one is set, in bytes.
public func storageSummary(
    totals: Totals, device: Device, quotaBytes: Int64? = nil, phrases: Phrases = Phrases()
) -> StorageSummary {
    let free = device.contentVolume.freeBytes
    let used = max(0, totals.usedBytes)
    var detail: [Part] = []
    if let quotaBytes { detail.append(Part(.storageQuota, .bytes(used), .bytes(quotaBytes))) }
    if totals.partialBytes > 0 { detail.append(Part(.storagePartial, .bytes(totals.partialBytes))) }
    if let free { detail.append(Part(.freeBytes, .bytes(free, .down))) }
    let text =
        switch totals.installed {
        case ...0: Part(.storageNone)
        case 1: Part(.storageOne, .count(1), .bytes(used))
        default: Part(.storageMany, .count(totals.installed), .bytes(used))
        }
    let whole = quotaBytes ?? free.map { used.clampedSum(max(0, $0)) }
    return StorageSummary(
        title: phrases.text(.storageTitle), text: phrases.text(text),
        detail: detail.isEmpty ? nil : detail.map { phrases.text($0) }.joined(separator: phrases.text(.separator)),
        usedInBasisPoints: whole.flatMap { basisPoints(used, of: $0) },
        action: totals.installed > 0 || totals.partialBytes > 0
            ? Action(.manageDownloads, label: phrases.text(.actManageDownloads)) : nil)
}

/// A share in basis points, at most 10000; `nil` of nothing.
func basisPoints(_ part: Int64, of whole: Int64) -> Int? {
    guard whole > 0 else { return nil }
    let product = UInt64(max(0, min(part, whole))).multipliedFullWidth(by: 10_000)
    return Int(UInt64(whole).dividingFullWidth(product).quotient)
}
