import Glibc
import Holdfast
import HoldfastModel

/// What people and the app do.
extension World {
    func startPeople() {
        nextAct()
        nextLook()
        nextClockChange()
        nextPowerChange()
        nextJourney()
    }

    private func nextAct() {
        let time = chance.happens(0.5) ? chance.int(0...2_000_000) : chance.time(2...400)
        loop.at(loop.microseconds + time) { [self] in
            guard !isEnding else { return }
            if let engine = life?.engine, life?.isClosing == false { act(on: engine) }
            nextAct()
        }
    }

    private func act(on engine: OfflineEngine) {
        switch chance.index(below: 80) {
        case 79:
            Task { [self] in
                do { _ = try await engine.audit(.content) } catch { if !disk.isDead { failed(error, "audit") } }
            }
        case 0...7: press(engine)
        case 8...15: open(chance.pick(origin.contents), in: engine)
        default:
            var draw = CommandDraw(chance: chance, contents: origin.contents, wall: clock.wall)
            let kind = chance.weighted(CommandKind.all) { $0.weight }
            draw.chance = Chance(seed: chance.number(), part: 7)
            commandCounts[kind.name, default: 0] += 1
            for command in kind.make(&draw) { send(command, to: engine) }
        }
    }

    /// Somebody stops what has just begun.
    func changeMind(about id: String) {
        guard !isEnding, chance.happens(0.08) else { return }
        let keepsPartial = chance.happens(0.3)
        let command: Command =
            chance.happens(0.2) ? .pause(.item(id), until: nil) : .cancel(item: id, keepsPartial: keepsPartial)
        loop.at(loop.microseconds + chance.time(0.05...3)) { [self] in
            guard !isEnding, let engine = life?.engine, life?.isClosing == false, !disk.isDead else { return }
            send(command, to: engine)
        }
    }

    /// - Parameter id: of a command that was sent before.
    func send(_ command: Command, to engine: OfflineEngine, id known: String? = nil) {
        sentCount += 1
        let id = known ?? "c\(sentCount)"
        pending[id] = command
        let (life, items) = (life, command.itemIDs(of: origin.contents.map(\.id)))
        for item in items {
            life?.send(id, about: item)
            watch.release(item)
        }
        Task { [self] in
            do {
                let receipt = try await engine.perform(command, id: id)
                guard !disk.isDead else { return }
                acknowledgements.add(id, receipt.positions)
                if command.endsMembers { for item in items { checkPartialGoes(of: item, in: engine) } }
                if command.isEnding, life?.wasAlone(id) == true {
                    for item in items {
                        watch.silence(item)
                        checkPartialGoes(of: item, in: engine)
                    }
                }
            } catch {
                guard !disk.isDead else { return }
                failed(error, "\(command)")
            }
            pending[id] = nil
            for item in items { life?.returned(id, about: item) }
        }
    }

    /// Somebody makes room just when the disk does not do as it is told.
    func removeSomething() {
        let ids = (0..<3).map { _ in chance.pick(origin.contents).id }
        Task { [self] in
            guard !isEnding, let engine = life?.engine, life?.isClosing == false, !disk.isDead else { return }
            for id in ids { send(.remove(item: id, reason: .user, isImmediate: true), to: engine) }
        }
    }

    /// Somebody presses one of the buttons that the screen shows for an item.
    private func press(_ engine: OfflineEngine) {
        let id = chance.pick(origin.contents).id
        let draw = chance.number()
        Task { [self] in
            guard let shown = try? await engine.affordance(of: id), !disk.isDead, !shown.actions.isEmpty else { return }
            let action = shown.actions[Int(draw % UInt64(shown.actions.count))]
            commandCounts["press \(action.code)", default: 0] += 1
            guard case .commands(let offered) = action.code.handling(item: id) else { return }
            for command in offered { send(command.command, to: engine) }
        }
    }

    /// Somebody opens a content: what is there must be what the log says, and what an origin had.
    private func open(_ content: SimulatedContent, in engine: OfflineEngine) {
        Task { [self] in
            let id = content.id
            guard let before = try? await engine.read({ try $0.item(id) }) else { return }
            let path: String
            do {
                path = try await engine.contentPath(of: id)
            } catch {
                return disk.isDead ? () : failed(error, "open \(id)")
            }
            let bytes = Self.contents(of: path)
            guard let after = try? await engine.read({ try $0.item(id) }), !disk.isDead,
                before.installed == after.installed, before.removal == after.removal, after.removal == .none
            else { return }
            guard let bytes else {
                return note(Violation(.acknowledgedIsKept, "\(id) is offline, and \(path) is not there"))
            }
            let digest = ContentVersion.digest(of: bytes)
            let problem = ContentPromise.problem(
                id, digest: digest, installed: after.installed?.digest, offered: content.offered)
            if let problem { note(problem) }
        }
    }

    static func contents(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&block, 1, block.count, file)
            guard count > 0 else { return bytes }
            bytes += block[..<count]
        }
    }

    /// Somebody or a time server sets the wall clock.
    private func nextClockChange() {
        loop.at(loop.microseconds + chance.time(600...20_000)) { [self] in
            guard !isEnding else { return }
            let far = chance.happens(0.2)
            clock.wallOffset += chance.int(far ? -900_000_000_000...900_000_000_000 : -20_000_000...20_000_000)
            nextClockChange()
        }
    }

    /// The charger comes and goes, the battery runs down and fills.
    private func nextPowerChange() {
        loop.at(loop.microseconds + chance.time(300...20_000)) { [self] in
            guard !isEnding else { return }
            let level = chance.int(0...10_000)
            setPower(
                chance.happens(0.4)
                    ? .external
                    : PowerReading(.battery, levelInBasisPoints: level, isLowPowerMode: chance.happens(0.2)))
            nextPowerChange()
        }
    }

    func setPower(_ reading: PowerReading) {
        power = reading
        life?.power.set(reading)
    }

    /// The device comes to another time zone.
    private func nextJourney() {
        loop.at(loop.microseconds + chance.time(10_000...200_000)) { [self] in
            guard !isEnding else { return }
            clock.utcOffsetInSeconds = 900 * chance.int(-48...56)
            nextJourney()
        }
    }
}
