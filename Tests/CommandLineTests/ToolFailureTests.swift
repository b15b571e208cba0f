import Holdfast
import Testing

@testable import HoldfastCLI

@Suite struct ToolFailureTests {
    @Test(arguments: [
        (HoldfastError.Code.refused, ExitCode.answerIsNo), (.noStore, .notFound), (.notFound, .notFound),
        (.noSuchPosition, .notFound), (.inUse, .inUse), (.newerStore, .needsNewerProgram),
        (.notUnderstood, .needsNewerProgram), (.damaged, .damaged),
        (.diskFull, .inputOutput), (.permission, .noPermission), (.inputOutput, .inputOutput),
        (.outcomeUnknown, .inputOutput), (.closed, .internalError), (.internal, .internalError),
        (HoldfastError.Code(rawValue: "later"), .internalError),
    ])
    func `each error of the library has its exit code`(_ code: HoldfastError.Code, _ exit: ExitCode) {
        let failure = ToolFailure(HoldfastError(code, "it did not work"), at: "/s")
        #expect(failure.code == exit)
        #expect(failure.lines.first == "holdfast: it did not work")
    }

    @Test func `a failure cannot move the cursor`() {
        let failure = ToolFailure(.notFound, "no item \u{1b}[2J\nhere", advice: "one\ntwo")
        #expect(failure.lines == [#"holdfast: no item \x1b[2J\nhere"#, "one", "two"])
    }
}
