package import Varlink

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

extension OverrideReport: WireObject {
    package static var typeName: String { "OverriddenFact" }
    package static var typeComment: String { "One fact that stands in the place of what its source says." }
    package static var blank: Self { Self(fact: "", endsAfterMs: 0) }

    package mutating func members(_ list: inout some MemberList) {
        list.member("fact", &fact, "The fact as a test case says it: toggle SmartPlaylists on.")
        list.member("endsAfterMs", &endsAfterMs, "How long it stands yet, in milliseconds.")
    }
}
