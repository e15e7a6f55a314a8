/// The result of `RouteIndexBuilder.build`.
package struct RouteIndexBuild: ~Copyable {
    /// Nil if one of the problems is an error, or if none was to be made; `takeIndex` returns it.
    var index: RouteIndex?
    /// The index of the shown routes alone, if there are others; `takeShownIndex` returns it.
    var shownIndex: RouteIndex?
    /// Errors first, each kind in the order of the rules.
    package let problems: [PrecedenceProblem]
    /// The number of possible conflicts that were not examined, because the limits on reports were reached.
    package let suppressed: Int
    /// The most nodes of the index that can be alive for one link at one segment.
    package let width: Int
    /// A scope in which that many are.
    package var widestEntry: ScopeEntry?

    /// Moves the index to the caller; another target cannot take a noncopyable part out of a value in any other way.
    package mutating func takeIndex() -> RouteIndex? { index.take() }

    /// Moves the index of the shown routes to the caller.
    package mutating func takeShownIndex() -> RouteIndex? { shownIndex.take() }
}
