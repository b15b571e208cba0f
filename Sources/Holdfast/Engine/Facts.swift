// What the effects saw, in the words of events.

extension ConnectivityChanged {
    init(_ change: LinkChange) {
        self.init()
        let facts = change.facts
        let link: Link =
            switch facts.link {
            case .none: .none
            case .local: .local
            case .internet: .internet
            }
        self.link = .known(link)
        interfaces = facts.interfaces.map { Interface($0) }
        isMetered = facts.isMetered
        isIntermittent = change.isIntermittent
        rawChanges = UInt64(clamping: change.rawChanges)
        source = .known(facts.source == .manual ? .manual : .system)
        settledInMilliseconds = change.settledMilliseconds
    }
}

extension Interface {
    init(_ interface: LinkInterface) {
        switch interface.kind {
        case .wifi: self.init(.wifi)
        case .cellular: self.init(.cellular)
        case .wired: self.init(.wired)
        case .vpn: self.init(.vpn)
        case .other(let kind): self.init(.other, name: kind)
        }
    }
}

extension ResponseReceived {
    init(_ head: ResponseHead, attempt: UInt64) {
        self.init()
        self.attempt = attempt
        httpStatus = UInt64(clamping: head.status)
        contentBytes = head.contentLength
        rangeStart = head.rangeStart
        totalBytes = head.rangeTotal ?? (head.status == 200 ? head.contentLength : nil)
        etag = head.entityTag.map { $0.isWeak ? "W/\($0.text)" : $0.text }
        lastModified = head.lastModified
        mediaType = head.mediaType
        encoding = head.encoding
        redirects = UInt64(clamping: head.redirects)
        retryAfterInMilliseconds = head.retryAfterMilliseconds
        isRefused = head.isRefused ? true : nil
    }
}

extension Failure {
    init(_ failure: TransferFailure) {
        self.init(
            failure.failureClass, failure.code, httpStatus: failure.httpStatus.map { UInt64(clamping: $0) },
            osCode: failure.osCode.map { Int64($0) })
    }
}

extension TransferFailure {
    var retryAfterMilliseconds: Int64? {
        if case .http(_, let wait) = self { wait } else { nil }
    }
}
