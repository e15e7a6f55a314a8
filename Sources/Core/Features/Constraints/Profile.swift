/// The profile of a table: development or production.
package enum Profile: String, CaseIterable, Sendable {
    /// Facts are what their sources say.
    case production
    /// An operator may put facts in the place of what their sources say, to try things out.
    case development
}
