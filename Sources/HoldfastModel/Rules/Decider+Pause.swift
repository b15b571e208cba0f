extension Decider {
    mutating func pause(_ target: Scope, until: Int64?) throws {
        try checkFuture(until, "The end of the pause")
        switch target {
        case .item(let id): try pauseItem(id, until: until)
        case .group(let id):
            let group = try group(id)
            let letPast = try letPast(group)
            guard !letPast.isEmpty || !isPaused(group.paused, until: until) else { return note(.alreadyPaused) }
            holdBack(letPast, by: add(.number(group.number), .downloadPaused(paused(.group, until))))
        case .all:
            let letPast = try letPast(nil)
            guard try !letPast.isEmpty || !isPaused(state.device().pausedAll, until: until) else {
                return note(.alreadyPaused)
            }
            holdBack(letPast, by: add(.settings, .downloadPaused(paused(.all, until))))
        }
    }

    /// Items that somebody let past an earlier pause, of a group or of all; at most as many as one decision takes.
    private func letPast(_ group: Group?) throws -> [Item] {
        guard try state.totals().letPast > 0 else { return [] }
        var found: [Item] = []
        func look(at item: Item) -> Bool {
            if item.intent?.consents.contains(where: { $0.kind == .known(.pause) }) ?? false { found.append(item) }
            return found.count < Self.memberCountMax
        }
        if let group {
            try state.walkMembers(of: group.number, after: nil) { look(at: $0) }
        } else {
            try state.walk(.wanted) { key in try state.item(key.number).map { look(at: $0) } ?? true }
        }
        return found
    }

    /// A pause is for everything that it names: what was let past an earlier one is not let past this.
    private mutating func holdBack(_ items: [Item], by pause: UInt64) {
        for item in items { addConsent(Consent(.pause), isGiven: false, .number(item.number), cause: pause) }
    }

    private func isPaused(_ pause: Device.Switch?, until: Int64?) -> Bool {
        pause.map { $0.isOn(at: now.wall) && $0.until == until } ?? false
    }

    private mutating func pauseItem(_ id: String, until: Int64?) throws {
        let item = try item(id)
        guard let intent = item.intent else { return note(.notWanted) }
        switch item.transfer {
        case .held(_, let standing) where standing == until: return note(.alreadyPaused)
        case .verifying, .publishing: return note(.alreadyComplete)
        case .failed:
            throw Refusal(
                .illegalTransition,
                "The download of \"\(id)\" has failed, so there is nothing to pause. Retry or cancel it.")
        case .idle, .ready, .held, .backoff, .connecting, .receiving: break
        }
        addInterrupt(item, .paused)
        add(item, .downloadPaused(paused(.item, until)), cause: intent.request)
    }

    private func paused(_ scope: PauseScope, _ until: Int64?) -> DownloadPaused {
        filled(DownloadPaused()) {
            $0.scope = .known(scope)
            $0.until = until
        }
    }

    mutating func resume(_ target: Scope) throws {
        switch target {
        case .item(let id):
            let item = try item(id)
            guard case .held = item.transfer else { return note(.notPaused) }
            addResume(item)
        case .group(let id):
            let group = try group(id)
            guard group.paused != nil else { return note(.notPaused) }
            add(.number(group.number), .downloadResumed(filled(DownloadResumed()) { $0.scope = .known(.group) }))
        case .all:
            guard try state.device().pausedAll != nil else { return note(.notPaused) }
            add(.settings, .downloadResumed(filled(DownloadResumed()) { $0.scope = .known(.all) }))
        }
    }

    mutating func addResume(_ item: Item) {
        let event = filled(DownloadResumed()) { $0.scope = .known(.item) }
        add(item, .downloadResumed(event), cause: item.intent?.request)
    }
}
