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

let package = Package(
    name: "Holdfast",
    platforms: [.macOS(.v15)],
    targets: [
        .systemLibrary(
            name: "CHoldfastLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]),
        .systemLibrary(
            name: "CHoldfastCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .target(name: "HoldfastLMDB", dependencies: ["CHoldfastLMDB"], swiftSettings: strict),
        .target(name: "HoldfastLog", dependencies: ["HoldfastLMDB", "CHoldfastCrypto"], swiftSettings: strict),
        .target(name: "HoldfastModel", swiftSettings: strict),
        .testTarget(name: "HoldfastLMDBTests", dependencies: ["HoldfastLMDB"], swiftSettings: strict),
        .testTarget(name: "HoldfastLogTests", dependencies: ["HoldfastLog", "HoldfastLMDB"], swiftSettings: strict),
        .testTarget(name: "HoldfastModelTests", dependencies: ["HoldfastModel"], swiftSettings: strict),
        .testTarget(
            name: "InteropTests", dependencies: ["HoldfastLog", "HoldfastModel"], path: "Tests/Interop",
            exclude: ["read_store.py"], swiftSettings: strict),
    ]
)
