import HoldfastLMDB

extension EventLog {
    /// Counts of records as the log grows past `position`: the first one as soon as there are more than `position`
    /// records. Counts in between may be skipped; each is durable. It ends when the log closes or
    /// can no longer be read, or the task is cancelled.
    ///
    /// Within the writing process each commit wakes it; a reader looks every 50 ms, which costs nanoseconds.
    package func follow(from position: UInt64) -> AsyncStream<UInt64> {
        isReadOnly ? poll(from: position) : subscribe(from: position)
    }

    private func subscribe(from position: UInt64) -> AsyncStream<UInt64> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let number: Int? = state.withLock { state in
                if state.isClosed { return nil }
                state.followerNumber += 1
                state.followers[state.followerNumber] = continuation
                if state.storedCount > position { continuation.yield(state.storedCount) }
                return state.followerNumber
            }
            guard let number else { return continuation.finish() }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { $0.followers[number] = nil }
            }
        }
    }

    private func poll(from position: UInt64) -> AsyncStream<UInt64> {
        let seen = Monitor(Seen(count: position))
        return AsyncStream {
            while !Task.isCancelled {
                guard let commit = try? self.lastCommitNumber() else { return nil }
                let last = seen.withLock { $0 }
                if commit != last.commit {
                    do throws(LogError) {
                        let header = try self.header()
                        // Not `commit`: it is told as soon as its header page is written, and may be read only after the
                        // page is synced. Taken for seen by then, it would be waited for until the next one.
                        seen.withLock { $0 = Seen(count: max(header.count, last.count), commit: header.number) }
                        if header.count > last.count { return header.count }
                    } catch .storage(.readersFull) {
                        // Others hold all slots at this moment: looked at again the next time.
                    } catch {
                        return nil
                    }
                }
                try? await Task.sleep(for: .milliseconds(50))
            }
            return nil
        }
    }
}

/// How far a follower of another process has looked.
private struct Seen {
    var count: UInt64
    /// The commit that was read.
    var commit: UInt64?
}
