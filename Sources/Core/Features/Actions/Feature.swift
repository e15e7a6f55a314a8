package import Contract

/// A feature: it has a name that users know, and owns actions and routes.
package struct Feature: Equatable, Sendable {
    /// *Shape*: the names from the outermost ancestor on, `Podcasts/SmartPlaylists`.
    package let path: String
    package let name: String
    /// The number of the enclosing feature.
    package let parent: Int?
    package let description: LocalizedText?
    /// What people call it: its own title, or else that of the feature around it, of its package or of its table.
    package let title: LocalizedText?
    /// Its own constraints; empty for a feature that is always available by itself.
    package let constraints: [Constraint]
    /// Whether only operators are told of it: `visible no`, its own or an ancestor's.
    package let isHidden: Bool

    /// *Shape*: `Playback/SleepTimer, "Stops playing after a while"`, or the path alone.
    var label: String { description.map { "\(path), \"\($0.plain)\"" } ?? path }

    /// Whether it is called something else in another language.
    var isTranslated: Bool { title?.isTranslated == true || description?.isTranslated == true }

    package init(
        path: String, name: String, parent: Int?, description: LocalizedText?, title: LocalizedText? = nil,
        constraints: [Constraint], isHidden: Bool = false
    ) {
        self.path = path
        self.name = name
        self.parent = parent
        self.description = description
        self.title = title
        self.constraints = constraints
        self.isHidden = isHidden
    }
}
