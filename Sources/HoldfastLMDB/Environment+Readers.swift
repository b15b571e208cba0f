import CHoldfastLMDB

extension Environment {
    /// The open snapshots of all processes. A lag that only grows names a reader that has stopped.
    package func readers() throws(StorageError) -> ReaderUse {
        try enter()
        defer { gate.leave() }
        return ReaderUse(ReaderSlot.all(of: handle), lastTransaction: information().lastTransaction)
    }

    /// Frees the slots of processes that were killed. Those of this process's own number are never looked at.
    func freeDeadReaders() {
        var freedCount: Int32 = 0
        mdb_reader_check(handle, &freedCount)
    }
}
