import Holdfast
import HoldfastModel

/// `adopt ITEM FILE`
enum AdoptVerb {
    static let description = CommandDescription(
        name: "adopt", group: .run, summary: "Take a file that you have as an item's content",
        discussion: [
            "The file is copied, hashed, held to the size and digest that were promised, and put in its place as if it had been "
                + "downloaded: no network is needed. With --move the original goes once the copy is on record. "
                + "It needs the store for itself, so that 'holdfast run' must not work on it meanwhile.",
            "Where no digest was promised the file is believed, and the digest that it has is kept from then on.",
        ],
        arguments: [
            ArgumentDescription(name: "ITEM", summary: "its id; 'add --no-download' makes one"),
            ArgumentDescription(name: "FILE", summary: "a plain file; links are not followed"),
        ],
        options: [.flag("move", nil, "delete the original afterwards")],
        objects: [OutcomeObject.description],
        examples: [
            .init(
                line: "holdfast adopt harz.pmtiles /media/card/harz.pmtiles",
                purpose: "From a card, instead of 300 MB of mobile data.")
        ],
        run: { invocation async throws(ToolFailure) in
            let (item, file) = (invocation.meaning.operands[0], invocation.meaning.operands[1])
            let moves = invocation.meaning.has("move")
            let done = try await OwnEngine.lend(invocation) { engine throws(HoldfastError) in
                try await engine.importContent(item, from: file, moving: moves)
            }
            var outcome = Outcome(item: item, done: "available offline now")
            outcome.positions = Array(done.receipt.positions)
            outcome.note = done.receipt.note?.rawValue
            Acting.report(outcome, invocation.console)
            guard moves, !done.isOriginalGone else { return .done }
            throw ToolFailure(.answerIsNo, "\(file) is still there: it could not be deleted.")
        })
}
