import ArgumentParser
internal import ChannelRules
internal import Conf
internal import Contract
internal import Features
internal import Links
internal import Matching
import PurchaseRules
internal import Routing

/// `list`: prints the routes of a table, as they apply.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the routes with their patterns, scopes, features and conditions.",
        discussion: """
            Example: deeplinkctl list -f routes.conf --scope podcast --order precedence

            If a daemon answers within 200 ms, and neither -f nor DEEPLINKD_TABLE names a table, its table in force is \
            listed: all of it to operators, and to others names, patterns, scopes, features and actions.

            With --order precedence, routes are grouped by the scope in which they are looked up; of all groups the first \
            route that matches a link wins. --scope names a scheme or host as the table does, and then only the groups for \
            its links are printed; routes for every scheme or host are included.

            Below the routes stand the channels that their links are sent to, and who hears them. A list of all routes ends \
            with what the table says of its schemes and hosts, what answers for permissions and products, prices and trials, \
            the issuers of licences with their keys, and the groups that may set what the table names.
            """)

    /// The sort key of the routes.
    enum Order: String, ExpressibleByArgument, CaseIterable {
        case name, precedence
    }

    @OptionGroup var options: AnswererOptions
    @OptionGroup var colour: ColourOption
    @Option(name: .long, help: "By name, or by precedence under each scope.")
    var order = Order.name
    @Option(
        name: .long,
        help: ArgumentHelp("Only routes of this feature and of the features below it.", valueName: "FEATURE"))
    var feature: String?
    @Option(name: .long, help: ArgumentHelp("Only routes with links in this scope.", valueName: "SCHEME|HOST"))
    var scope: String?
    @Option(name: .long, help: ArgumentHelp("Only routes to actions of this name.", valueName: "ACTION"))
    var action: String?

    func run() throws {
        switch try options.tableInForce() {
        case .whole(let ruleset): try list(ruleset)
        case .routes(let routes):
            try RouteRows(routes, feature: feature, scope: scope, action: action).show(order, options.output)
        }
    }

    private func list(_ ruleset: Ruleset) throws {
        let isWanted = try filter(ruleset)
        switch order {
        case .name:
            let wanted = ruleset.routesByName.filter(isWanted).map { RouteText(ruleset: ruleset, number: $0) }
            print(wanted, under: nil, in: ruleset)
            printChannels(of: wanted, in: ruleset)
        case .precedence:
            var listed: [RouteText] = []
            for group in Self.groups(ruleset) where isLookedUp(group.entry, ruleset) {
                let rows = group.rows.filter { isWanted(ruleset.routes[row: $0].number) }
                let wanted = rows.map { RouteText(ruleset: ruleset, row: $0) }
                if !wanted.isEmpty { print(wanted, under: group, in: ruleset) }
                listed += wanted
            }
            printChannels(of: listed, in: ruleset)
        }
        if feature == nil, scope == nil, action == nil { printSources(of: ruleset) }
    }

    /// Prints what the table says of its scopes, what answers for permissions and products, who sells them, and who may set them.
    private func printSources(of ruleset: Ruleset) {
        let sections = DeclaredSources(ruleset, issuers: options.table.withKeys(ruleset).issuers).sections
        options.output.show(each: sections.flatMap { $0.rows.map(\.object) }) {
            for (heading, rows) in sections where !rows.isEmpty {
                Output.line(Line(heading, .name))
                Output.lines(Columns.lines(rows.flatMap(\.lines), indent: "  "))
            }
        }
    }

    private func print(_ texts: [RouteText], under group: Group?, in ruleset: Ruleset) {
        options.output.show(each: texts.map { $0.object(under: group?.name) }) {
            if let group {
                Output.line(
                    Line(group.name, .name) + Line(Self.separators(of: Self.scopes(of: group.entry, ruleset))))
            }
            // Further patterns of a route stand below the first.
            let rows = texts.flatMap { text in
                [
                    [Line(text.name, .label), Line(text.pattern)]
                        + (group == nil ? [Line(text.scopes.joined(separator: " "))] : [])
                        + [Line(text.owner), Line(text.conditions.joined(separator: ", "))]
                ] + text.patterns.dropFirst().map { ["", Line($0)] }
            }
            Output.lines(Columns.lines(rows, indent: group == nil ? "" : "  "))
        }
    }

    /// Prints who hears the links of routes; the object of each route says it by itself.
    private func printChannels(of routes: [RouteText], in ruleset: Ruleset) {
        guard options.output.format == .text, !ruleset.channels.isEmpty else { return }
        let names = Set(routes.compactMap { $0.channel?.name })
        guard !names.isEmpty else { return }
        Output.line(Line("channels", .name))
        let rows = names.sorted().compactMap { ruleset.channels[$0] }.map {
            ChannelText(channel: ExplainedChannel($0)).cells
        }
        Output.lines(Columns.lines(rows, indent: "  "))
    }

    // MARK: Filters

    private func filter(_ ruleset: Ruleset) throws -> (Int) -> Bool {
        let path = try feature.map { try FeatureNames(ruleset.catalogue).path(of: $0) }
        try Self.check(scope, "scope", among: ruleset.scopes.map(\.name))
        try Self.check(action, "action", among: ruleset.catalogue.actions.dropFirst().map(\.name))
        return { number in
            let route = ruleset.routes[number]
            if let path, !(ruleset.featurePath(of: route) + "/").hasPrefix(path + "/") { return false }
            if let action, ruleset.action(of: route).name != action { return false }
            return scope == nil || ruleset.scopes(of: route).contains { $0.name == scope }
        }
    }

    /// *Throws*: misuse where a name is none of these.
    static func check(_ name: String?, _ kind: String, among names: [String]) throws {
        guard let name, !names.contains(name) else { return }
        throw UsageError(no: kind, name, help: Suggestion.help(for: name, amongNames: Set(names)))
    }

    // MARK: Entries

    /// The patterns of the routes of one scope entry, by precedence.
    private typealias Group = (entry: ScopeEntry, name: String, rows: [Int])

    /// The scope entries with their routes, in the order of their lookup.
    private static func groups(_ ruleset: Ruleset) -> [Group] {
        var rows: [ScopeEntry: [Int]] = [:]
        for row in ruleset.index.precedence {
            for entry in Set(ruleset.routes[row: row].entries) { rows[entry, default: []].append(row) }
        }
        return rows.map { ($0, name($0, ruleset), $1) }.filter { !$0.name.isEmpty }
            .sorted { (rank($0.entry), $0.name) < (rank($1.entry), $1.name) }
    }

    /// Whether links of the scope that is asked for are looked up in an entry.
    private func isLookedUp(_ entry: ScopeEntry, _ ruleset: Ruleset) -> Bool {
        guard let scope else { return true }
        return ruleset.scopes.contains { declared in
            guard declared.name == scope else { return false }
            return switch (entry, declared.entry) {
            case (.anyScheme(let file), .scheme), (.anyHost(let file), .host): declared.file == file
            case (.host(let wider), .host(let host)): wider == host || wider.covers(host)
            default: entry == declared.entry
            }
        }
    }

    private static func rank(_ entry: ScopeEntry) -> Int {
        switch entry {
        case .scheme: 0
        case .host(let host): 1 + Int(host.kind.rawValue)
        case .anyScheme: 4
        case .anyHost: 5
        }
    }

    /// What the schemes of an entry are cut at in their opaque forms, for its heading; empty where that is slashes.
    ///
    /// *Shape*: ` (spotify:a:b)` for one with `separator ":"`.
    private static func separators(of scopes: [DeclaredScope]) -> String {
        let forms = scopes.compactMap { scope in scope.separator.map { "\(scope.name):a\($0.rawValue)b" } }
        return forms.isEmpty ? "" : " (\(forms.joined(separator: " ")))"
    }

    /// *Shape*: `podcast:`, `*.example.com`, `app: podcast`, `web: example.com *.example.com`; empty if the table has no
    /// scope for an any-entry.
    private static func name(_ entry: ScopeEntry, _ ruleset: Ruleset) -> String {
        let names = scopes(of: entry, ruleset).map(\.name).joined(separator: " ")
        return switch entry {
        case .scheme, .host: entry.text
        case .anyScheme: names.isEmpty ? "" : "app: " + names
        case .anyHost: names.isEmpty ? "" : "web: " + names
        }
    }

    private static func scopes(of entry: ScopeEntry, _ ruleset: Ruleset) -> [DeclaredScope] {
        ruleset.scopes.filter { scope in
            switch entry {
            case .scheme, .host: scope.entry == entry
            case .anyScheme(let file): scope.file == file && scope.isScheme
            case .anyHost(let file): scope.file == file && !scope.isScheme
            }
        }
    }
}
