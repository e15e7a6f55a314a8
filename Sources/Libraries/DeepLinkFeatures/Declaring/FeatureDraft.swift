import Features

/// One feature on its way into a catalogue.
struct FeatureDraft {
    let type: any FeatureDefinition.Type
    let path: String
    let name: String
    /// The number of the group's draft.
    let parent: Int?
    /// The path of the nearest conditional feature, itself or an ancestor.
    let condition: String?
    var constraints: [Constraint] = []
    var actions: [FeatureActionsBuilder.Declaration] = []
    var routes: [DeclaredRoute] = []
    var interceptors: [FeatureInterceptorsBuilder.Declaration] = []
}
