/// That an answer was kept from an earlier link, and how old it is.
public struct CachedAnswer: WireObject, Equatable, Sendable {
    package static let typeName = "Cached"
    package static let typeComment = "That the answer was kept from an earlier link."
    /// The message of an outcome with such an answer.
    package static let sentence = "The answer was kept from an earlier link."

    /// How long ago the service gave it.
    public package(set) var age = Duration.zero
    /// True if it is older than the table lets answers be that need no new one.
    public package(set) var isStale = false

    package init() {}

    /// An answer of an age.
    package init(age: Duration, isStale: Bool) { (self.age, self.isStale) = (age, isStale) }

    package mutating func members(_ list: inout some MemberList) {
        list.member("ageMs", &age, "How long ago the service gave it.")
        list.member("stale", &isStale, "Whether it is older than an answer may be without a new one.")
    }
}
