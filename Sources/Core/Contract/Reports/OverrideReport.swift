/// One fact that an operator has overridden.
package struct OverrideReport: WireObject, Equatable {
    package static let typeName = "OverriddenFact"
    package static let typeComment = "One fact that an operator has overridden, whatever its source says."

    package var fact = ""
    package var endsAfterMs: Int64 = 0

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("fact", &fact, "The fact as a test case says it: toggle SmartPlaylists on.")
        list.member("endsAfterMs", &endsAfterMs, "In how many milliseconds the override ends.")
    }
}
