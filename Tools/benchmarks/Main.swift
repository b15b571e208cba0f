import Glibc

/// Without `measure`: runs the subjects beside their peers. See `Tools/bench`, which builds what this needs.
@main
struct Main {
    static func main() async {
        let words = CommandLine.arguments.dropFirst()
        do {
            if words.first == "measure", let name = words.dropFirst().first {
                try await Measure(words.dropFirst(2)).run(name)
            } else {
                exit(try Run(words).perform())
            }
        } catch {
            Counters.complain("\(error)")
            exit(1)
        }
    }
}
