/// The head of the one place where people manage what is offline. Always marked with the pin.
public struct StorageSummary: Sendable, Equatable {
    public var icon = Icon(.offlinePin)
    /// The label of the place.
    public var title: String
    /// "12 items · 1.2 GB".
    public var text: String
    /// The quota, what is unfinished, and free space.
    public var detail: String?
    /// Share of the quota, or of what is used and free together, in basis points 0...10000.
    public var usedInBasisPoints: Int?
    /// What stands in the way of new content asks for attention.
    public var emphasis: Emphasis
    public var primary: Action?
    public var secondary: [Action]
    /// Title, text and detail with units spelled out.
    public var accessibilityText: String

    public var actions: [Action] { (primary.map { [$0] } ?? []) + secondary }
}

/// The summary of the storage: sums over all items, the free space where new content
/// goes, and the quota if one is set, in bytes.
///
/// - Parameter keepFreeBytes: Space that downloads leave alone.
public func storageSummary(
    totals: Totals, device: Device, quotaBytes: Int64? = nil, keepFreeBytes: Int64 = 0, phrases: Phrases = Phrases()
) -> StorageSummary {
    StorageFacts(
        totals: totals, volume: device.contentVolume, quotaBytes: quotaBytes.map { max(0, $0) },
        keepFreeBytes: keepFreeBytes
    ).summary(phrases)
}

private struct StorageFacts {
    let totals: Totals
    let volume: Device.Volume
    let quotaBytes: Int64?
    let keepFreeBytes: Int64

    var used: Int64 { max(0, totals.usedBytes) }
    var partial: Int64 { max(0, totals.partialBytes) }
    var free: Int64? { volume.freeBytes.map { max(0, $0) } }
    /// Finished and unfinished files count against the quota.
    var beyondQuota: Int64? { quotaBytes.map { used.clampedSum(partial).clampedDifference($0) } }
    var isAtQuota: Bool { beyondQuota.map { $0 >= 0 } ?? false }
    var isFull: Bool { free.map { $0 <= keepFreeBytes } ?? false }
    var hasContent: Bool { totals.installed > 0 || partial > 0 }

    func summary(_ phrases: Phrases) -> StorageSummary {
        let offers = offers
        let actions = offers.map { Action($0.code, label: phrases.text($0.label ?? $0.code.phrase)) }
        let title = phrases.text(.storageTitle)
        return StorageSummary(
            title: title, text: phrases.text(content), detail: detail.isEmpty ? nil : phrases.joined(detail),
            usedInBasisPoints: (quotaBytes ?? free.map(used.clampedSum)).flatMap { basisPoints(used, of: $0) },
            emphasis: volume.isAvailable ? isFull || isAtQuota ? .attention : .quiet : .problem,
            primary: actions.first, secondary: Array(actions.dropFirst()),
            accessibilityText: phrases.sentences([
                title, phrases.spoken(phrases.text(content, .spoken)), phrases.joined(detail, .spoken),
            ]))
    }

    private var content: Part {
        totals.installed > 0
            ? Part(.storageItems, .count(totals.installed), .bytes(used)) : Part(.storageNone)
    }

    private var detail: [Part] {
        var parts: [Part] = volume.isAvailable ? [] : [Part(.storageNotConnected)]
        if let quotaBytes { parts.append(Part(.storageQuota, .bytes(used), .bytes(quotaBytes))) }
        if let beyondQuota, beyondQuota > 0 { parts.append(Part(.storageOver, .bytes(beyondQuota, .up))) }
        if partial > 0 { parts.append(Part(.storagePartial, .bytes(partial))) }
        // What was free on a volume that is gone tells nothing.
        if let free, volume.isAvailable { parts.append(Part(.freeBytes, .bytes(free, .down))) }
        return parts
    }

    private var offers: [Offer] {
        (volume.isAvailable ? [] : [Offer(.chooseStorage)])
            + (hasContent ? [Offer(.manageDownloads)] : [])
            + (isAtQuota ? [Offer(.raiseLimit)] : [])
            + (isFull && volume.isAvailable ? [Offer(.freeSpace)] : [])
    }
}

/// A share in basis points, at most 10000; `nil` of nothing.
func basisPoints(_ part: Int64, of whole: Int64) -> Int? {
    guard whole > 0 else { return nil }
    let product = UInt64(max(0, min(part, whole))).multipliedFullWidth(by: 10_000)
    return Int(UInt64(whole).dividingFullWidth(product).quotient)
}
