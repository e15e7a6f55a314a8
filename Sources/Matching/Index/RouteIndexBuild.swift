/// What `RouteIndexBuilder.build` came to.
package struct RouteIndexBuild: ~Copyable {
    /// Nil if one of the problems is an error; `takeIndex` hands it out.
    var index: RouteIndex?
    /// Errors first, each kind in the order of the rules.
    package let problems: [PrecedenceProblem]
    /// The meeting pairs past the caps on reports, which were not looked into.
    package let suppressed: Int
    /// The most nodes of the index that one link can have alive at one segment.
    package let width: Int

    /// The index, which is then the caller's: the only way to take a noncopyable part out of a value of another target.
    package mutating func takeIndex() -> RouteIndex? { index.take() }
}
