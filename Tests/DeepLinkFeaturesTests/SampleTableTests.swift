import Foundation
import Testing

/// What the library promises, topic by topic, with the compiled code that shows it.
///
/// The topics are those of the guide to conditional features that the library follows; its samples are in other words here.
@Suite struct SampleTableTests {
    private static let samples: [(topic: String, file: String, words: [String])] = [
        (
            "features in groups, seven of them, four with conditions", "Examples/FeatureTour/PodcastApp.swift",
            ["enum PodcastApp: FeatureGroup", "enum Playback: Feature, FeatureGroup", ": ConditionalFeature"]
        ),
        (
            "a feature for deep links, on by default",
            "Sources/Libraries/DeepLinkFeatures/Linking/DeepLinkingFeature.swift",
            ["requirements.runtimeEnabled()", "isEnabled: Bool? = true", "actions.declare(performIncomingURL)"]
        ),
        (
            "a toggle, a switch of the program and a purchase together", "Examples/FeatureTour/LevelBuilder.swift",
            ["userToggled(defaultValue: true)", "runtimeEnabled()", "Product(\"SUB0001\"", "var isEnabled: Bool?"]
        ),
        (
            "a switch of the program, moved while it runs", "Examples/FeatureTour/Main.swift",
            ["dispatcher.setRuntime(LevelBuilderFeature.self, to: false)"]
        ),
        (
            "requirements of several products", "Examples/FeatureTour/LevelBuilder.swift",
            ["purchases(anyOf: [.product(levelPack), .quantity(coins, 30)])"]
        ),
        (
            "a tracker of purchases, and one to try combinations with", "Examples/FeatureTour/Main.swift",
            ["DebugPurchaseTracker(over: receipts)", "purchases.set(levelPack, to: .expired)"]
        ),
        ("what a tracker is", "Examples/FeatureTour/Shop.swift", ["final class Receipts: PurchaseTracker"]),
        (
            "permissions", "Examples/FeatureTour/Selfie.swift",
            ["requirements.permissions(.camera, .photos, .location(usage: .whenInUse))"]
        ),
        (
            "platforms, with versions as numbers and as texts", "Examples/FeatureTour/Platforms.swift",
            ["= 11", "= \"5.10.1\"", "= .any", "= .unsupported", "debianOnly = .any"]
        ),
        (
            "a request, its binding, and a refusal", "Examples/FeatureTour/Links.swift",
            ["dispatcher.request(DeepLinkingFeature.performIncomingURL)", "binding.perform(with: url", ".refused(let"]
        ),
        (
            "a permission that the user was not asked for, a controller and a retry",
            "Examples/FeatureTour/PhotoAttachments.swift",
            [
                "permissions.notDetermined.isEmpty", "feature.permissionAuthorisationController(using: self",
                "permissionController?.begin(retryHandler: retry)",
            ]
        ),
        (
            "a coordinator, which orders, explains, skips and cancels", "Examples/FeatureTour/PhotoAttachments.swift",
            ["func willBegin(", "func willRequest(", "func didRequest(", "func didComplete("]
        ),
        (
            "a permission that a coordinator skips", "Tests/DeepLinkFeaturesTests/AuthorisationTests.swift",
            ["scene.choose(.skip)", "scene.choose(.cancelAll)"]
        ),
        (
            "a table whose actions are Swift types", "Examples/FeatureTour/TableApp.swift",
            ["enum Stations: TableFeature", "actions.bind(tune)", "FeatureDeclarations(tableText:"]
        ),
        (
            "callers, programs and profiles", "Examples/FeatureTour/Operators.swift",
            ["requirements.caller(gids:", "requirements.program(", "requirements.profile("]
        ),
        (
            "a refused action, its reasons in their order, and the retry of what the user wanted",
            "Examples/FeatureTour/PhotoAttachments.swift",
            [
                "of: PhotoAttachmentsFeature.self, retry:",
                "permissions.restricted.isEmpty",
                "purchases.requiredToUnlock.isEmpty", "permissions.denied.isEmpty", "permissions.notDetermined.isEmpty",
            ]
        ),
    ]

    @Test(arguments: samples.indices)
    func `each topic has a sample that is compiled, in the order of its words`(_ index: Int) throws {
        let (topic, file, words) = Self.samples[index]
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
        for word in words { #expect(text.contains(word), "\(topic): \(file) has no `\(word)`") }
        let places = words.compactMap { text.range(of: $0)?.lowerBound }
        if topic.hasPrefix("a refused action") { #expect(places == places.sorted()) }
    }
}
