import Testing

@testable import HoldfastModel

@Suite struct ControlFrameTests {
    private func read(_ pieces: [[UInt8]]) throws -> [[UInt8]] {
        var reader = ControlFrame.Reader()
        var messages: [[UInt8]] = []
        for piece in pieces {
            piece.withUnsafeBytes { reader.take($0) }
            while let message = try reader.next() { messages.append(message) }
        }
        return messages
    }

    @Test func `messages come out as they went in, however the bytes are cut`() throws {
        var random = CodingRandom(seed: 31)
        for _ in 0..<200 {
            let sent = (0..<Int.random(in: 1...5, using: &random)).map { _ in random.bytes(upTo: 300) + [1] }
            let bytes = sent.flatMap { ControlFrame.bytes(of: $0) ?? [] }
            var pieces: [[UInt8]] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...min(rest.count, 40), using: &random)
                pieces.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            #expect(try read(pieces) == sent)
        }
    }

    @Test func `the longest message passes and one byte more does not`() throws {
        let longest = [UInt8](repeating: 7, count: ControlFrame.byteCountMax)
        let bytes = try #require(ControlFrame.bytes(of: longest))
        #expect(try read([bytes]) == [longest])
        #expect(ControlFrame.bytes(of: longest + [7]) == nil)
        #expect(throws: ControlFault.self) { try read([[0x00, 0x10, 0x00, 0x01]]) }
    }

    @Test func `a message without bytes is none`() {
        #expect(ControlFrame.bytes(of: []) == nil)
        #expect(throws: ControlFault.self) { try read([[0, 0, 0, 0]]) }
    }

    @Test func `the greatest length there can be is refused before anything comes`() {
        #expect(throws: ControlFault.self) { try read([[0xff, 0xff, 0xff, 0xff]]) }
    }
}
