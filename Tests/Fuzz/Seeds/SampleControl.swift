@testable import HoldfastModel

/// A request of each kind, answers, and some messages behind each other.
enum SampleControl {
    static let all: [[UInt8]] =
        IntentKind.allCases.map { [0] + request($0) }
        + [
            [1] + ControlReply.receipt(positions: 42..<44, note: "alreadySet").encode(),
            [1] + ControlReply.failure(code: "refused", message: "No.", refusal: "unknownItem").encode(),
            [2, 3] + [[1, 2, 3], [4], request(.retry)].flatMap { ControlFrame.bytes(of: $0) ?? [] },
        ]

    private static func request(_ kind: IntentKind) -> [UInt8] {
        ControlRequest(command(kind), by: .tool, id: "7")?.encode() ?? []
    }

    private static func command(_ kind: IntentKind) -> Command {
        switch kind {
        case .register: .register(registration)
        case .amend: .amend(item: "a", Registration(id: "a"))
        case .request: .request(item: "a", filled(RequestOptions()) { $0.consents = [Consent(.roaming)] })
        case .pause: .pause(.all, until: 5)
        case .resume: .resume(.group("g"))
        case .cancel: .cancel(item: "a", keepsPartial: true)
        case .retry: .retry(item: "a")
        case .remove: .remove(item: "a", reason: .user, isImmediate: false)
        case .undoRemoval: .undoRemoval(item: "a")
        case .reprioritise: .reprioritise(item: "a", priority: 5, place: .before, before: "b")
        case .set: .set(key: "ui.undoMs", for: .item("a"), value: "5")
        case .consent: .consent(.all, Consent(.large, maxBytes: 3, expiresAt: 4), isGiven: true)
        case .waitForUnmetered: .waitForUnmetered(item: "a")
        case .pin: .pin(item: "a", true)
        case .opened: .opened(item: "a")
        case .withdraw: .withdraw(item: "a", reason: "gone")
        case .observeRemote: .observeRemote(item: "a", RemoteVersion(version: "2", bytes: 9))
        case .defineGroup: .defineGroup(id: "g", title: "G")
        case .changeMembers: .changeMembers(group: "g", adding: ["a"], removing: ["b"])
        case .eachMember: .eachMember(group: "g", .request(RequestOptions()), after: nil)
        case .note: .note(item: "a", target: 3, text: "n")
        case .setOfflineMode: .setOfflineMode(true, until: 5)
        case .declare: .declare(Feature(id: "f", needs: .content, contentItems: ["a"]))
        }
    }

    private static let registration = filled(Registration(id: "a", sources: ["https://a.example/b"])) {
        ($0.title, $0.expectedBytes) = ("T", 5)
        $0.expectedDigest = Digest(sha256: [UInt8](repeating: 7, count: 32))
    }
}
