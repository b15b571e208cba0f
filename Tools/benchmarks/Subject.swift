/// Something that is measured, under the name by which it is asked for.
struct Subject: Sendable {
    let name: String
    let says: String
    /// Left out of a quick run unless it is asked for by name.
    var isLong = false
    let run: @Sendable (Bench) throws -> Void

    static var all: [Subject] { appending + reading + downloading + tool + large }
}
