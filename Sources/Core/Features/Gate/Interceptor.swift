// Interceptors: actions of a feature that stand around the links of other features.
//
//     feature Parental {
//         require toggle on
//         action check { input action string ; varlink unix:/run/parental io.example.Parental.Check action=$(action) }
//         guard check of Player
//     }
//
//     guard     is asked before an action of those features is performed, and may refuse it
//     replace   is performed in the place of one action, with the same inputs
//     observe   gets what became of a link: its masked URL and its code
//
// An interceptor is an action of its feature as any other: it is performed only with a proof that its feature is available to
// the caller of the link. Where it is not, the link goes on as if the line were not there.

/// An action that stands around the links of other features.
package struct Interceptor: Equatable, Sendable {
    /// *Shape*: the full name of its action, `Parental.check`.
    package let name: String
    package let binding: ActionBinding
    /// The features whose links it is about, with those inside them; nil for all.
    package let features: Set<Int>?

    /// Makes the interceptor of a line.
    package init(name: String, binding: ActionBinding, features: Set<Int>? = nil) {
        (self.name, self.binding, self.features) = (name, binding, features)
    }

    /// True if it is about the links of a feature; one about all is also about links that reach none.
    package func isAbout(_ feature: Int?) -> Bool {
        guard let features else { return feature != binding.feature }
        return feature.map(features.contains) ?? false
    }
}

/// The interceptors of a table, each kind in the order of the lines.
package struct Interceptors: Equatable, Sendable {
    package var observers: [Interceptor] = []
    package var guards: [Interceptor] = []
    /// By the number of the action that is replaced.
    package var replacements: [Int: [Interceptor]] = [:]

    package init() {}

    /// True if there are none.
    package var isEmpty: Bool { observers.isEmpty && guards.isEmpty && replacements.isEmpty }
}
