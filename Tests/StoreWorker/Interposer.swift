import Glibc

/// A class of calls that the interposer can fail; the numbers are those of `HoldfastInterposer.h`.
enum FaultClass: Int32, CaseIterable {
    case write, sync, rename, open, size, unlink, map, mkdir, durableWrite

    init?(name: String) {
        guard let found = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
        self = found
    }
}

/// How the chosen call fails.
enum FaultWay: String, CaseIterable {
    case ioError, diskFull, tooManyFiles, noMemory
    /// All is done, and the call says that it failed.
    case doneAndFailed
    /// Half of the bytes are written, and the call says so.
    case short
    /// Disk full from the n-th call on.
    case diskFullForGood
    /// The process dies before the call.
    case killed

    var errorNumber: Int32 {
        switch self {
        case .ioError, .doneAndFailed, .short, .killed: EIO
        case .diskFull, .diskFullForGood: ENOSPC
        case .tooManyFiles: EMFILE
        case .noMemory: ENOMEM
        }
    }

    var number: Int32 {
        switch self {
        case .doneAndFailed: 1
        case .short: 2
        case .killed: 3
        default: 0
        }
    }

    var count: Int { self == .diskFullForGood ? .max : 1 }
}

/// The library that was loaded before all others; without it nothing is recorded and nothing fails.
enum Interposer {
    private static func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }

    static var isLoaded: Bool { dlsym(nil, "holdfast_mark") != nil }

    static func mark(_ text: String) {
        typealias Mark = @convention(c) (UnsafePointer<CChar>) -> Void
        function("holdfast_mark", Mark.self)?(text)
    }

    static func fail(_ call: FaultClass, _ number: Int, _ way: FaultWay) {
        typealias Fail = @convention(c) (Int32, Int, Int, Int32, Int32) -> Void
        function("holdfast_fail", Fail.self)?(call.rawValue, number, way.count, way.errorNumber, way.number)
    }

    static func failNothing() {
        typealias FailNothing = @convention(c) () -> Void
        function("holdfast_fail_nothing", FailNothing.self)?()
    }

    static func callCount(_ call: FaultClass) -> Int {
        typealias Calls = @convention(c) (Int32) -> Int
        return function("holdfast_calls", Calls.self)?(call.rawValue) ?? 0
    }

    static var failedCallCount: Int {
        typealias FailedCalls = @convention(c) () -> Int
        return function("holdfast_failed_calls", FailedCalls.self)?() ?? 0
    }
}
