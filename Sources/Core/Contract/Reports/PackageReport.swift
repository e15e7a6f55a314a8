/// A package of the route table that is not in force as it was read: it has errors, or is for instances of the other kind.
package struct PackageReport: WireObject, Equatable {
    /// What is in force in its place.
    package enum State: String, CaseIterable, Sendable, WireWord {
        /// The version that was in force before.
        case kept
        /// Nothing: its links are refused.
        case leftOut
        /// Nothing, and that is no fault: it is for instances of the other kind.
        case otherInstance
    }

    package static let typeName = "PackageState"
    package static let typeComment = "A package that is not in force as it was read."

    package var name = ""
    package var file = ""
    package var state = State.kept
    package var errors = 0
    package var firstError: DiagnosticReport?
    package var instances: String?

    package init() {}

    /// Whether it has to be mended.
    package var isFaulty: Bool { state != .otherInstance }

    package mutating func members(_ list: inout some MemberList) {
        list.member("name", &name, "The name of the package.")
        list.member("file", &file, "The file that it begins with.")
        list.member(
            "state", &state,
            """
            kept where the version that was in force before still is, or leftOut where there is none: then every link of
            its schemes and hosts is rejected.package.unavailable. otherInstance where it is for instances of the other
            kind, which is no fault.
            """)
        list.member("errors", &errors, "How many errors it has.")
        list.member("firstError", &firstError, "The first of them; Reload returns all.")
        list.member(
            "instances", &instances, "For which instances it is, where it says so: user or system; absent otherwise.")
    }
}
