import Holdfast
import HoldfastModel

/// An engine of this process that only takes commands, for what needs the store for itself.
enum OwnEngine {
    /// Opens it, lends it to `body`, and closes it whatever comes.
    static func lend<Value: Sendable>(
        _ invocation: Invocation, rebuilding: Bool = false,
        _ body: @Sendable (OfflineEngine) async throws(HoldfastError) -> Value
    ) async throws(ToolFailure) -> Value {
        let path = try Acting.place(invocation, makesStore: false)
        do throws(HoldfastError) {
            var options = EngineOptions.forCommands(invocation.console)
            options.rebuildsTables = rebuilding
            let engine = try await OfflineEngine.open(at: path, options: options)
            let value: Value
            do throws(HoldfastError) {
                value = try await body(engine)
            } catch {
                try? await engine.close()
                throw error
            }
            try await engine.close()
            return value
        } catch {
            throw ToolFailure(error, at: path)
        }
    }
}
