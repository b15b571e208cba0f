internal import HoldfastLog

extension OfflineStore {
    /// Calls `body` with each record of these types in the range, in order, until it returns false. Clamped to what the log holds.
    ///
    /// Of the others only the type is read. Memory stays flat, and no transaction is open while `body` runs.
    package func records(
        _ range: Range<UInt64>, of types: Set<EventType>, _ body: (Record) throws -> Bool
    ) throws(HoldfastError) {
        let wanted = Set(types.map { UInt64($0.rawValue) })
        do {
            var failure: (any Error)?
            try log.scan(range) { position, bytes throws(LogError) in
                do {
                    guard wanted.contains(try Record.storedTypeNumber(bytes, at: position)) else { return true }
                    return try body(try Record(stored: bytes, at: position))
                } catch {
                    failure = error
                    return false
                }
            }
            if let failure { throw failure }
        } catch {
            throw HoldfastError(error)
        }
    }

    /// The first record of each subject in the range that is of these types: positions by the subjects' numbers.
    ///
    /// Only the envelopes are read.
    package func firstRecords(
        _ range: Range<UInt64>, of types: Set<EventType>
    ) throws(HoldfastError) -> [UInt64: UInt64] {
        let wanted = Set(types.map { UInt64($0.rawValue) })
        var found: [UInt64: UInt64] = [:]
        do {
            var failure: (any Error)?
            try log.scan(range) { position, bytes throws(LogError) in
                do {
                    guard wanted.contains(try Record.storedTypeNumber(bytes, at: position)) else { return true }
                    let subject = try Record.storedSubject(bytes, at: position)
                    if found[subject] == nil { found[subject] = position }
                } catch {
                    failure = error
                }
                return failure == nil
            }
            if let failure { throw failure }
        } catch {
            throw HoldfastError(error)
        }
        return found
    }

    /// Positions of the records with which times begin anew since the wall clock had been set back, ascending.
    package func clockFalls() throws(HoldfastError) -> [UInt64] {
        do { return try log.lend { try $0.segments() } } catch { throw HoldfastError(error) }
    }
}
