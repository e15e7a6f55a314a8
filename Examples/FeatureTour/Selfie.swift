import DeepLinkFeatures

/// Three permissions, none asked for before it is needed.
enum SelfieFeature: ConditionalFeature {
    static let description = "Selfie Posting"
    static let post = action(PostSelfie.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permissions(.camera, .photos, .location(usage: .whenInUse))
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(post)
    }
}

enum PostSelfie: Action {
    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) {}
}
