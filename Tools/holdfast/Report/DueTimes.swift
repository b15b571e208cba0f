import Holdfast
import HoldfastModel

/// When items show something else although nothing is recorded: a wait, a hold, an undo window or a licence ends.
struct DueTimes {
    private var times: [UInt64: Int64] = [:]
    private var next = Int64.max

    /// How long before its end a licence is told of, unless a view wants it otherwise.
    private static let notice: Int64 = 3 * 86_400_000_000

    mutating func wait(for item: Item, _ now: Int64) {
        var ends = [item.intent?.notBefore, item.catalogue.expiresAt].compactMap { $0 }
        if let end = item.catalogue.expiresAt { ends.append(end.subtractingClamped(Self.notice)) }
        if case .backoff(let notBefore, _, _, _) = item.transfer { ends.append(notBefore) }
        if case .held(_, let until?) = item.transfer { ends.append(until) }
        if case .pending(_, _, let until?) = item.removal { ends.append(until) }
        times[item.number] = ends.filter { $0 > now }.min()
        if let time = times[item.number] { next = min(next, time) }
    }

    /// Items whose time has come, in order of their numbers; they are forgotten.
    mutating func passed(_ time: Int64) -> [UInt64] {
        guard time >= next else { return [] }
        let passed = times.filter { $0.value <= time }.map(\.key).sorted()
        for number in passed { times[number] = nil }
        next = times.values.min() ?? .max
        return passed
    }
}

/// Numbers, each once, in an order that is the same for the same history.
struct NumberBag {
    private(set) var numbers: [UInt64] = []
    private var places: [UInt64: Int] = [:]

    mutating func set(_ number: UInt64, _ isIn: Bool) {
        if isIn {
            guard places[number] == nil else { return }
            places[number] = numbers.count
            numbers.append(number)
        } else if let place = places.removeValue(forKey: number), let last = numbers.popLast(), last != number {
            numbers[place] = last
            places[last] = place
        }
    }
}
