import Holdfast
import HoldfastModel

/// The machine around the items, a line for each side of it.
struct EnvironmentText {
    let zone: TimeZoneRules

    /// - Parameter before: the environment before the event, to mark what it changed.
    func lines(_ reader: StateReader, before: [StepperScene.FieldText]) throws -> [StepperScene.FieldText] {
        let device = reader.environment()
        let totals = try reader.totals()
        let lines = [
            network(device), switches(device, at: reader.now.wall), storage(device, totals), power(device),
            StepperScene.FieldText(
                name: "items",
                value:
                    "\(totals.items), \(totals.installed) installed, \(totals.wanted) wanted, \(totals.failed) failed"),
            session(device),
        ].compactMap { $0 }
        return lines.map { line in
            var line = line
            line.isChanged = before.first { $0.name == line.name }.map { $0.value != line.value } ?? !before.isEmpty
            return line
        }
    }

    private func network(_ device: Device) -> StepperScene.FieldText {
        guard let link = device.connectivity else {
            return .init(name: "network", value: "not looked at yet", role: .dim)
        }
        let words = Sentence.connection(link)
        guard device.isConnectivityCurrent else {
            return .init(name: "network", value: "not looked at; last known: \(words)", role: .dim)
        }
        return .init(name: "network", value: words, role: link.link.known == .internet ? .good : .warning)
    }

    private func switches(_ device: Device, at now: Int64) -> StepperScene.FieldText? {
        let words = [
            device.offlineMode.map { ("'work offline'", $0) }, device.pausedAll.map { ("all downloads paused", $0) },
        ].compactMap { $0 }.filter { $0.1.isOn(at: now) }.map { words, on in
            words + (on.until.map { " until \(LocalTime.text($0, zone))" } ?? "")
        }
        return words.isEmpty ? nil : .init(name: "switches", value: words.joined(separator: ", "), role: .warning)
    }

    private func storage(_ device: Device, _ totals: Totals) -> StepperScene.FieldText {
        let parts = [
            "\(ByteText.format(totals.usedBytes)) used",
            totals.partialBytes > 0 ? "\(ByteText.format(totals.partialBytes)) unfinished" : nil,
            device.contentVolume.freeBytes.map { "\(ByteText.format($0, roundsDown: true)) free" },
            device.contentVolume.isAvailable ? nil : "not connected",
        ].compactMap { $0 }
        return .init(
            name: "storage", value: parts.joined(separator: ", "),
            role: device.contentVolume.isAvailable ? .plain : .bad)
    }

    private func power(_ device: Device) -> StepperScene.FieldText? {
        guard let power = device.power else { return nil }
        let parts = [
            power.source.known == .battery ? "battery" : "plugged in",
            power.levelInBasisPoints.map { "\($0 / 100) %" }, power.isLowPowerMode ? "battery saver" : nil,
        ].compactMap { $0 }
        return .init(name: "power", value: parts.joined(separator: ", "))
    }

    private func session(_ device: Device) -> StepperScene.FieldText {
        guard let session = device.session else { return .init(name: "session", value: "none open", role: .dim) }
        return .init(name: "session", value: "open since #\(session)")
    }
}
