internal import Contract
internal import Desktop
internal import HostSystem
internal import Matching
internal import Routing
internal import Tables

/// The schemes of a table, and the desktop entries that they need.
struct DesktopTable {
    /// The schemes that an entry may take, each with its package: those with a route, and this program's own where the table
    /// hands links on.
    let entries: [LinkEntry]
    /// Whether a host of the web has a route.
    let routesWeb: Bool
    /// The schemes of the web whose links go to another program where no route takes them.
    let handedOn: Set<String>
    /// The entry for the links of the web.
    let webEntry: LinkEntry
    let revision: String

    /// All schemes of the entries, sorted.
    var schemes: [String] { entries.flatMap(\.schemes).sorted() }

    /// Finds the schemes with a route.
    ///
    /// - Parameter names: takes no others; all of them if it is empty.
    ///
    /// *Throws*: misuse for a name that the table does not route, or that no entry may have.
    init(_ ruleset: Ruleset, only names: [String] = []) throws {
        var routed: Set<ScopeEntry> = []
        for route in ruleset.routes { routed.formUnion(route.entries) }
        routesWeb = ruleset.scopes.contains { scope in
            guard case .host = scope.entry else { return false }
            return routed.contains(scope.entry) || routed.contains(.anyHost(file: scope.file))
        }
        handedOn = ruleset.unmatched?.schemes.intersection(LinkEntry.webSchemes) ?? []
        let own = ruleset.label(of: nil)
        webEntry = LinkEntry(webTitle: own.title, icon: own.icon)
        var packages: [String: String?] = [:]
        for scope in ruleset.scopes {
            guard case .scheme(let name) = scope.entry, !LinkEntry.foreignSchemes.contains(name),
                routed.contains(scope.entry) || routed.contains(.anyScheme(file: scope.file))
            else { continue }
            // The link that tries the way is the same whichever package has its route.
            packages[name] = .some(name == ClickProbe.scheme ? nil : scope.package)
        }
        // Such a table takes the links of the web that are inside links of this scheme.
        if ruleset.unmatched != nil { packages[ClickProbe.scheme] = .some(nil) }
        for name in names where packages[name] == nil {
            if LinkEntry.foreignSchemes.contains(name) {
                throw UsageError(
                    "the scheme \(UsageError.quoted(name)) belongs to other programs", help: "leave it out")
            }
            throw UsageError(
                no: "routed scheme", name,
                help: packages.isEmpty
                    ? "the table has none" : "the table has: \(packages.keys.sorted().joined(separator: " "))")
        }
        let chosen = names.isEmpty ? packages : packages.filter { names.contains($0.key) }
        let groups = Dictionary(grouping: chosen.keys) { chosen[$0] ?? nil }
        entries = groups.sorted { ($0.key ?? "") < ($1.key ?? "") }.map { package, schemes in
            let label = ruleset.label(of: package)
            return LinkEntry(package: package, title: label.title, icon: label.icon, schemes: schemes)
        }
        revision = ruleset.revision
    }
}

extension DesktopTarget {
    /// What the installation before has changed; nothing where no record is kept.
    ///
    /// *Throws*: `DesktopError` for a file that is no record.
    var record: DesktopRecord {
        get throws { try recordPath.map { try DesktopRecord(readFrom: $0) } ?? DesktopRecord() }
    }

    /// The table whose schemes are installed: what is named, or else what user instances read.
    ///
    /// A package with an error is left out, as at the start of a daemon.
    ///
    /// *Throws*: if there is no table; status 3 if it has errors outside of packages.
    func ruleset(_ table: TableOption) throws -> Ruleset {
        let source = table.isGiven ? table.source : installedSource
        let reading = try source.readForTool(isNamed: table.isGiven)
        let result = RulesetLoader.loadWithoutFaultyPackages(reading.set, environment: source.environment)
        if let ruleset = result.ruleset { return ruleset }
        return try source.loadForTool(isNamed: table.isGiven)
    }

    private var installedSource: TableSource {
        switch self {
        case .user:
            TableSource(
                served: [], by: .user, environment: HostFacts.environment, allowsPrograms: true, wings: .ofThisProgram)
        case .system: Self.source(root: "")
        case .tree(let root): Self.source(root: root)
        }
    }

    /// The tables of user instances below a folder, without those of a home.
    private static func source(root: String) -> TableSource {
        TableSource(
            .folders(TableLocations.folders(of: .user, environment: [:])), purpose: .checking, instance: .user,
            root: root)
    }
}
