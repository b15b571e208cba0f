/// How the tool ends. Numbers from 64 on are those of sysexits.h; `holdfast help exit-codes` lists them from here.
enum ExitCode: Int32, CaseIterable, Sendable {
    case done = 0
    case answerIsNo = 1
    case usage = 64
    case damaged = 65
    case notFound = 66
    case needsNewerProgram = 69
    case internalError = 70
    case inputOutput = 74
    case inUse = 75
    case noPermission = 77
    case interrupted = 130

    var meaning: String {
        switch self {
        case .done: "done; also when there was nothing to do, and then it says so"
        case .answerIsNo:
            "the answer is no: refused, damage found, differences found, or some downloads failed; "
                + "the last line on stderr says which"
        case .usage: "the command line is wrong, or a value is out of range; nothing was touched"
        case .damaged: "the store's data is damaged"
        case .notFound: "no such store, item or position"
        case .needsNewerProgram:
            "a newer holdfast is needed, for the store or in the process that works on it; nothing was touched"
        case .internalError: "a fault in holdfast itself"
        case .inputOutput: "reading or writing failed, or the disk is full"
        case .inUse: "another writer has the store and takes no commands; try later"
        case .noPermission: "the system does not permit it"
        case .interrupted: "interrupted by Ctrl-C or by a signal that ends programs"
        }
    }
}
