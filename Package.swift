// swift-tools-version: 6.2
import PackageDescription

// The targets stand in data-flow order: a target imports only targets declared above it (HouseTests holds the law).

let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "deeplinkd",
    targets: [
        .target(name: "Contract", swiftSettings: house),
    ]
)
