/// A named step between two of which a process may die. Crash tests kill it there; elsewhere a step costs one comparison.
package enum FaultPoint: String, CaseIterable, Sendable {
    case sessionOpened, requestDurable
    case transferStarted, responseReported, bytesWritten, bodyReceived, completedDurable
    case verifiedDurable, fileRenamed, publishedDurable
    case importRenamed, importDurable
    case removalDurable, deletionStarted, fileDeleted, deletedDurable
    case recoveryBegun, attemptsClosed, orphansRemoved, recoveryDurable
    case flushBegun, flushDurable, closing
}
