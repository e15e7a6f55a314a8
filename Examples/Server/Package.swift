// swift-tools-version: 6.2
import PackageDescription

// A package of its own: what it needs of the network is no dependency of deeplinkd.
let package = Package(
    name: "Server",
    dependencies: [
        .package(name: "deeplinkd", path: "../..", traits: ["Tracing"]),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .executableTarget(
            name: "Server",
            dependencies: [
                .product(name: "DeepLinkFeatures", package: "deeplinkd"),
                .product(name: "DeepLinkTracing", package: "deeplinkd"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ], swiftSettings: [.swiftLanguageMode(.v6)])
    ])
