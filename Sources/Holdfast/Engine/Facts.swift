// What the effects saw, in the words of events.

extension ConnectivityChanged {
    init(_ state: NetworkState) {
        self.init()
        let facts = state.facts
        let link: Link =
            switch facts.link {
            case .none: .none
            case .local: .local
            case .internet: .internet
            }
        self.link = .known(link)
        interfaces = facts.interfaces.map { Interface($0) }
        isValidated = state.isValidated
        isCaptive = state.isCaptive
        isMetered = facts.isMetered
        isLowData = facts.isLowData
        isRoaming = facts.isRoaming
        quality = state.quality.map { .known($0) }
        isIntermittent = state.isIntermittent
        rawChanges = UInt64(clamping: state.rawChanges)
        source = .known(ObservationSource(state.source))
        settledInMilliseconds = state.settledMilliseconds
    }
}

extension ObservationSource {
    fileprivate init(_ source: LinkSource) {
        self =
            switch source {
            case .system: .system
            case .poll: .poll
            case .probe: .probe
            case .transfer: .transfer
            case .manual: .manual
            }
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
