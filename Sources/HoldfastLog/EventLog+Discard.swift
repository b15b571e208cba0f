import HoldfastLMDB

extension EventLog {
    /// Throws the caller's tables away, in one commit behind everything that is queued; the records hold all that was in them.
    /// `resynchronise` afterwards, and fold from the first record on.
    package func discardTables() throws(LogError) {
        if isReadOnly { throw .storage(.readOnly(operation: "discard tables")) }
        let names = options.tables.map(\.storedName)
        let done = Monitored<Result<Void, StorageError>>()
        do throws(StorageError) {
            try environment.submit(
                WriteJob(
                    sizeInBytes: 0,
                    body: { [tables] transaction throws(StorageError) in
                        for (name, table) in zip(names, tables.projections) {
                            try transaction.discard(name, table, tables.meta)
                        }
                    },
                    completion: { done.set($0) }))
            try done.wait().get()
        } catch {
            throw .storage(error)
        }
    }
}

extension WriteTransaction {
    /// Empties one of the caller's tables, which then covers nothing.
    mutating func discard(_ name: String, _ table: Table, _ meta: Table) throws(StorageError) {
        try clear(table)
        try put(meta, Layout.MetaKey.table(name), TableState().bytes)
    }
}
