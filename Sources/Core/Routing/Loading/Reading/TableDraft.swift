package import Conf
import Contract
package import Features
import Links
import Matching

/// The declarations of a table, each line checked but not yet against the others.
///
/// *Shape*: routes are rows of numbers, so that a million of them take no more than their names and patterns: what they
/// say otherwise, mostly the same, is a form that they share.
package struct TableDraft: ~Copyable {
    /// A set of `values` and whether anything uses it.
    struct NamedValues {
        let set: ValueSet
        let place: SourceRange
        var isUsed = false
    }

    /// A scheme or host and whether any route can get its links.
    struct Scope {
        let entry: ScopeEntry
        /// The words by which `in` names it.
        let spelling: String
        let place: SourceRange
        /// The number of the file that owns it.
        let owner: Int
        /// What separates the segments of its opaque form; nil for slashes.
        var separator: SegmentSeparator?
        /// Who else may add routes to it.
        let guests: ScopeGuests
        /// Whether its routes take links with and without a slash at the end.
        let takesEitherSlash: Bool
        var isUsed = false
    }

    /// The words for every scheme and every host of a file.
    enum ScopeFamily: String, CaseIterable {
        case app, web
    }

    /// What is known of the scopes of one file and its includes.
    struct Owner {
        /// Whether it has schemes, and whether it has hosts.
        var declared: Set<ScopeFamily> = []
        /// Whether a scheme or host may have been refused.
        var hasSpoiledScope = false
        /// Whether a route takes the links of every scheme, or of every host.
        var usesEvery: Set<ScopeFamily> = []
        var reportedMissingScope = false
    }

    /// An action's number and where it stands; without a number it has an error, which was reported at the action.
    struct NamedAction {
        var number: Int?
        let place: SourceRange
        var isUsed = false
    }

    /// A `grants` line about one fact.
    package struct Grant {
        let group: CallerRequirement.Value
        package let place: SourceRange
    }

    /// A `deny` line.
    struct Deny {
        let pattern: ExclusionPattern
        let entries: [ScopeEntry]
        let place: SourceRange
    }

    /// The words of every statement that was refused.
    ///
    /// A name that such a statement would have declared is not reported as unknown: the statement itself was reported,
    /// and a second report at each place that uses the name would be of no help.
    var spoiled: Set<String> = []
    /// Whether a file is missing; what it would have declared is unknown.
    var isIncomplete = false
    /// By file number.
    package var packagesByFile: [TableSet.Package?] = []
    /// The position of each file in the order of reading, by file number.
    var ranks: [Int: Int] = [:]
    /// The packages that are left out, by the numbers of the `deny` lines that stand for them.
    var leftOut: [Int: LeftOutPackages.Package] = [:]
    /// The numbers of the files that they begin with.
    var leftOutOwners: Set<Int> = []
    /// Where each package is named, by its name.
    var packages: [String: SourceRange] = [:]
    var values: [String: NamedValues] = [:]
    /// By package; that of the empty name is the table's own.
    var labels: [String: TableLabel] = [:]
    /// The titles of the same, while their lines are read.
    var titles: [String: LocalizedLines] = [:]
    /// Where each of their lines stands, by package, and by directive with its language.
    var labelPlaces: [String: [String: SourceRange]] = [:]
    /// Where the questions of confirmations stand.
    var confirmations: [TextTemplate: SourceRange] = [:]
    /// By what is granted.
    package var grants: [FactKey: [Grant]] = [:]
    var scopes: [Scope] = []
    /// The numbers of the scopes of all files by the words that name them; a scheme and a host can share one.
    var scopeNumbers: [String: [Int]] = [:]
    /// By file number.
    var owners: [Owner] = []
    var limitPlaces: [String: SourceRange] = [:]
    package var catalogue = FeatureCatalogue()
    var featureNumbers: [String: Int] = [:]
    var featurePlaces: [Int: SourceRange] = [:]
    /// By feature number and name.
    var actions: [Int: [String: NamedAction]] = [:]
    /// The routes that were read without an error, in the order of their names; those with several patterns several
    /// times, one after the other.
    var routes: [RouteDraft] = []
    /// Some of those with an error; the numbers of their rules follow those of `routes`.
    var faultyRoutes: [FaultyRoute] = []
    /// The names of all routes of the table, read or not, in the order of the table.
    var routeNames = ByteInterner()
    /// Where each of them stands.
    var routePlaces: [RouteDraft.Place] = []
    /// By the number that routes have them by.
    var forms: [RouteForm] = []
    /// The patterns of `routes` as they are written, one after the other.
    var patterns: [UInt8] = []
    /// By the number of the route's name, for those that have any.
    var overs: [UInt32: [(name: String, place: SourceRange)]] = [:]
    /// *Units*: bytes of the patterns with the prefixes of their groups and their optional parts; without them a file has
    /// no more.
    var mostPatternBytes = Limits.tableBytes
    /// *Units*: patterns, for the same reason.
    var mostPatterns = Limits.tablePatterns
    /// The patterns, and the bytes of them, that were read before the package that is being read; nil outside of packages.
    var beforePackage: (patterns: Int, bytes: Int)?
    /// Whether there are more patterns, or bytes of them, than the table or the package may have.
    var hasTooLongPatterns = false
    /// The number of groups of routes that were read.
    var groupCount = 0
    /// By the number of a key list, the keys of it that routes require.
    var requiredKeys: [Set<String>] = []
    var denies: [Deny] = []
    /// Where each `rewrite` is named, by its name.
    var rewrites: [String: SourceRange] = [:]
    /// Those that are in force, in the order of the table.
    var rewriteRules: [RewriteRule] = []
    /// The lines about the links of other features, before what they name is looked up.
    var interceptors: [InterceptorDraft] = []
    /// Where each redirect stands, in the order of the actions.
    var redirects: [SourceRange] = []
    /// The lines `instead`, before what they name is looked up.
    var insteads: [InsteadDraft] = []
    /// Which links are handed on, and by which action.
    var unmatched: (schemes: Set<String>, binding: ActionBinding)?
    var operatorGroups: [CallerRequirement.Value] = []
    var delegateGroups: [CallerRequirement.Value] = []
    /// What the tables say they are for, and where one says so.
    var profile: (profile: Profile, place: SourceRange)?
    /// What the tables say of the intake without a ledger, and where one says so.
    var intakeWithoutLedger: (value: IntakeWithoutLedger, place: SourceRange)?
    /// Where a table is named that every link is compared with.
    var shadow: SourceRange?
    /// The cases that the table has to pass before a reload puts it in force.
    var reloadCases: ReloadCasesLine?
    /// Where a file answers a question about the whole table with `yes` or `no`.
    var answers: [TableDirective: SourceRange] = [:]
    var limits = TableLimits()

    /// Whether nothing is known of the name because what declares it was refused.
    func isSpoiled(_ name: String) -> Bool { isIncomplete || !spoiled.isEmpty && spoiled.contains(name) }

    /// How the opaque forms of the schemes are cut.
    var separators: SegmentSeparators {
        var separators = SegmentSeparators()
        for scope in scopes { if case .scheme(let name) = scope.entry { separators[name] = scope.separator } }
        return separators
    }

    /// Per route, whether only operators are told of it; nil if everyone is told of all.
    var hiddenRoutes: [Bool]? {
        guard catalogue.hasHidden else { return nil }
        return routes.map { catalogue.features[forms[Int($0.form)].binding.feature].isHidden }
    }

    /// The number of a route's name.
    func numberOfRoute(_ name: String) -> Int? {
        let bytes = Array(name.utf8)
        return routeNames.number(of: bytes.span, bytes.indices)
    }

    /// The number of a new route's name; nil where another route has it.
    mutating func declare(route name: Span<UInt8>, at place: SourceRange) -> Int? {
        let number = routeNames.intern(name, name.indices)
        guard number == routePlaces.count else { return nil }
        routePlaces.append(RouteDraft.Place(place))
        return number
    }

    /// How many patterns, and bytes of them, there may be: those of the table, or with those of the package its part more
    /// than before.
    private var roomForPatterns: (patterns: Int, bytes: Int) {
        guard let beforePackage else { return (mostPatterns, mostPatternBytes) }
        return (
            min(mostPatterns, beforePackage.patterns + mostPatterns / Limits.fullPackages),
            min(mostPatternBytes, beforePackage.bytes + mostPatternBytes / Limits.fullPackages)
        )
    }

    /// What is wrong where there are too many patterns, or bytes of them.
    var sentenceForPatterns: String {
        let (room, before) = (roomForPatterns, beforePackage ?? (0, 0))
        if routes.count < room.patterns {
            let isPart = room.bytes < mostPatternBytes
            return "the patterns of the \(isPart ? "package" : "table") have more than "
                + "\(isPart ? room.bytes - before.bytes : mostPatternBytes) bytes with their prefixes"
        }
        let isPart = room.patterns < mostPatterns
        return "the routes of the \(isPart ? "package" : "table") have more than "
            + "\(isPart ? room.patterns - before.patterns : mostPatterns) patterns with their optional parts"
    }

    /// Counts the patterns that follow as those of a package, or as those of files outside of packages.
    mutating func beginPatterns(ofPackage isPackage: Bool) {
        beforePackage = isPackage ? (routes.count, patterns.count) : nil
        hasTooLongPatterns = false
    }

    /// Keeps a pattern of a route about which no error was reported, unless the table or the package has too many.
    mutating func append(route name: Int, path: RoutePath, pattern: ArraySlice<UInt8>, form: Int) {
        let room = roomForPatterns
        guard patterns.count + pattern.count <= room.bytes, routes.count < room.patterns else {
            hasTooLongPatterns = true
            return
        }
        patterns += pattern
        routes.append(
            RouteDraft(
                name: UInt32(truncatingIfNeeded: name), form: UInt32(truncatingIfNeeded: form),
                patternEnd: UInt32(truncatingIfNeeded: patterns.count), path: path))
    }
}
