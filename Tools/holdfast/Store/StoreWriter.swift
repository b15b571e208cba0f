import Holdfast
import HoldfastModel

/// Takes a person's commands for a store: an engine of our own or, where another process has the store, the engine in that process.
///
/// Which of the two it is makes no difference to what a verb says.
final class StoreWriter {
    private enum Taker {
        case own(OfflineEngine)
        case running(RunningEngine, OfflineStore)
    }

    /// What a command came to.
    struct Receipt {
        var positions: Range<UInt64>
        /// Why there was nothing to do.
        var note: String?
    }

    private let path: String
    private let options: EngineOptions
    private var taker: Taker?

    private static let pause = Duration.milliseconds(20)
    /// Each time another process must have let go of the store in mid-command.
    private static let tryCountMax = 8

    /// - Throws: `inUse` where a process has the store that takes no commands.
    static func open(at path: String, _ options: EngineOptions) async throws(HoldfastError) -> StoreWriter {
        let writer = StoreWriter(at: path, options)
        writer.taker = try await writer.find(OwnerWait.patience)
        return writer
    }

    private init(at path: String, _ options: EngineOptions) {
        self.path = path
        self.options = options
    }

    private func find(_ patience: Duration) async throws(HoldfastError) -> Taker {
        var wait = OwnerWait(patience, from: SystemClock().now().monotonic)
        while true {
            let refusal: HoldfastError
            do throws(HoldfastError) {
                return .own(try await OfflineEngine.open(at: path, options: options))
            } catch {
                guard error.code == .inUse else { throw error }
                refusal = error
            }
            let running = try RunningEngine(at: path)
            if try await running.isListening() { return .running(running, try OfflineStore.open(at: path)) }
            let owner = StorePlace.writer(of: path)
            guard wait.goesOn(behind: owner, at: SystemClock().now().monotonic) else { throw refusal }
            try? await Task.sleep(for: Self.pause)
        }
    }

    /// Lends the state with everything that was done so far.
    func read<Value: Sendable>(
        _ body: @Sendable (StateReader) throws -> Value
    ) async throws(HoldfastError) -> Value {
        switch taker {
        case .own(let engine): try await engine.read(body)
        case .running(_, let store): try store.read(body)
        case nil: throw closed
        }
    }

    /// Returns when the command is on disk, whoever wrote it.
    func perform(_ command: Command) async throws(HoldfastError) -> Receipt {
        // Only a command that leaves this process needs a name to be asked for again.
        var id: String?
        for _ in 0..<Self.tryCountMax {
            switch taker {
            case nil: throw closed
            case .own(let engine):
                let receipt = try await engine.perform(command, id: id)
                return Receipt(positions: receipt.positions, note: receipt.note?.rawValue)
            case .running(let engine, let store):
                let name = id ?? Self.newID()
                switch try await engine.ask(command, by: options.actor, id: name) {
                case .receipt(let positions, let note): return Receipt(positions: positions, note: note)
                case .nobody: break
                case .lost: id = name
                }
                store.close()
                taker = nil
                do throws(HoldfastError) {
                    taker = try await find(id == nil ? OwnerWait.patience : OwnerWait.patienceAfterLoss)
                } catch {
                    throw failure(error, wasAsked: id != nil)
                }
            }
        }
        let error = HoldfastError(.inUse, "one process after another took the store at \(path) away")
        throw failure(error, wasAsked: id != nil)
    }

    private func failure(_ error: HoldfastError, wasAsked: Bool) -> HoldfastError {
        guard wasAsked else { return error }
        return HoldfastError(
            .outcomeUnknown, "the process that worked on the store went away in mid-command, and \(error)")
    }

    private var closed: HoldfastError { HoldfastError(.closed, "the store at \(path) is closed") }

    func close() async throws(HoldfastError) {
        switch taker {
        case .own(let engine): try await engine.close()
        case .running(_, let store): store.close()
        case nil: break
        }
        taker = nil
    }

    private static func newID() -> String {
        let digits = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }
        return digits.map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined()
    }
}
