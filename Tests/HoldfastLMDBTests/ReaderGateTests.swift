import Testing

@testable import HoldfastLMDB

/// The gate that lets the map move only when nobody looks at it.
@Suite struct ReaderGateTests {
    let gate = ReaderGate(path: "log", drainInSeconds: 0)

    @Test func `the map moves when nobody is inside, and stays when somebody does not leave`() throws {
        var moveCount = 0
        #expect(gate.withReadersOut { moveCount += 1 } == .done)
        try gate.enter()
        #expect(gate.withReadersOut { moveCount += 1 } == .readersStayed)
        gate.leave()
        #expect(gate.withReadersOut { moveCount += 1 } == .done)
        #expect(moveCount == 2)
        // It lets readers in again each time.
        try gate.enter()
        gate.leave()
    }

    @Test func `only one moves the map at a time, and none after the close`() {
        var inner: ReaderGate.Outcome?
        #expect(gate.withReadersOut { inner = gate.withReadersOut {} } == .done)
        #expect(inner == .notNow)
        gate.close()
        #expect(gate.withReadersOut {} == .notNow)
    }

    @Test func `a map that is lost lets nobody in, also not those who stepped out for it`() {
        #expect(gate.withReadersOut { gate.markDead() } == .done)
        #expect(throws: StorageError.environmentDead(path: "log")) { try gate.enter() }
        #expect(throws: StorageError.environmentDead(path: "log")) { try gate.enterAgain() }
        gate.leave()
        #expect(gate.withReadersOut {} == .notNow)
        gate.close()
        #expect(throws: StorageError.closed) { try gate.enter() }
    }
}
