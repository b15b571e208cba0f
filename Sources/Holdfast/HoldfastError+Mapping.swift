internal import HoldfastLMDB
internal import HoldfastLog

extension HoldfastError {
    /// The public form of any error that comes up inside.
    init(_ error: any Error) {
        switch error {
        case let error as HoldfastError: self = error
        case let refusal as Refusal: self.init(.refused, refusal.message, refusal: refusal)
        case let error as LogError: self.init(Self.code(of: error), "\(error)")
        case let error as StorageError: self.init(Self.code(of: error), "\(error)")
        case let error as StorageFailure: self.init(Self.code(of: error), "\(error)")
        case let error as UnreadableRecord:
            self.init(
                .damaged,
                "record \(error.position) cannot be read (\(error.cause)); restore the log from a backup. What is before it can "
                    + "still be read"
            )
        case let error as DamagedRow:
            self.init(
                .damaged,
                "a row of the table \(error.table.name) could not be read (\(error.cause)). The records hold all that was in it: "
                    + "an engine that opens the store, such as holdfast run, builds the tables anew; earlier positions can "
                    + "be read meanwhile"
            )
        case let error as ConnectivityFailure: self.init(.inputOutput, "\(error)")
        case let error as CodingFailure:
            self.init(.damaged, "stored bytes could not be read (\(error)); run holdfast verify on the store")
        default: self.init(.internal, "\(error)")
        }
    }

    private static func code(of error: LogError) -> Code {
        switch error {
        case .storage(let error): code(of: error)
        case .newerFormat: .newerStore
        case .notALog, .damaged, .damagedTable, .unreadable: .damaged
        case .pastEnd: .noSuchPosition
        default: .internal
        }
    }

    private static func code(of error: StorageError) -> Code {
        switch error {
        case .notFound, .notMadeYet, .notADirectory: .noStore
        case .permission, .readOnly: .permission
        case .alreadyOpenInProcess, .writerElsewhere: .inUse
        case .notALogFile, .damaged: .damaged
        case .newerStorage: .newerStore
        case .diskFull: .diskFull
        case .commitOutcomeUnknown: .outcomeUnknown
        case .closed: .closed
        case .alreadyExists: .alreadyExists
        case .io, .networkFileSystem, .readersFull, .readerSlotConflict, .addressSpace, .mapFull, .environmentDead,
            .replaced:
            .inputOutput
        default: .internal
        }
    }

    private static func code(of error: StorageFailure) -> Code {
        switch error.kind {
        case .missing: .notFound
        case .system: error.isOutOfSpace ? .diskFull : error.isPermissionDenied ? .permission : .inputOutput
        case .volumeMissing: .volumeMissing
        case .wrongVolume: .wrongVolume
        case .exists, .unsafePath, .twoVolumes, .foreignPath: .inputOutput
        }
    }
}
