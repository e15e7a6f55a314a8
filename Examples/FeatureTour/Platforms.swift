import DeepLinkFeatures

/// Versions as numbers and as texts, and words in the place of versions.
enum ExampleFeature: ConditionalFeature {
    static let description = "Runs on some machines"
    static let run = action(Run.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.linux = "5.10.1"
        requirements.debian = 11
        requirements.ubuntu = .any
        requirements.fedora = .unsupported
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(run)
    }
}

/// Available on any Debian, and on nothing else.
enum ExampleDebianOnlyFeature: ConditionalFeature {
    static let description = "Runs on Debian"
    static let run = action(Run.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.debianOnly = .any
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(run)
    }
}

enum Run: Action {
    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) -> String { "it runs" }
}
