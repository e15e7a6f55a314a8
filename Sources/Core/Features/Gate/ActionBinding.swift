/// An unverified binding of a feature and one of its actions: it can be shown, and cannot be performed.
///
/// Only a catalogue makes one, so the feature that is verified always owns the action that is performed.
package struct ActionBinding: Equatable, Hashable, Sendable {
    /// The feature's number in its catalogue.
    package let feature: Int
    /// The action's number in its catalogue.
    package let action: Int
}
