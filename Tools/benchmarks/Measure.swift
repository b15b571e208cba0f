import Glibc

/// One measurement, made in a process of its own: words `name=value` in, lines `name value` out.
struct Measure {
    private let options: [String: String]

    init(_ words: ArraySlice<String>) throws {
        var options: [String: String] = [:]
        for word in words {
            guard let split = word.firstIndex(of: "=") else { throw MeasureFailure.usage("not name=value: \(word)") }
            options[String(word[..<split])] = String(word[word.index(after: split)...])
        }
        self.options = options
    }

    func text(_ name: String) throws -> String {
        guard let value = options[name] else { throw MeasureFailure.usage("\(name)= is missing") }
        return value
    }

    func number(_ name: String, default standard: Int? = nil) throws -> Int {
        if options[name] == nil, let standard { return standard }
        guard let number = Int(try text(name)) else { throw MeasureFailure.usage("\(name)= takes a number") }
        return number
    }

    /// The same for every program that is compared.
    static let seed: UInt64 = 20_261_130

    func run(_ name: String) async throws {
        switch name {
        case "workload": try writeWorkload()
        case "fill": try fill()
        case "append": try append()
        case "callers": try await appendByCallers()
        case "replay": try replay()
        case "open": try open()
        case "lookup": try lookUp()
        case "verify": try verify()
        case "allocations": try countAllocations()
        case "follow": try await follow()
        case "want": try await want()
        case "drip": try drip()
        default: throw MeasureFailure.usage("there is no measurement \(name)")
        }
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        tell("peak", Double(usage.ru_maxrss) * 1024)
    }

    func tell(_ name: String, _ value: Double) { print(name, value) }

    func store() throws -> String { try text("store") }
}
