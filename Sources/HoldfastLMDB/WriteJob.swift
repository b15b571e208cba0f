/// One piece of writing for the writer thread. Its body may run more than once (the map grew), so it must not change
/// anything outside the transaction that a second run would not overwrite.
package struct WriteJob: Sendable {
    package typealias Body = @Sendable (inout WriteTransaction) throws(StorageError) -> Void
    package typealias Completion = @Sendable (Result<Void, StorageError>) -> Void

    let sizeInBytes: Int
    let body: Body
    let completion: Completion

    /// - Parameters:
    ///   - sizeInBytes: roughly what the body writes; groups are filled up to a limit of it.
    ///   - completion: called once, on the writer thread, after the commit of the group or its failure.
    package init(sizeInBytes: Int, body: @escaping Body, completion: @escaping Completion) {
        self.sizeInBytes = sizeInBytes
        self.body = body
        self.completion = completion
    }
}

/// Steps of a group at which tests may fail or kill the process.
package enum GroupStep: String, Sendable, CaseIterable {
    case begun, written, committed
}

/// Takes a piece of the writer's work, to be run soon and on the one thread that uses the environment, but not inside the call.
package typealias WriterRunner = @Sendable (@escaping @Sendable () -> Void) -> Void

/// What surrounds the jobs of each group, inside its transaction and on the writer thread.
package struct GroupHooks: Sendable {
    package typealias Step = @Sendable (inout WriteTransaction) throws(StorageError) -> Void
    package var begin: Step
    package var finish: Step
    /// Throwing at `.committed` has no effect: the group is on disk by then.
    package var fault: (@Sendable (GroupStep) throws(StorageError) -> Void)?
    /// Runs the groups in place of the writer thread.
    package var runner: WriterRunner?

    package init(
        begin: @escaping Step = { _ throws(StorageError) in }, finish: @escaping Step = { _ throws(StorageError) in },
        fault: (@Sendable (GroupStep) throws(StorageError) -> Void)? = nil
    ) {
        self.begin = begin
        self.finish = finish
        self.fault = fault
    }
}
