internal import Glibc

/// Draws the salts of private rows. Many are asked of the system at a time, since asking costs more than all else about a salt.
package struct Salts {
    private var drawn: [UInt8] = []
    private let draws: ((Int) -> [UInt8])?

    /// The most that the system gives in one go.
    private static let drawnCount = 256

    /// - Parameter draw: gives so many random bytes; the system does where there is none.
    package init(draw: ((Int) -> [UInt8])? = nil) { draws = draw }

    package mutating func next() -> [UInt8] {
        if drawn.isEmpty { draw() }
        let salt = Array(drawn.suffix(PrivatePart.saltByteCount))
        drawn.removeLast(salt.count)
        return salt
    }

    private mutating func draw() {
        if let draws {
            drawn = draws(Self.drawnCount)
            return
        }
        drawn = Array(repeating: 0, count: Self.drawnCount)
        guard drawn.withUnsafeMutableBytes({ getentropy($0.baseAddress, $0.count) }) != 0 else { return }
        var generator = SystemRandomNumberGenerator()
        for index in drawn.indices { drawn[index] = generator.next() }
    }
}
