/// A finite set of texts, the type of a capture or a query value: the members of a `values` line, or `a|b|c`.
///
/// *Shape*: `values lang en de fr` is the set {de, en, fr} with the name `lang`; `$(x:b|a)` is {a, b} without a name.
package struct ValueSet: Hashable, Sendable {
    /// The members: at least one, non-empty, distinct, sorted by bytes so that equal sets are equal values.
    package let members: [[UInt8]]
    /// The name after `values`; nil for a set that is written out in the pattern.
    package let name: String?

    /// Makes the set of `members` in any order; nil if there are none, or if one is empty or repeated.
    package init?(members: [[UInt8]], name: String?) {
        let sorted = members.sorted { $0.lexicographicallyPrecedes($1) }
        guard let first = sorted.first, !first.isEmpty else { return nil }
        for (member, next) in zip(sorted, sorted.dropFirst()) where member == next { return nil }
        self.members = sorted
        self.name = name
    }

    /// True if `bytes` is a member.
    ///
    /// *Cost*: a binary search.
    package func contains(_ bytes: Span<UInt8>) -> Bool { ByteText.contains(members, bytes) }
}
