import Testing

@testable import HoldfastModel

@Suite struct GroupSummaryTests {
    /// 12 items of 100 MB each.
    private func context(_ change: (inout GroupContext) -> Void) -> GroupContext {
        var scene = Scene()
        var totals = GroupTotals()
        totals.items = 12
        totals.knownBytes = 1_200_000_000
        scene.context.device.session = 1
        var context = GroupContext(totals: totals, device: scene.context.device, now: Scene.now)
        change(&context)
        return context
    }

    private func line(_ phrases: Phrases = .english, _ change: (inout GroupContext) -> Void) -> String {
        var context = context(change)
        context.phrases = phrases
        let shown = groupSummary(context)
        let icon = shown.icon.symbol.rawValue + (shown.icon.style == .filled ? "" : "/\(shown.icon.style)")
        let secondary = shown.secondary.map(\.label).joined(separator: ", ")
        return "\(shown.row) | \(icon) | \(shown.label) | \(shown.detail) | \(shown.primary?.label ?? "–")"
            + " | \(secondary.isEmpty ? "–" : secondary)"
    }

    private static func offline(_ context: inout GroupContext) {
        context.device.connectivity?.link = .known(.none)
    }

    private static func begun(_ context: inout GroupContext) {
        context.totals.wanted = 9
        context.totals.installed = 3
        context.totals.usedBytes = 300_000_000
        context.totals.partialBytes = 50_000_000
    }

    @Test func `a group that is all here is offline`() {
        let shown = line {
            $0.totals.installed = 12
            $0.totals.usedBytes = 1_200_000_000
        }
        #expect(shown == "complete | offline_pin | Offline | 12 items · 1.2 GB | – | Remove downloads")
    }

    @Test func `a group of which nothing is here shows its size`() {
        #expect(line { _ in } == "absent | download | Download | 1.2 GB | Download | –")
        #expect(line { $0.totals.unknownSizes = 2 } == "absent | download | Download | at least 1.2 GB | Download | –")
        #expect(
            line {
                $0.totals.unknownSizes = 12
                $0.totals.knownBytes = 0
            } == "absent | download | Download | Size unknown | Download | –")
        #expect(line { $0.totals.items = 0 } == "empty | download/outline |  | No items | – | –")
    }

    @Test func `a group that is partly here`() {
        let shown = line { $0.totals.installed = 3 }
        #expect(
            shown
                == "partly | download | Download | 3 of 12 items already here · 1.2 GB | Download | Remove downloads")
    }

    @Test func `a group on its way counts its items and its bytes`() {
        let running = line {
            Self.begun(&$0)
            $0.totals.running = 2
        }
        #expect(
            running
                == "downloading | downloading/ring | Downloading | 3 of 12 items · 350 MB of 1.2 GB | Pause | Cancel")
        let paused = line {
            Self.begun(&$0)
            $0.isPaused = true
        }
        #expect(paused == "paused | pause_circle | Paused | 3 of 12 items · 350 MB of 1.2 GB | Resume group | Cancel")
        let queued = line { Self.begun(&$0) }
        #expect(queued == "queued | schedule | Queued | 3 of 12 items · 350 MB of 1.2 GB | Pause | Cancel")
        let offline = line {
            Self.begun(&$0)
            Self.offline(&$0)
        }
        #expect(
            offline
                == "noInternet | cloud_off | No internet | 9 will start when connected · 3 of 12 items"
                + " · 350 MB of 1.2 GB | – | Cancel")
        let switched = line {
            Self.begun(&$0)
            $0.device.offlineMode = Device.Switch()
        }
        #expect(
            switched
                == "offlineMode | cloud_off | Queued | Offline mode is on · 3 of 12 items · 350 MB of 1.2 GB"
                + " | Go online | Cancel")
    }

    @Test func `progress needs the size of every item`() {
        var context = context {
            Self.begun(&$0)
            $0.totals.running = 1
        }
        #expect(groupSummary(context).progressInBasisPoints == 2_916)
        context.totals.unknownSizes = 1
        #expect(groupSummary(context).progressInBasisPoints == nil)
        #expect(groupSummary(context).detail == "3 of 12 items · 350 MB")
    }

    @Test func `one and many are told apart in both languages`() {
        let one = { (context: inout GroupContext) in
            context.totals.items = 1
            context.totals.wanted = 1
            context.totals.knownBytes = 100_000_000
            Self.offline(&context)
        }
        #expect(line(.english, one).contains("1 will start when connected · 0 of 1 item ·"))
        #expect(
            line(.german, one)
                == "noInternet | cloud_off | Kein Internet | 1 startet bei Verbindung · 0 von 1 Element"
                + " · 0 B von 100 MB | – | Abbrechen")
        let many = line(.german) {
            Self.begun(&$0)
            Self.offline(&$0)
        }
        #expect(many.contains("9 starten bei Verbindung · 3 von 12 Elementen · 350 MB von 1,2 GB"))
    }

    @Test func `a voice hears label, title and sums`() {
        var context = context { $0.totals.installed = 3 }
        context.title = "Alps"
        #expect(
            groupSummary(context).accessibilityText
                == "Download. Alps. 3 of 12 items already here, 1.2 gigabytes")
    }

    @Test func `what holds for items holds for every group of three`() {
        var rows: Set<GroupSummary.Row> = []
        for shown in Self.everyGroup() {
            let (totals, summary) = (shown.totals, groupSummary(shown))
            rows.insert(summary.row)
            let isWhole = totals.installed == totals.items && totals.damaged + totals.removing + shown.unusable == 0
            #expect(summary.label != "Offline" || isWhole && totals.items > 0 && totals.wanted == 0, "\(shown)")
            let isUsable = NetworkSituation(shown.device) == .internet
            #expect(!isUsable || summary.label != "No internet", "\(shown)")
            let needsNone = summary.row == .empty || summary.row == .removing
            #expect(needsNone || !summary.actions.isEmpty, "\(shown)")
            let codes = Set(summary.actions.map(\.code))
            let isSomething = totals.installed > 0 || totals.wanted > 0
            #expect(needsNone || !isSomething || !codes.isDisjoint(with: [.remove, .cancel]), "\(shown)")
            #expect(summary.row == .empty || !summary.label.isEmpty)
            #expect(!summary.detail.isEmpty && !summary.detail.contains("{") && !summary.detail.contains("%"))
            if let progress = summary.progressInBasisPoints { #expect((0...10_000).contains(progress)) }
        }
        #expect(rows == Set(GroupSummary.Row.allCases))
    }

    /// Every way in which up to three items can be here, damaged, wanted, running, failed, held and going.
    static func everyGroup() -> [GroupContext] {
        var groups: [GroupContext] = []
        for items in 0...3 as ClosedRange<Int64> {
            for installed in 0...items {
                for wanted in 0...items {
                    for bits in 0..<256 as Range<Int64> {
                        var totals = GroupTotals()
                        (totals.items, totals.installed, totals.wanted) = (items, installed, wanted)
                        totals.damaged = min(installed, bits & 1)
                        totals.running = min(wanted, bits >> 1 & 1)
                        totals.failed = min(wanted - totals.running, (bits >> 2 & 1) * wanted)
                        totals.held = min(wanted - totals.running - totals.failed, bits >> 3 & 1)
                        totals.removing = min(installed - totals.damaged, bits >> 4 & 1)
                        (totals.usedBytes, totals.knownBytes) = (installed * 10, items * 10)
                        var context = GroupContext(totals: totals, device: Scene().context.device, now: Scene.now)
                        context.isPaused = bits >> 5 & 1 == 1
                        if bits >> 6 & 1 == 1 { offline(&context) }
                        context.unusable = min(installed - totals.damaged - totals.removing, bits >> 7 & 1)
                        groups.append(context)
                        if bits == 0 {
                            context.device.offlineMode = Device.Switch()
                            groups.append(context)
                        }
                    }
                }
            }
        }
        return groups
    }
}
