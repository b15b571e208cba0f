/// The present state of the links, and the streams of those who follow it.
final class LinkBroadcast: Sendable {
    private struct Present {
        var change: LinkChange?
        var gate = LinkLevel.none
        var addresses: [InterfaceAddress] = []
    }

    private let broadcast = Broadcast<Present, LinkUpdate>(Present(), countMax: 256)

    var settled: LinkFacts? { broadcast.present.change?.facts }
    var gate: LinkLevel { broadcast.present.gate }
    var addresses: [InterfaceAddress] { broadcast.present.addresses }

    func updates() -> AsyncStream<LinkUpdate> {
        broadcast.updates { present in present.change.map { [.gate(present.gate), .settled($0)] } ?? [] }
    }

    func publish(_ updates: [LinkUpdate]) {
        guard !updates.isEmpty else { return }
        broadcast.publish(updates) { present in
            for update in updates {
                switch update {
                case .gate(let level): present.gate = level
                case .settled(let change): present.change = change
                }
            }
        }
    }

    func setAddresses(_ addresses: [InterfaceAddress]) { broadcast.publish { $0.addresses = addresses } }

    func finish() { broadcast.finish() }
}
