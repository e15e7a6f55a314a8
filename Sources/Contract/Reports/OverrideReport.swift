/// One fact that an operator has put in the place of what its source says.
package struct OverrideReport: Equatable, Sendable {
    /// *Shape*: as a `with` line says it, `toggle SmartPlaylists on`.
    package var fact: String
    package var endsAfterMs: Int64

    package init(fact: String, endsAfterMs: Int64) {
        self.fact = fact
        self.endsAfterMs = endsAfterMs
    }
}
