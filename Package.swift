// swift-tools-version: 6.2
import PackageDescription

/// Swift 6 mode with everything the toolchain can check switched on; a warning fails the build.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .treatAllWarnings(as: .error),
]

/// What the fuzz targets try.
let fuzzed: [Target.Dependency] = ["HoldfastCLI", "Holdfast", "HoldfastLog", "HoldfastLMDB", "HoldfastModel"]

let package = Package(
    name: "Holdfast",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Holdfast", targets: ["Holdfast"]),
        .library(name: "HoldfastConformance", targets: ["HoldfastConformance"]),
        .executable(name: "holdfast", targets: ["HoldfastCLI"]),
        // Loaded by tests into the processes that they record and fail; of no use to anybody else.
        .library(name: "HoldfastInterposer", type: .dynamic, targets: ["HoldfastInterposer"]),
    ],
    targets: [
        .systemLibrary(
            name: "CHoldfastLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]),
        .systemLibrary(
            name: "CHoldfastCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(
            name: "CHoldfastCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .target(name: "HoldfastLMDB", dependencies: ["CHoldfastLMDB"], swiftSettings: strict),
        .target(name: "HoldfastLog", dependencies: ["HoldfastLMDB", "CHoldfastCrypto"], swiftSettings: strict),
        .target(name: "HoldfastModel", swiftSettings: strict),
        .target(
            name: "Holdfast",
            dependencies: ["HoldfastLog", "HoldfastModel", "CHoldfastCurl", "CHoldfastCrypto"],
            swiftSettings: strict),
        .target(name: "HoldfastConformance", dependencies: ["Holdfast"], swiftSettings: strict),
        // The page that 'holdfast report' writes. A module of its own, since a file of bytes takes long to compile.
        .target(
            name: "HoldfastPage", path: "Tools/holdfast/Report/Page", resources: [.embedInCode("Source")],
            swiftSettings: strict),
        .executableTarget(
            name: "HoldfastCLI", dependencies: ["HoldfastPage", "Holdfast", "HoldfastModel"], path: "Tools/holdfast",
            exclude: ["Report/Page"], swiftSettings: strict),
        .executableTarget(
            name: "HoldfastBenchmarks", dependencies: ["Holdfast", "HoldfastLog", "HoldfastModel"],
            path: "Tools/benchmarks", exclude: ["peers"], swiftSettings: strict),
        .testTarget(
            name: "HoldfastLMDBTests", dependencies: ["HoldfastTestSupport", "HoldfastLMDB"], swiftSettings: strict),
        .testTarget(name: "HoldfastLogTests", dependencies: ["HoldfastLog", "HoldfastLMDB"], swiftSettings: strict),
        .testTarget(name: "HoldfastModelTests", dependencies: ["HoldfastModel"], swiftSettings: strict),
        .testTarget(
            name: "InteropTests",
            dependencies: [
                "HoldfastTestSupport", "HoldfastCLI", "Holdfast", "HoldfastLMDB", "HoldfastLog", "HoldfastModel",
            ],
            path: "Tests/Interop", exclude: ["read_store.py"], swiftSettings: strict),
        .testTarget(
            name: "GoldenTests",
            dependencies: ["HoldfastTestSupport", "Holdfast", "HoldfastLMDB", "HoldfastLog", "HoldfastModel"],
            path: "Tests/Golden", exclude: ["Stores"], swiftSettings: strict),
        .target(
            name: "HoldfastTestSupport", dependencies: ["Holdfast", "HoldfastLMDB", "HoldfastLog", "HoldfastModel"],
            path: "Tests/Support", swiftSettings: strict),
        .testTarget(
            name: "HoldfastTests",
            dependencies: [
                "HoldfastTestSupport", "HoldfastConformance", "Holdfast", "HoldfastLMDB", "HoldfastLog",
                "HoldfastModel",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "CrashTests", dependencies: ["HoldfastTestSupport", "Holdfast", "HoldfastLog", "HoldfastModel"],
            path: "Tests/Crash",
            swiftSettings: strict),
        .target(
            name: "HoldfastInterposer", path: "Tests/Interposer",
            cSettings: [.treatAllWarnings(as: .error)]),
        .executableTarget(
            name: "StoreWorker",
            dependencies: ["HoldfastTestSupport", "Holdfast", "HoldfastLMDB", "HoldfastLog", "HoldfastModel"],
            path: "Tests/StoreWorker", swiftSettings: strict),
        .testTarget(
            name: "PowerLossTests", dependencies: ["HoldfastTestSupport", "StoreWorker"], path: "Tests/PowerLoss",
            swiftSettings: strict),
        .testTarget(
            name: "FaultTests",
            dependencies: [
                "HoldfastTestSupport", "StoreWorker", "Holdfast", "HoldfastLMDB", "HoldfastLog", "HoldfastModel",
            ], path: "Tests/Faults",
            swiftSettings: strict),
        .target(
            name: "HoldfastTaskHook", path: "Tests/Simulation/TaskHook", cSettings: [.treatAllWarnings(as: .error)]),
        .target(
            name: "HoldfastSimulation",
            dependencies: ["HoldfastTestSupport", "HoldfastTaskHook", "Holdfast", "HoldfastLog", "HoldfastModel"],
            path: "Tests/Simulation/World", swiftSettings: strict),
        .executableTarget(
            name: "holdfast-simulate", dependencies: ["HoldfastSimulation"], path: "Tests/Simulation/Program",
            swiftSettings: strict),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "HoldfastTestSupport", "HoldfastSimulation", "HoldfastConformance", "Holdfast", "HoldfastLog",
                "HoldfastModel",
            ],
            path: "Tests/Simulation/Suite", swiftSettings: strict),
        .testTarget(
            name: "BenchmarkTests",
            dependencies: ["HoldfastTestSupport", "HoldfastBenchmarks", "Holdfast", "HoldfastLog", "HoldfastModel"],
            path: "Tests/Benchmarks", swiftSettings: strict),
        .testTarget(
            name: "CommandLineTests",
            dependencies: ["HoldfastTestSupport", "HoldfastCLI", "Holdfast", "HoldfastModel"],
            exclude: ["Transcripts", "Shells"],
            swiftSettings: strict),
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                "HoldfastTestSupport", "HoldfastBenchmarks", "HoldfastCLI", "HoldfastPage", "Holdfast", "HoldfastModel",
            ],
            path: "Tests/Browser", exclude: ["browse.py"], swiftSettings: strict),
        .testTarget(
            name: "DamageTests", dependencies: ["HoldfastTestSupport", "HoldfastCLI", "Holdfast"],
            path: "Tests/Damage", swiftSettings: strict),
        .testTarget(
            name: "NetworkTests", dependencies: ["HoldfastTestSupport", "HoldfastCLI"], path: "Tests/Network",
            swiftSettings: strict),
        .testTarget(
            name: "ProcessTests", dependencies: ["HoldfastTestSupport", "HoldfastCLI", "Holdfast"],
            path: "Tests/Processes", swiftSettings: strict),
        .testTarget(
            name: "FuzzTests", dependencies: fuzzed, path: "Tests/Fuzz", exclude: ["Corpus", "Driver"],
            swiftSettings: strict),
    ]
)

// The build of `Tools/fuzz`: libFuzzer needs a main program of its own, and the tool without one.
if Context.environment["HOLDFAST_FUZZ"] != nil {
    package.targets.removeAll { $0.isTest || $0.name == "HoldfastCLI" }
    package.targets += [
        .target(
            name: "HoldfastCLI", dependencies: ["HoldfastPage", "Holdfast", "HoldfastModel"], path: "Tools/holdfast",
            exclude: ["Main.swift", "Report/Page"], swiftSettings: strict),
        .executableTarget(
            name: "HoldfastFuzz", dependencies: fuzzed, path: "Tests/Fuzz", exclude: ["Corpus", "CorpusTests.swift"],
            swiftSettings: strict),
    ]
    package.products = [.executable(name: "HoldfastFuzz", targets: ["HoldfastFuzz"])]
}
