@testable import HoldfastModel

/// Thousands of scenes: the product of the five machines and the networks, with everything else drawn by a seeded generator;
/// all single blockers and pairs of them for a waiting item; the product of the networks and the settings for one that
/// nobody asked for. Some cannot come about; a screen must say something true even then.
enum SceneSpace {
    static let seed: UInt64 = 0x484F_4C44
    static let shown: [Shown] = (machines() + blockers() + settings() + resting()).map {
        Shown(scene: $0, facts: ItemFacts($0.item, $0.context), affordance: $0.affordance)
    }

    /// A share of them, for what depends on the rows rather than on the states.
    static var some: [Shown] { shown.indices.filter { $0.isMultiple(of: 7) }.map { shown[$0] } }

    struct Shown: Sendable {
        var scene: Scene
        var facts: ItemFacts
        var affordance: Affordance
    }

    private typealias Change = @Sendable (inout Scene) -> Void

    private static func machines() -> [Scene] {
        var generator = SplitMix(state: seed)
        var scenes: [Scene] = []
        for installed in installations {
            for staging in stagings {
                for transfer in transfers {
                    for removal in removals {
                        for network in networks {
                            // A removal hides the network: a quarter of the networks will do.
                            if removal != .none, generator.draw(4) > 0 { continue }
                            for isWanted in [false, true] {
                                var scene = Scene()
                                if isWanted { scene.want() }
                                for change in [installed, staging, network] { change(&scene) }
                                scene.item.transfer = transfer
                                scene.item.removal = removal
                                scatter(&scene, &generator)
                                scenes.append(scene)
                            }
                        }
                    }
                }
            }
        }
        return scenes
    }

    private static func blockers() -> [Scene] {
        var generator = SplitMix(state: seed &+ 1)
        var scenes: [Scene] = []
        for network in networks {
            for first in BlockerCode.allCases {
                for second in BlockerCode.allCases where second.rawValue >= first.rawValue {
                    var scene = Scene()
                    network(&scene)
                    scene.want(Blocker(first), Blocker(second, needBytes: 200_000_000))
                    if generator.draw(2) == 0 { scene.partial() }
                    if generator.draw(4) == 0 { scene.install() }
                    if first == .pausedGroup || second == .pausedGroup { scene.join() }
                    scenes.append(scene)
                }
            }
        }
        return scenes
    }

    private static func settings() -> [Scene] {
        var scenes: [Scene] = []
        for network in networks {
            for staging in stagings {
                for bits in 0..<64 {
                    var scene = Scene()
                    network(&scene)
                    staging(&scene)
                    scene.context.allowsMetered = bits & 1 != 0
                    scene.context.allowsRoaming = bits & 2 != 0
                    scene.context.allowsLowData = bits & 4 != 0
                    scene.context.blocksUnknownMetered = bits & 8 != 0
                    scene.context.confirmLimit = bits & 16 != 0 ? 1_000_000 : nil
                    if bits & 32 != 0 { scene.context.device.offlineMode = Device.Switch() }
                    scenes.append(scene)
                }
            }
        }
        return scenes
    }

    /// Items that nobody asked for, where the connection, the rooms and the settings decide.
    private static func resting() -> [Scene] {
        var generator = SplitMix(state: seed &+ 2)
        var scenes: [Scene] = []
        for network in networks {
            for staging in stagings {
                for _ in 0..<200 {
                    var scene = Scene()
                    network(&scene)
                    staging(&scene)
                    if generator.draw(4) == 0 { scene.install() }
                    scatter(&scene, &generator)
                    scenes.append(scene)
                }
            }
        }
        return scenes
    }

    /// What is not multiplied out is drawn: settings, catalogue, rooms, blockers, the person's switches.
    private static func scatter(_ scene: inout Scene, _ generator: inout SplitMix) {
        for changes in others { changes[Int(generator.draw(UInt64(changes.count)))](&scene) }
        for _ in 0..<generator.draw(3) {
            let code = BlockerCode.allCases[Int(generator.draw(UInt64(BlockerCode.allCases.count)))]
            scene.context.blockers.append(Blocker(code, needBytes: generator.draw(2) == 0 ? nil : 5_000_000))
        }
    }

    private static let installations: [Change] = [
        { _ in }, { $0.install() }, { $0.install { $0.isMissing = true } }, { $0.install { $0.isCorrupt = true } },
        { $0.install { $0.volume = 3 } },
    ]

    private static let stagings: [Change] = [{ _ in }, { $0.partial(of: nil) }, { $0.partial() }]

    private static let transfers: [Transfer] =
        [
            .idle, .ready, .held(by: .user, until: nil), .held(by: .app, until: Scene.now),
            .backoff(
                notBefore: Scene.now + 9_000_000, delayInMilliseconds: 9_000, failure: Scene.broken, scheduled: 12),
            .backoff(notBefore: Scene.now, delayInMilliseconds: 9_000, failure: Scene.broken, scheduled: 12),
            .connecting(Scene.attempt), .receiving(Scene.attempt), .verifying(Scene.attempt),
            .publishing(Scene.attempt, verified: 15, digest: Scene.digest, trust: .known(.expected)),
            .failed(Failure(.notFound, "httpStatus"), needs: .known(.source)),
            .failed(Failure(), needs: .unknown(99)),
        ] + Need.allCases.map { .failed(Scene.broken, needs: .known($0)) }

    private static let removals: [Removal] =
        [
            .none, .pending(requested: 30, reason: .known(.user), undoUntil: Scene.now + 1),
            .pending(requested: 30, reason: .known(.user), undoUntil: nil),
            .running(requested: 30, reason: .unknown(99)),
            .failed(requested: 30, reason: .known(.user), Scene.broken),
        ]

    private static let networks: [Change] = [
        { _ in }, { $0.offline() }, { $0.unknown() },
        {
            $0.offline()
            $0.unknown()
        },
        { $0.context.device.connectivity = nil }, { $0.network { $0.link = .known(.local) } },
        {
            $0.network {
                $0.link = .known(.internet)
                $0.isCaptive = true
            }
        },
        { $0.metered() }, { $0.slow() },
        {
            $0.network {
                $0.link = .known(.internet)
                $0.isRoaming = true
                $0.isLowData = true
                $0.isMetered = nil
            }
        },
        {
            $0.network {
                $0.link = .known(.internet)
                $0.isLowData = true
            }
        },
        {
            $0.network {
                $0.link = .known(.internet)
                $0.quality = .known(.unusable)
            }
        },
        { $0.network { $0.link = .unknown(99) } },
    ]

    private static let others: [[Change]] = [
        [{ _ in }, { _ in }, { $0.context.device.offlineMode = Device.Switch() }],
        [{ _ in }, { $0.loseVolume() }],
        [{ _ in }, { _ in }, { $0.context.isWithdrawn = true }, { $0.item.catalogue.isDownloadable = false }],
        [{ _ in }, { $0.item.catalogue.size = nil }, { $0.item.catalogue.isSizeExact = false }],
        [
            { _ in }, { _ in }, { $0.item.catalogue.expiresAt = Scene.now },
            { $0.item.catalogue.expiresAt = Scene.now + Scene.hour },
            { $0.item.catalogue.expectedDigest = Scene.newerDigest },
        ],
        [
            { _ in }, { _ in }, { $0.context.freeBytes = 1 }, { $0.context.quotaLeft = 1 },
            { $0.context.bytesPerSecond = 100_000 }, { $0.context.receivedBytes = .max },
        ],
        [
            { _ in },
            {
                $0.context.allowsMetered = true
                $0.context.allowsRoaming = true
                $0.context.allowsLowData = true
                $0.context.confirmLimit = 1
            },
        ],
        [{ _ in }, { _ in }, { _ in }, { $0.context.reach = .loopback }, { $0.context.reach = .link }],
    ]
}

/// A small seeded generator (SplitMix64).
struct SplitMix {
    var state: UInt64

    /// 0..<bound, near enough to even for tests.
    mutating func draw(_ bound: UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return (mixed ^ (mixed >> 31)) % bound
    }
}
