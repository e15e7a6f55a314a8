/// A moment at which a fact changes by itself.
struct FactBoundary: Comparable {
    /// *Units*: milliseconds since 1970 UTC.
    let atMs: Int64
    let subject: Subject
    let key: FactKey

    static func < (left: Self, right: Self) -> Bool { left.atMs < right.atMs }
}
