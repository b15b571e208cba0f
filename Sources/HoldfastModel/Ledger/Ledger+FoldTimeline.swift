/// An event about the machine that begins a new entry of the timeline.
protocol EnvironmentPayload: DevicePayload {}

extension EnvironmentPayload {
    func fold(into state: inout Overlay, _ head: borrowing RecordHead, over base: any StateView) throws {
        fold(into: &state.device, head)
        state.ledger.timeline.append(TimelineEntry(state.device, after: head))
    }
}

extension SessionOpened: EnvironmentPayload {}
extension SessionClosed: EnvironmentPayload {}
extension ConnectivityChanged: EnvironmentPayload {}
extension OfflineModeSet: EnvironmentPayload {}
extension VolumeAvailabilityChanged: EnvironmentPayload {}
extension PowerChanged: EnvironmentPayload {}
extension TimeZoneChanged: EnvironmentPayload {}

extension Device {
    /// What a transfer that starts now goes over. What was known of an earlier session does not count.
    var usedNetwork: UsedNetwork {
        guard isConnectivityCurrent, let known = connectivity else { return UsedNetwork() }
        return UsedNetwork(kind: known.interfaces.first?.kind.known, isMetered: known.isMetered)
    }
}
