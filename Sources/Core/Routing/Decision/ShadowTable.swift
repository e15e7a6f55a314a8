/// The table that every link is compared with; it performs nothing.
package struct ShadowTable: Sendable {
    /// The path of its file, as `shadow` leads to it.
    package let file: String
    /// Nil where it has errors or cannot be read: nothing is compared then.
    package let ruleset: Ruleset?
}
