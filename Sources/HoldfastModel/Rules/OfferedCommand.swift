/// What an offered action asks of the engine: hand it to `OfflineEngine.perform` as it is.
public struct OfferedCommand: Sendable, Equatable {
    package let command: Command

    package init(_ command: Command) {
        self.command = command
    }
}
