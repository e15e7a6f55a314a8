/// What a table tells people of the objects that a constraint names.
package struct ConstraintTitles: Equatable, Sendable {
    /// What people call the products of a purchase, by id; without those that have no other name.
    var products: [String: String] = [:]
    /// The description of the feature that declares the constraint.
    var feature: String?
    /// What people call that feature, or else its description.
    var title: String?

    /// *Shape*: `premium.monthly "Premium"`, or the id alone.
    func label(ofProduct id: String) -> String { products[id].map { "\(id) \"\($0)\"" } ?? id }

    /// *Shape*: `Playback/SleepTimer, "Stops playing after a while"`, or the path alone.
    func label(ofFeature path: String) -> String { feature.map { "\(path), \"\($0)\"" } ?? path }
}
