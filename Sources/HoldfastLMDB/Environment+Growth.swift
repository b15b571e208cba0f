import CHoldfastLMDB
import Glibc

/// Moving the map: the writer makes it larger, a reader of another process follows.
extension Environment {
    /// Runs `body` again with a larger map as often as it takes.
    func growing(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        var growthCount = 0
        while true {
            do throws(StorageError) {
                return try body()
            } catch {
                growthCount += 1
                guard growthCount <= StorageLimits.growthCountMax else { throw error }
                switch error {
                case .mapFull: try grow()
                case .mapResized: try moveMap(to: 0)
                default: throw error
                }
            }
        }
    }

    /// Runs `begin` again after mapping what another process made larger, a bounded number of times. The caller is
    /// inside the gate and holds no lock: moving the map waits for readers that may wait for a lock.
    func adoptingGrowth<R: ~Copyable>(_ begin: () throws(StorageError) -> R) throws(StorageError) -> R {
        for _ in 0..<StorageLimits.adoptionCountMax {
            do throws(StorageError) {
                return try begin()
            } catch {
                guard error == .mapResized, isReadOnly else { throw error }
                try adoptMapSize()
            }
        }
        return try begin()
    }

    private func grow() throws(StorageError) {
        let present = information().sizeInBytes
        guard let step = Self.grantedStep(from: present, sizeMaxInBytes: mapSizeMaxInBytes) else {
            throw .mapFull(sizeInBytes: present)
        }
        try moveMap(to: present + step)
    }

    /// What can be added to a map: as much again, or the half of it that the system grants, and so on; nil when nothing.
    ///
    /// LMDB gives up the old map before it asks for the new one, so a refusal there would leave it without any.
    static func grantedStep(from present: Int, sizeMaxInBytes: Int) -> Int? {
        let pageSize = max(4096, sysconf(Int32(_SC_PAGESIZE)))
        var step = min(present, sizeMaxInBytes - present)
        while step >= StorageLimits.growthStepMinInBytes {
            step -= step % pageSize
            let probe = mmap(nil, step, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
            if let probe, probe != MAP_FAILED {
                munmap(probe, step)
                return step
            }
            step /= 2
        }
        return nil
    }

    private func moveMap(to size: Int) throws(StorageError) {
        if try movedMap(to: size) != .done { throw .mapFull(sizeInBytes: information().sizeInBytes) }
    }

    /// Steps out of the gate while the map moves, since the gate waits for everybody inside.
    private func adoptMapSize() throws(StorageError) {
        gate.leave()
        let outcome = Result { () throws(StorageError) in try movedMap(to: 0) }
        try gate.enterAgain()
        switch try outcome.get() {
        // When another thread was at it, the next begin succeeds anyway.
        case .done, .notNow: return
        // A snapshot around this one, or one that is held long, keeps the map in its place.
        case .readersStayed: throw .mapResized
        }
    }

    private func movedMap(to size: Int) throws(StorageError) -> ReaderGate.Outcome {
        var code: Int32 = 0
        let outcome = gate.withReadersOut {
            code = mdb_env_set_mapsize(handle, size)
            // LMDB keeps pointers into the map that it has just given up: nobody may come near it again.
            if code != MDB_SUCCESS { gate.markDead() }
        }
        if code != MDB_SUCCESS { throw .environmentDead(path: context.path) }
        return outcome
    }
}
