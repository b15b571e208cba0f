import Testing

@testable import HoldfastModel

/// In a made-up language without letters, every letter on a screen would be one that did not come from the table.
@Suite struct OwnWordsTests {
    private static let phrases: Phrases = {
        var phrases = Phrases()
        for key in PhraseKey.allCases where key != .nothing {
            phrases.texts[key] = PluralText(one: "«{0}{1}»", other: "<{0}{1}>")
        }
        phrases.texts[.separator] = "|"
        phrases.texts[.spokenSeparator] = "|"
        for unit in MeasureUnit.allCases {
            phrases.units[unit] = UnitWords(written: "{0}#", spoken: "{0}%")
        }
        phrases.moment = { _, _ in "@" }
        return phrases
    }()

    @Test func `an item's texts come from the table alone`() {
        for shown in SceneSpace.some {
            var scene = shown.scene
            scene.context.phrases = Self.phrases
            let affordance = scene.affordance
            let texts = [affordance.label, affordance.detail ?? "", affordance.accessibilityText]
            // A failure's code is told as it was seen: "timeout", "httpStatus".
            let codes = [shown.facts.failure?.code ?? ""]
            for text in texts + affordance.actions.map(\.label) {
                let own = codes.reduce(text) { Self.without($1, in: $0) }
                #expect(!own.contains { $0.isLetter }, "\(shown.affordance.row): \(text)")
            }
        }
    }

    @Test func `every blocker and every failure has its words in the table`() {
        var scene = Scene()
        scene.context.phrases = Self.phrases
        let facts = ItemFacts(scene.item, scene.context)
        for code in BlockerCode.allCases {
            let words = BlockerWords(Blocker(code), facts)
            for part in [words.reason, words.need].compactMap({ $0 }) { expectNoLetter(Self.phrases.text(part)) }
            if let fix = facts.action(words.fix) { expectNoLetter(fix.label) }
        }
        for kind in FailureClass.allCases.map(Open.known) + [.unknown(99)] {
            for number in [nil, 28] as [Int64?] {
                var failure = Failure()
                failure.class = kind
                failure.osCode = number
                expectNoLetter(Self.phrases.text(FailureWords.part(failure)))
            }
        }
    }

    @Test func `the app's texts come from the table alone`() {
        var rows: Set<AppIndicator.Row> = []
        for shown in SceneSpace.some {
            for (started, change) in Self.moments {
                var device = shown.scene.context.device
                change(&device)
                let indicator = appIndicator(
                    device: device, wanted: started, started: started, now: Scene.now, hasShownOffline: true,
                    phrases: Self.phrases)
                rows.insert(indicator.row)
                expectNoLetter(indicator.text + indicator.accessibilityText + (indicator.action?.label ?? ""))
            }
        }
        #expect(rows == Set(AppIndicator.Row.allCases))
    }

    private static let moments: [(Int64, @Sendable (inout Device) -> Void)] = [
        (0, { _ in }), (1, { $0.connectivityChangedAt = Scene.now - 5_000_000 }), (0, { $0.session = nil }),
        (0, { $0.unreadable = 3 }),
    ]

    @Test func `a feature's and the storage's texts come from the table alone`() {
        for need in FeatureNeed.allCases {
            for unmet in WhenUnmet.allCases {
                for savedAt in [nil, Scene.now - Scene.hour] {
                    var scene = Scene()
                    scene.offline()
                    let shown = availability(
                        of: Feature(id: "f", needs: need, contentItems: ["a"], whenUnmet: unmet),
                        device: scene.context.device, isInstalled: { _ in false }, savedAt: savedAt, now: Scene.now,
                        phrases: Self.phrases)
                    expectNoLetter((shown.label ?? "") + (shown.detail ?? "") + shown.accessibilityText)
                }
            }
        }
        var totals = Totals()
        for count in 0...2 as ClosedRange<Int64> {
            (totals.installed, totals.usedBytes, totals.partialBytes) = (count, count * 1_000, count)
            var scene = Scene()
            scene.loseVolume()
            for device in [Device(), scene.context.device] {
                let shown = storageSummary(totals: totals, device: device, quotaBytes: 1, phrases: Self.phrases)
                expectNoLetter(shown.title + shown.text + (shown.detail ?? "") + shown.accessibilityText)
                for action in shown.actions { expectNoLetter(action.label) }
            }
        }
    }

    private func expectNoLetter(_ text: String) {
        #expect(!text.contains { $0.isLetter }, "\(text)")
    }

    private static func without(_ word: String, in text: String) -> String {
        word.isEmpty ? text : text.split(separator: word, omittingEmptySubsequences: false).joined()
    }
}
