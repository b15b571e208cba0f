/// The line that an acting verb writes for each command with `--json`.
enum OutcomeObject {
    static let description = ObjectDescription(
        title: "a line for each item or setting acted on",
        keys: [
            ("item", "its id; null where all items or a setting are meant"),
            ("outcome", "done, nothingToDo or refused"),
            ("reason", "why there was nothing to do, or why it was refused; else null"),
            ("message", "the same as a sentence; null when done"),
            ("positions", "of the records written, a list"),
        ])
}
