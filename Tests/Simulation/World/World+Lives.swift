import Glibc
import Holdfast
import HoldfastLog
import HoldfastModel

/// How the program comes and goes.
extension World {
    func openEngine() {
        lifeCount += 1
        let transport = SimulatedTransport(
            loop, network, origin, Chance(seed: seed, part: 1_000 + UInt64(lifeCount)),
            noteRequest: { [self] in if let content = origin.content(of: $0) { requested(content) } },
            noteBytes: { [self] in bytesArrived() })
        let life = Life(lifeCount, transport, power)
        self.life = life
        // The death that was meant for the life before.
        disk.callsUntilDeath = nil
        network.monitor = life.monitor
        if !isEnding { planEnd(of: life) }
        let options = options(for: life)
        Task { [self] in
            do {
                let engine = try await OfflineEngine.open(at: path, options: options)
                guard !disk.isDead else { return }
                life.engine = engine
                opened(engine)
            } catch {
                guard !disk.isDead else { return }
                failed(error, "open")
                lastOpenFailure = "\(error)"
                self.life = nil
                reopen(after: chance.time(10...600))
            }
        }
    }

    private func requested(_ content: SimulatedContent) {
        changeMind(about: content.id)
        if let problem = watch.problem(requesting: content.id) { note(problem) }
        if let problem = manners.problem(requesting: content.id, at: loop.microseconds), !isHopeless {
            note(problem)
            isHopeless = true
        }
    }

    private func options(for life: Life) -> EngineOptions {
        var options = EngineOptions()
        options.transport = life.transport
        options.monitor = life.monitor
        options.power = life.power
        options.clock = clock
        if probesNetwork { options.probes = [ProbeEndpoint(url: SimulatedTransport.probe)] }
        options.surroundings.bootID = "boot-\(bootNumber)"
        options.surroundings.draw = { [self] in engineChance.number() }
        options.surroundings.drawsAll = true
        options.surroundings.fileThreadCount = 0
        options.surroundings.logRunner = { [loop] work in loop.add(work: work) }
        options.surroundings.logOpened = { [self] log in self.life?.log = log }
        options.faultPoint = { [self] point in passed(point) }
        return options
    }

    private func opened(_ engine: OfflineEngine) {
        // What the caller did not hear of before a crash it says again, under the same id.
        let unheard = pending.sorted { $0.key < $1.key }
        pending = [:]
        for (id, command) in unheard where chance.happens(0.5) { send(command, to: engine, id: id) }
    }

    private func reopen(after time: Int64) {
        loop.at(loop.microseconds + time) { [self] in
            if life == nil, !isEnding { openEngine() }
        }
    }

    // MARK: Ends

    /// Draws when and how a life ends.
    private func planEnd(of life: Life) {
        let isShort = chance.happens(0.15)
        let moment = loop.microseconds + (isShort ? chance.int(0...3_000_000) : chance.time(60...20_000))
        loop.at(moment) { [self] in
            guard self.life === life, !disk.isDead else { return }
            switch chance.index(below: 10) {
            case 0...3: if let engine = life.engine { close(engine) }
            case 4: die()
            case 5: life.piecesUntilPowerCut = chance.index(below: 12)
            case 6, 7: disk.callsUntilDeath = chance.index(below: 40)
            default: life.death = (chance.pick(FaultPoint.allCases), chance.index(below: 3))
            }
        }
        // Whatever was planned and did not come about.
        loop.at(moment + 7_200_000_000) { [self] in
            if self.life === life, !disk.isDead { die() }
        }
    }

    private func passed(_ point: FaultPoint) {
        guard let life, let death = life.death, death.point == point else { return }
        life.death = death.passes == 0 ? nil : (point, death.passes - 1)
        if death.passes == 0 { die() }
    }

    private func bytesArrived() {
        guard let life, let left = life.piecesUntilPowerCut else { return }
        life.piecesUntilPowerCut = left - 1
        guard left == 0 else { return }
        life.losesPower = true
        die()
    }

    /// The process is gone from here on; the loop buries it after the step that it is in.
    private func die() {
        guard !disk.isDead else { return }
        crashCount += 1
        disk.isDead = true
        // Outside a step nobody else comes by.
        loop.add {}
    }

    func close(_ engine: OfflineEngine) {
        guard let life, !life.isClosing else { return }
        life.isClosing = true
        Task { [self] in
            do { try await engine.close() } catch { if !disk.isDead { failed(error, "close") } }
            guard !disk.isDead, self.life === life else { return }
            network.monitor = nil
            // Nothing keeps its descriptors: their numbers are given again.
            life.engine = nil
            life.log = nil
            self.life = nil
            reopen(after: chance.time(1...5_000))
        }
    }

    /// Takes a dead process out of the world, as the system does: its tasks, its descriptors, its locks.
    func bury() {
        loop.dropLife()
        network.monitor = nil
        disk.callsUntilDeath = nil
        let losesPower = life?.losesPower ?? false
        if let life {
            // What is queued fails, since nothing reaches the disk any more; those who wait for it are gone.
            life.log?.closeAndWait()
            loop.dropLife()
            graveyard.append(life)
        }
        life = nil
        closeDescriptors()
        disk.isDead = false
        if losesPower || chance.happens(0.3) { restartMachine() }
        reopen(after: chance.time(0.5...2_000))
    }

    private func closeDescriptors() {
        var target = [CChar](repeating: 0, count: 4_096)
        for number in Folder.names("/proc/self/fd").compactMap({ Int32($0) }) {
            let count = readlink("/proc/self/fd/\(number)", &target, target.count)
            let bytes = target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
            if String(decoding: bytes, as: UTF8.self).hasPrefix(path) { Glibc.close(number) }
        }
    }

    /// With the machine goes what was not synced.
    private func restartMachine() {
        bootNumber += 1
        clock.bootedAt = loop.microseconds
        disk.isPassive = true
        defer { disk.isPassive = false }
        guard let store = try? OfflineStore.open(at: path, clock: clock) else { return }
        defer { store.close() }
        checkDurable(store)
        notePowerCut(store)
        for name in Folder.names("\(path)/partial").sorted() { loseUnsynced("\(path)/partial/\(name)") }
    }

    private func notePowerCut(_ store: OfflineStore) {
        do {
            var durableBytes: [UInt64: Int64] = [:]
            for item in try store.read({ try $0.items() }) where item.transfer.attempt != nil && !item.isPublishing {
                durableBytes[item.number] = disk.sizes(of: "\(path)/partial/\(item.number).part")?.durable ?? 0
            }
            powerCuts.append(PowerCut(next: try store.recordCount(), durableBytes: durableBytes))
        } catch {
            failed(error, "read")
        }
    }

    /// What the log says is on disk must be on it: published files whole, partial files as far as they are called durable.
    func checkDurable(_ store: OfflineStore) {
        do {
            for item in try store.read({ try $0.items() }) {
                // What is proven is synced on its way into its place; until then the proof may be lost with it.
                if !item.isPublishing, let durable = item.staging?.durableBytes,
                    let sizes = disk.sizes(of: "\(path)/partial/\(item.number).part"),
                    sizes.durable < min(durable, sizes.all)
                {
                    note(
                        Violation(
                            .acknowledgedIsKept,
                            "\(durable) bytes of \(item.id) are called durable, \(sizes.durable) are synced"))
                }
            }
        } catch {
            failed(error, "read")
        }
        for folder in Folder.names("\(path)/content").sorted() {
            for name in Folder.names("\(path)/content/\(folder)").sorted() {
                guard let sizes = disk.sizes(of: "\(path)/content/\(folder)/\(name)"), sizes.durable < sizes.all else {
                    continue
                }
                note(
                    Violation(
                        .acknowledgedIsKept,
                        "\(name) stands in its place, and \(sizes.durable) of its \(sizes.all) bytes are synced"))
            }
        }
    }

    private func loseUnsynced(_ name: String) {
        guard let sizes = disk.sizes(of: name), sizes.durable < sizes.all else { return }
        let kept = chance.int(sizes.durable...sizes.all)
        _ = truncate(name, off_t(kept))
        guard chance.happens(0.5) else { return }
        // The size came through, the bytes did not.
        _ = truncate(name, off_t(sizes.all))
    }

    func failed(_ error: any Error, _ what: String) {
        guard let error = error as? HoldfastError else { return note(Violation(nil, "\(what): \(error)")) }
        switch error.code {
        case .refused, .notFound, .diskFull, .inputOutput, .outcomeUnknown, .closed: return
        default: note(Violation(nil, "\(what) failed with \(error.code.rawValue): \(error)"))
        }
    }
}
