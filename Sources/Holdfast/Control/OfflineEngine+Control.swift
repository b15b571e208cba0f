internal import HoldfastModel

/// Commands from other processes.
extension OfflineEngine {
    /// Lets other processes hand commands to this engine until it closes: `holdfast add`, `pause` and the like then reach the app while it
    /// runs, instead of being told that the store is in use.
    ///
    /// Commands come over the socket `control.sock` in the store, from the same user and from root, and go through the rules as those of
    /// the app do; the record says who sent them. See <doc:Control>. Called again, it does nothing.
    /// - Throws: `inputOutput` where something else stands in the socket's place, or where the file system has no sockets; `closed`.
    public func allowControl() throws(HoldfastError) {
        guard !isClosing else { throw closed }
        guard control == nil else { return }
        control = try ControlServer(in: directory.folder, clock: options.clock) { [weak self] request in
            await self?.answer(request) ?? .failure(HoldfastError(.closed, "the engine has gone"))
        }
    }

    private func answer(_ request: ControlRequest) async -> ControlReply {
        do throws(HoldfastError) {
            let receipt = try await perform(request.command, by: request.actor, id: request.id)
            return .receipt(positions: receipt.positions, note: receipt.note?.rawValue)
        } catch {
            return .failure(error)
        }
    }
}
