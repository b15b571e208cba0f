import HoldfastLMDB

extension EventLog {
    /// Opens the log in `directory`; a writer makes it when it is missing.
    ///
    /// A log of a newer format is refused with its file unchanged. A writer whose own derived tables are missing or far
    /// behind rebuilds them before this returns; the caller's tables are the caller's to rebuild (`coveredCount`).
    package static func open(directory: String, options: LogOptions) throws(LogError) -> EventLog {
        guard options.schema.count <= 1 << 20 else { throw .schemaTooLarge(options.schema.count) }
        let environment: Environment
        do throws(StorageError) {
            environment = try Environment.open(
                directory: directory,
                EnvironmentOptions(
                    isReadOnly: options.access == .readOnly, mapSizeInBytes: options.mapSizeInBytes))
        } catch {
            throw .storage(error)
        }
        do throws(LogError) {
            return try open(environment, options)
        } catch {
            environment.close()
            throw error
        }
    }

    private static func open(_ environment: Environment, _ options: LogOptions) throws(LogError) -> EventLog {
        let names = Layout.recordTables + Layout.derivedTables + [Layout.pastTable] + options.tables.map(\.storedName)
        let tables: LogTables
        let isEmpty: Bool
        do throws(StorageError) {
            tables = LogTables(try environment.openTables(names.map { TableName($0) }))
            isEmpty = try environment.isEmpty()
        } catch {
            throw .storage(error)
        }
        try checkFormat(environment, tables, isEmpty: isEmpty, options)
        var writer: LogWriter?
        if options.access == .readWrite {
            let setup = LogSetup(tables: tables, options: options, missing: environment.missingTables())
            let made = LogWriter(tables: tables, path: environment.directory, options)
            do throws(StorageError) {
                try environment.createTables { transaction throws(StorageError) in try setup.run(&transaction) }
                var hooks = made.hooks
                hooks.runner = options.runner
                try environment.startWriter(hooks)
            } catch {
                throw .storage(error)
            }
            writer = made
        }
        let header = try environment.read(mapping: LogError.storage) { transaction throws(LogError) in
            try SnapshotHeader.read(transaction, tables, options.tables)
        }
        let log = EventLog(
            environment: environment, options: options, tables: tables, writer: writer, header: header,
            tail: Tail(start: header.ownCoveredCount))
        if options.access == .readWrite {
            try log.rebuildOwnTables()
            try log.resynchronise()
        }
        return log
    }

    /// Nothing is written before this has passed.
    private static func checkFormat(
        _ environment: Environment, _ tables: LogTables, isEmpty: Bool, _ options: LogOptions
    ) throws(LogError) {
        let path = environment.directory
        let (version, hasStack) = try environment.read(mapping: LogError.storage) { transaction throws(LogError) in
            do throws(StorageError) {
                let stored = try transaction.value(tables.meta, Layout.MetaKey.format)
                let stack = try transaction.value(tables.meta, Layout.MetaKey.stack)
                return (stored.map { $0.number32(at: 0) }, stack.map { TreeStack($0) != nil })
            } catch {
                throw .storage(error)
            }
        }
        guard let version else {
            // A log whose creation was interrupted before its first commit is empty: a writer makes it now.
            if isEmpty {
                if options.access == .readOnly { throw .storage(.notMadeYet(path: path)) }
                return
            }
            throw .notALog(path: path, detail: "it has no format version")
        }
        guard let version else { throw .notALog(path: path, detail: "its format version cannot be read") }
        if version > Layout.formatVersion {
            throw .newerFormat(path: path, found: version, supported: Layout.formatVersion)
        }
        guard version == Layout.formatVersion else {
            throw .notALog(path: path, detail: "its format version is \(version), and the first one is 1")
        }
        guard hasStack == true else { throw .notALog(path: path, detail: "its tree has no running edge") }
    }
}
