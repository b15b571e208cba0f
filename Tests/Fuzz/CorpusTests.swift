import Testing

@Suite struct CorpusTests {
    @Test(arguments: FuzzTarget.allCases)
    func `every kept input is answered as it must be`(target: FuzzTarget) throws {
        let inputs = try FuzzSeeds.inputs(target) + Corpus.inputs(target)
        #expect(inputs.count >= 1)
        for input in inputs {
            do {
                try input.withUnsafeBytes { try target.run($0) }
            } catch {
                Issue.record("\(error) for \(input)")
            }
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func `every kept input cut short is answered as it must be`(target: FuzzTarget) throws {
        for input in try FuzzSeeds.inputs(target) + Corpus.inputs(target) {
            for count in Set((0..<16).map { input.count * $0 / 16 }) {
                do {
                    try Array(input.prefix(count)).withUnsafeBytes { try target.run($0) }
                } catch {
                    Issue.record("\(error) for \(input.prefix(count))")
                }
            }
        }
    }
}
