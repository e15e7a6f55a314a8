internal import Contract
package import Links

/// Collects scopes, routes and denials, checks their precedence, and freezes them.
///
/// The builder and its parts are noncopyable: an implicit copy of its flat arrays, even for one call, retains each of
/// them.
///
/// *Shape*: declare, add, then `build` once. The order in which rules are added affects only their numbers.
/// *Cost* of `build`: proportional to the routes and to the pairs that intersect; see `PrecedenceCheck`.
package struct RouteIndexBuilder: ~Copyable {
    /// *Units*: nodes alive at one segment; past it a warning gives the width of the table.
    package static let widthWarning = 64
    /// *Units*: nodes alive at one segment; past it the table is refused unless it has `limit width N`.
    package static let widthLimit = 4096
    private var scopes = ScopeDeclarations()
    var store = RouteStore()
    /// The value of `limit width` in the table.
    package var widthLimit = Self.widthLimit
    /// *Units*: bytes compared in the search for overlaps.
    var byteLimit = Limits.precedenceBytes
    /// True to report routes that a broader route of an earlier entry hides in some scopes.
    package var reportsHidden = false

    /// Makes an empty builder.
    package init() {}

    /// Declares a custom scheme, lower-case, as owned by `file`.
    ///
    /// The first owner keeps it.
    /// - Parameter separator: what separates the segments of its opaque form; nil for slashes.
    package mutating func declare(scheme: String, file: Int, separator: SegmentSeparator? = nil) {
        scopes.declare(scheme: scheme, file: file, separator: separator)
    }

    /// Declares a web host as owned by `file`.
    ///
    /// The first owner keeps it.
    package mutating func declare(host: DeclaredHost, file: Int) { scopes.declare(host: host, file: file) }

    /// Adds a rule and returns its number, counted from 0.
    ///
    /// The numbers in `over` may be those of rules that are added later.
    package mutating func add(_ rule: RouteRule) -> Int { store.add(rule) }

    /// Adds a denial for the links of `entries` and returns its number, counted from 0.
    @discardableResult
    package mutating func addDeny(_ pattern: ExclusionPattern, entries: [ScopeEntry]) -> Int {
        store.add(pattern, entries: entries)
    }

    /// Checks all rules and denials, and freezes them if there is no error.
    ///
    /// - Parameters:
    ///   - freezes: false for a table that is refused in any case, so only its problems are wanted.
    ///   - isShown: tells by its number whether a route is in the second index, that of the shown routes; nil for none.
    package consuming func build(freezes: Bool = true, isShown: ((Int) -> Bool)? = nil) -> RouteIndexBuild {
        if store.isTooLarge { return RouteIndexBuild(problems: [.tooLarge], suppressed: 0, width: 0) }
        let denialOrder = denialOrder()
        var check = PrecedenceCheck(store, scopes, byteLimit: byteLimit)
        let order = check.run(reportsHidden: reportsHidden)
        let roots = check.roots.distinct
        let (width, root) = TrieWidth.compute(check.trie, check.store, roots.map(\.root))
        if width > Self.widthWarning {
            check.problems.append(.wide(width: width, limit: widthLimit, isError: width > widthLimit))
        }
        var build = RouteIndexBuild(
            problems: Self.sorted(check.problems), suppressed: check.suppressed, width: width)
        build.widestEntry = roots.first { $0.root == root }?.entry
        if freezes, !check.problems.contains(where: \.isError) {
            var freezer = IndexFreezer(check, order: order, denialOrder: denialOrder)
            build.index = freezer.freeze()
            if let isShown { build.shownIndex = freezer.freeze(only: isShown) }
        }
        return build
    }

    /// Finds a link of an entry that two rules both accept; their paths and queries intersect.
    package mutating func commonLink(of left: Int, _ right: Int, in entry: ScopeEntry) -> CommonLink {
        store.witness(left, right, entry: entry, scopes)
    }

    /// Sorted by text, so that the reported denial does not depend on the order of files.
    private func denialOrder() -> [Int] {
        let texts = store.denials.map(\.text)
        return texts.indices.sorted { (texts[$0], $0) < (texts[$1], $1) }
    }

    /// Errors first, then by the rule of the report.
    private static func sorted(_ problems: [PrecedenceProblem]) -> [PrecedenceProblem] {
        problems.enumerated().sorted { left, right in
            if left.element.isError != right.element.isError { return left.element.isError }
            // A problem of the whole table comes last.
            let (mine, its) = (left.element.routes.first ?? .max, right.element.routes.first ?? .max)
            return (mine, left.offset) < (its, right.offset)
        }.map(\.element)
    }
}
