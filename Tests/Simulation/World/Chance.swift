import HoldfastTestSupport

/// Draws of one seed. Each part of a world has one of its own, so that a change in one part leaves the others' draws alone.
package struct Chance: Sendable {
    private var generator: SeededGenerator

    package init(seed: UInt64, part: UInt64) {
        // Mixed, since the streams of seeds that differ by one step of the generator are one stream.
        var seeds = SeededGenerator(seed: seed)
        var parts = SeededGenerator(seed: seeds.next() ^ part)
        generator = SeededGenerator(seed: parts.next())
    }

    package mutating func number() -> UInt64 { generator.next() }
    package mutating func int(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &generator) }
    package mutating func index(below count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
    package mutating func happens(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &generator) < share }
    package mutating func pick<Value>(_ values: [Value]) -> Value { values[index(below: values.count)] }

    /// Seconds, as microseconds. Short times are as likely as long ones of another order.
    package mutating func time(_ seconds: ClosedRange<Double>) -> Int64 {
        var (low, high) = (seconds.lowerBound, seconds.upperBound)
        while high > 4 * low, happens(0.5) { if happens(0.5) { high /= 4 } else { low *= 4 } }
        return Int64(Double.random(in: min(low, high)...max(low, high), using: &generator) * 1_000_000)
    }

    package mutating func weighted<Value>(_ values: [Value], _ weight: (Value) -> Int) -> Value {
        var rest = index(below: values.reduce(0) { $0 + weight($1) })
        for value in values {
            rest -= weight(value)
            if rest < 0 { return value }
        }
        return values[0]
    }
}
