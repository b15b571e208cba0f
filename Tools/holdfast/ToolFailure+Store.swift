import Holdfast

extension ToolFailure {
    /// What the library could not do, with the exit code that says so.
    init(_ error: HoldfastError, at path: String) {
        let (code, advice): (ExitCode, String?) =
            switch error.code {
            case .refused: (error.refusal.map { ExitCode(refusal: $0.code) } ?? .answerIsNo, nil)
            case .noStore:
                (.notFound, "Name a store with --store DIR or in $HOLDFAST_STORE; 'holdfast add URL' makes one.")
            case .notFound, .noSuchPosition: (.notFound, nil)
            case .inUse:
                (
                    .inUse,
                    "Try again when it has ended. Looking (status, queue, log, why) works meanwhile, and where\n"
                        + "it is 'holdfast run', so does acting (add, pause, remove)."
                )
            case .newerStore: (.needsNewerProgram, "Nothing was touched.")
            case .notUnderstood:
                (
                    .needsNewerProgram,
                    "The program that works on the store has another version. Nothing was done; end it, or update it."
                )
            // Of what is no log at all there is nothing to tell, nor of what cannot be opened.
            case .damaged where error.message.contains("not a log") || error.message.contains("log.mdb is damaged"):
                (.damaged, nil)
            case .damaged: (.damaged, "'holdfast verify --store \(path)' tells what is damaged.")
            case .diskFull: (.inputOutput, "Free some space; 'holdfast remove ITEM' works on a full disk too.")
            case .permission: (.noPermission, nil)
            case .inputOutput, .wrongVolume: (.inputOutput, nil)
            case .volumeMissing, .alreadyExists: (.answerIsNo, nil)
            case .outcomeUnknown: (.inputOutput, "It may have been done: look with 'holdfast log -n 5'.")
            default: (.internalError, nil)
            }
        // The library names a file; a person knows the store.
        let owner = error.code == .inUse ? StorePlace.writer(of: path) : nil
        self.init(
            code, owner.map { "the store at \(path) is in use by process \($0)." } ?? error.message, advice: advice)
    }
}
