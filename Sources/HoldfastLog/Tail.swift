/// The keys of the records that the log's own derived tables do not cover yet, held in memory.
struct Tail: Sendable {
    struct Command: Sendable {
        var id: String
        var positions: Range<UInt64>
    }

    /// A subject that a record of the tail names.
    struct Naming: Sendable {
        var text: String
        var number: UInt64
    }

    private static let none = UInt64.max

    /// First position in the tail.
    private(set) var start: UInt64
    /// One a record: its subject's number, or `none`. A record that names a subject has its own position.
    private(set) var subjects: [UInt64] = []
    /// In log order, as are `commands`.
    private var namings: [Naming] = []
    private var numbers: [ExactText: UInt64] = [:]
    private(set) var commands: [Command] = []
    private var latest: [ExactText: Range<UInt64>] = [:]
    /// Positions that begin a segment of times, ascending.
    private(set) var segments: [UInt64] = []

    init(start: UInt64) {
        self.start = start
    }

    var end: UInt64 { start + UInt64(subjects.count) }

    /// Adds the record at `end`.
    mutating func append(_ keys: borrowing RecordKeys) {
        let position = end
        switch keys.subject {
        case nil: subjects.append(Self.none)
        case .number(let number): subjects.append(number)
        case .first(let text):
            subjects.append(position)
            numbers[ExactText(text)] = position
            namings.append(Naming(text: text, number: position))
        }
        if keys.beginsSegment { segments.append(position) }
        if let command = keys.command {
            let positions = position..<(position &+ UInt64(max(1, command.count)))
            commands.append(Command(id: command.id, positions: positions))
            latest[ExactText(command.id)] = positions
        }
    }

    /// Takes back every record from `position` on.
    mutating func removeAll(from position: UInt64) {
        var kept = Tail(start: start)
        kept.subjects = Array(subjects.prefix(Int(position - start)))
        kept.namings = namings.filter { $0.number < position }
        for naming in kept.namings { kept.numbers[ExactText(naming.text)] = naming.number }
        kept.commands = commands.filter { $0.positions.lowerBound < position }
        kept.segments = segments.filter { $0 < position }
        for command in kept.commands { kept.latest[ExactText(command.id)] = command.positions }
        self = kept
    }

    /// Forgets records before `position`, which tables now cover.
    mutating func drop(before position: UInt64) {
        guard position > start else { return }
        let count = min(Int(position - start), subjects.count)
        subjects.removeFirst(count)
        start = position
        let coveredNamings = namings.prefix { $0.number < position }
        for naming in coveredNamings { numbers[ExactText(naming.text)] = nil }
        namings.removeFirst(coveredNamings.count)
        segments.removeAll { $0 < position }
        let coveredCommands = commands.prefix { $0.positions.lowerBound < position }
        for command in coveredCommands {
            let id = ExactText(command.id)
            if latest[id] == command.positions { latest[id] = nil }
        }
        commands.removeFirst(coveredCommands.count)
    }

    func contains(_ range: Range<UInt64>) -> Bool {
        start <= range.lowerBound && range.upperBound <= end
    }

    func command(_ id: String) -> Range<UInt64>? { latest.isEmpty ? nil : latest[ExactText(id)] }

    /// Number of the subject with this text.
    func number(of text: String) -> UInt64? { numbers.isEmpty ? nil : numbers[ExactText(text)] }

    func isSubject(_ number: UInt64) -> Bool {
        number >= start && number < end && subjects[Int(number - start)] == number
    }

    /// Positions in `range` that belong to `subject`, ascending. A walk over eight bytes a record.
    func positions(of subject: UInt64, in range: Range<UInt64>) -> [UInt64] {
        let wanted = range.clamped(to: start..<end)
        var found: [UInt64] = []
        for index in Int(wanted.lowerBound - start)..<Int(wanted.upperBound - start) where subjects[index] == subject {
            found.append(start + UInt64(index))
        }
        return found
    }

    /// What a flush of `range` adds to the derived tables.
    func derived(_ range: Range<UInt64>) -> DerivedRows {
        let wanted = range.clamped(to: start..<end)
        var rows = DerivedRows(range: wanted)
        rows.names = namings.filter { wanted.contains($0.number) }
        var position = wanted.lowerBound
        while position < wanted.upperBound {
            let chunk = position >> Layout.chunkBits
            let end = min(wanted.upperBound, (chunk + 1) << Layout.chunkBits)
            var postings = ChunkPostings(chunk, capacity: Int(end - position))
            for index in Int(position - start)..<Int(end - start) where subjects[index] != Self.none {
                postings.add(subjects[index], start + UInt64(index))
            }
            rows.postings.append(postings)
            position = end
        }
        rows.commands = commands.filter { wanted.contains($0.positions.lowerBound) }
        rows.segments = segments.filter { wanted.contains($0) }
        return rows
    }
}
