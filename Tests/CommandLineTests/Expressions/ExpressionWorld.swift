@testable import HoldfastCLI
@testable import HoldfastModel

/// A short life in memory, with the scene after each of its records.
struct ExpressionWorld {
    private(set) var scenes = [ExpressionScene(view: MemoryState())]
    private var state = MemoryState()
    private var numbers: [String: UInt64] = [:]

    /// 2026-11-30 04:00:00 UTC; each record comes a minute after the one before.
    static let start: Int64 = 1_796_011_200_000_000

    init() {
        add(.storeCreated(StoreCreated()), "session")
        let registered = filled(ItemRegistered()) {
            $0.expectedBytes = 48_000_000
            $0.mediaType = "text/plain"
        }
        add(.itemRegistered(registered), "item:guide")
        add(.downloadRequested(filled(DownloadRequested()) { $0.priority = -5 }), "item:guide")
        let link = filled(ConnectivityChanged()) {
            $0.link = .known(.internet)
            $0.interfaces = [Interface(.wifi), Interface(.vpn)]
            $0.isMetered = false
            $0.settledInMilliseconds = 90_000
        }
        add(.connectivityChanged(link), "device")
        add(.transferStarted(filled(TransferStarted()) { $0.request = 2 }), "item:guide", .system)
        let failed = filled(TransferFailed()) {
            $0.attempt = 4
            $0.failure = Failure(.offline, "dns", osCode: -3)
        }
        add(.transferFailed(failed), "item:guide", .system)
        let setting = filled(SettingChanged()) {
            $0.key = "queue.maxConcurrent"
            $0.new = "5"
        }
        add(.settingChanged(setting), "settings", .user)
        add(.itemRegistered(ItemRegistered()), "item:odd (id) \"x\"")
        add(.groupDefined(GroupDefined()), "group:maps")
    }

    private mutating func add(_ event: Event, _ subject: String, _ actor: Record.Actor = .app) {
        let position = UInt64(scenes.count - 1)
        let number = numbers[subject]
        if number == nil { numbers[subject] = position }
        let record = Record(
            position: position, subject: number.map { .number($0) } ?? .first(subject),
            recordedAt: Self.start + Int64(position) * 60_000_000, actor: actor, event: event)
        state.apply(record)
        scenes.append(ExpressionScene(view: state, record: record, subject: subject))
    }

    /// After so many records; all of them unless told otherwise.
    func holds(_ text: String, after count: Int? = nil) throws -> Bool {
        try Predicate(text, now: noon, zone: .utc).holds(scenes[count ?? scenes.count - 1])
    }
}
