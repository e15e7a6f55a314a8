/// An optional query key of a link that the action did not get, because its value could not be taken.
package struct IgnoredKey: WireObject, Equatable {
    /// Why a key is left out.
    package enum Reason: String, CaseIterable, Sendable, WireWord {
        /// The key occurs more than once.
        case `repeated`
        /// The value is not of the type of the route.
        case mistyped
    }

    package static let typeComment =
        "An optional key of the link that was left out; the action had its default or no value."

    package var key = ""
    package var reason = Reason.mistyped

    package init() {}

    /// A key by its decoded name.
    package init(_ key: String, _ reason: Reason) {
        self.key = key
        self.reason = reason
    }

    package mutating func members(_ list: inout some MemberList) {
        list.member("key", &key, "The key as the route declares it.")
        list.member("reason", &reason, "repeated if it is given more than once, or mistyped.")
    }
}
