// `deeplinkctl export`: the routes of one host of a table as the file that the web site serves.
//
//   route → components: one for each pattern, and before it its `except` lines → the list, exclusions first
//
// In a table the narrower route wins and each `except` is of its own route; in the file the first rule wins. Where these
// differ, and where a pattern can say more than a glob, the report says which links are meant differently.

internal import Features
internal import Matching
package import Routing
package import Varlink

/// The files that a table's routes are written as.
package enum LinkExportKind: String, CaseIterable, Sendable {
    /// apple-app-site-association.
    case apple
    /// assetlinks.json.
    case assetlinks

    /// The name under which a web site serves the file.
    package var path: String {
        switch self {
        case .apple: "/.well-known/apple-app-site-association"
        case .assetlinks: "/.well-known/assetlinks.json"
        }
    }
}

/// What the user says of a file that is made.
package struct ExportOptions: Sendable {
    /// App ids, or names of Android packages.
    package var apps: [String] = []
    /// The certificates of the Android app.
    package var fingerprints: [String] = []
    /// The host whose file is made; nil for the only one.
    package var host: String?

    /// Makes options that say nothing.
    package init() {}
}

/// A file of a web site that was made of a table.
package struct ExportedFile: Sendable {
    /// The file as a JSON value.
    package let value: Value
    /// The host that serves it.
    package let host: String
    /// How many rules it has.
    package let rules: Int
    /// What differs from the table.
    package let losses: [LinkLoss]
}

/// Makes the file of one host.
package struct LinkExport {
    /// One rule of the file.
    struct Component: Equatable {
        var path: String
        var items: [(name: String, pattern: String)] = []
        var fragment: String?
        var isExclusion = false

        static func == (left: Component, right: Component) -> Bool {
            left.path == right.path && left.items.elementsEqual(right.items, by: ==) && left.fragment == right.fragment
                && left.isExclusion == right.isExclusion
        }
    }

    private let ruleset: Ruleset
    /// The host as the table declares it.
    let scope: DeclaredScope
    private let kind: LinkExportKind
    /// What differs so far.
    var losses = LossList()
    /// The texts of `$(name)`; Android has no such variables.
    var variables: [(name: String, members: [String])] = []
    private var components: [Component] = []
    /// Whether the file has variables, so whether it is Apple's.
    var hasVariables: Bool { kind == .apple }

    /// Writes the routes of a host.
    ///
    /// *Throws*: for a host that the table does not declare, and without the name of an app.
    package static func file(
        _ kind: LinkExportKind, of ruleset: Ruleset, _ options: ExportOptions
    ) throws(AppLinkError) -> ExportedFile {
        let scope = try host(options.host, of: ruleset)
        try check(options, for: kind)
        var export = LinkExport(ruleset: ruleset, scope: scope, kind: kind)
        export.addDenials()
        export.addRoutes()
        let value = kind == .apple ? export.appleFile(options) : export.assetLinks(options)
        return ExportedFile(
            value: value, host: scope.name, rules: export.components.count, losses: export.losses.all)
    }

    private init(ruleset: Ruleset, scope: DeclaredScope, kind: LinkExportKind) {
        (self.ruleset, self.scope, self.kind) = (ruleset, scope, kind)
    }

    /// The host of the table whose file is meant.
    static func host(_ name: String?, of ruleset: Ruleset) throws(AppLinkError) -> DeclaredScope {
        let hosts = ruleset.scopes.filter { scope in
            if case .host(let host) = scope.entry { host.isSecure } else { false }
        }
        let names = hosts.map(\.name).joined(separator: ", ")
        guard let name else {
            // A wildcard beside one host is of its other names.
            let exact = hosts.filter { !$0.name.contains("*") }
            if exact.count == 1 { return exact[0] }
            guard hosts.count == 1 else {
                throw AppLinkError(
                    hosts.isEmpty ? "the table declares no host of the web" : "the table has several hosts",
                    help: hosts.isEmpty ? "as in `host podcasts.example`" : "name one with --host: \(names)")
            }
            return hosts[0]
        }
        let wanted = name.lowercased()
        if let host = hosts.first(where: { $0.name == wanted }) { return host }
        guard let parsed = try? DeclaredHost.parse(Array(wanted.utf8).span),
            let wider = hosts.first(where: { scope in
                if case .host(let host) = scope.entry { host.covers(parsed) } else { false }
            })
        else {
            throw AppLinkError(
                "the table has no host `\(name)`", help: names.isEmpty ? nil : "it has \(names)", isOfFile: false)
        }
        return wider
    }

    private static func check(_ options: ExportOptions, for kind: LinkExportKind) throws(AppLinkError) {
        guard !options.apps.isEmpty else {
            throw AppLinkError(
                "the file needs the name of an app",
                help: kind == .apple
                    ? "--app TEAMID.bundle, as in --app ABCDE12345.org.example.podcasts"
                    : "--app PACKAGE, as in --app org.example.podcasts")
        }
        if kind == .apple, let app = options.apps.first(where: { !AppName.isAppID($0) }) {
            throw AppLinkError(
                "`\(app)` is not the id of an app",
                help: "it is a team and a bundle, as in ABCDE12345.org.example.podcasts")
        }
        guard kind == .assetlinks else { return }
        guard !options.fingerprints.isEmpty else {
            throw AppLinkError(
                "an assetlinks.json needs the certificate of the app",
                help: "--fingerprint AB:CD:…, which `keytool -list` prints")
        }
        if let print = options.fingerprints.first(where: { !AppName.isFingerprint($0) }) {
            throw AppLinkError(
                "`\(print)` is not a SHA-256 fingerprint", help: "it is 32 pairs of digits with colons, AB:CD:…")
        }
    }

    // MARK: Rules

    private mutating func addDenials() {
        for (number, denial) in ruleset.denials.map(\.pattern).enumerated() where isOfHost(number, denial) {
            add(exclusion(denial))
        }
    }

    /// Whether a link of the host is denied by this line.
    private func isOfHost(_ number: Int, _ denial: ExclusionPattern) -> Bool {
        let path = denial.atoms.map { atom in
            let core = atom.core == .literal ? [] : Array("x".utf8)
            return "/" + PercentText.encoded(atom.prefix + core + atom.suffix)
        }
        let host = scope.name.split(separator: "*", omittingEmptySubsequences: true).joined()
        let url = "https://" + (host.hasPrefix(".") ? "x" : "") + host + (path.isEmpty ? "/" : path.joined())
        guard let link = try? ruleset.parse(url) else { return true }
        var match = Match()
        if case .denied = ruleset.index.match(link, into: &match) { return true }
        return false
    }

    private mutating func addRoutes() {
        let own = ruleset.routes.indices.map { ruleset.routes[$0] }.filter { route in
            ruleset.scopes(of: route).contains { $0.entry == scope.entry }
        }
        // An exclusion hides its links from the rules behind it, so routes with one come last.
        for route in own where route.excepts.isEmpty { add(route) }
        let last = own.filter { !$0.excepts.isEmpty }
        for route in last {
            for except in route.excepts { add(exclusion(except)) }
            add(route)
        }
        for (index, route) in last.enumerated() {
            let hidden = last[(index + 1)...].filter { other in Self.meet(route, other) }
            for other in hidden {
                losses.add(
                    .narrower, other.name,
                    "the `except` lines of \(route.name) stand before it, and hide their links from it")
            }
        }
        let features = Set(own.map { ruleset.featurePath(of: $0) }).sorted()
        for path in features {
            let hasConditions = ruleset.catalogue.features.contains { $0.path == path && !$0.constraints.isEmpty }
            if hasConditions { losses.add(.dropped, path, "the file has no conditions: its links are for everyone") }
        }
    }

    private static func meet(_ route: Route, _ other: Route) -> Bool {
        route.alternatives.contains { mine in
            other.alternatives.contains { mine.rule.relation(to: $0.rule) != .disjoint }
        }
    }

    private mutating func add(_ route: Route) {
        for alternative in route.alternatives.prefix(2 * AppLinkLimits.patternsOfRule) {
            let pattern = alternative.pattern
            // Apple takes both forms by the one without the slash.
            if hasVariables, scope.takesEitherSlash, pattern.atoms.count > 1, pattern.atoms.last?.isEmpty ?? false {
                continue
            }
            var component = Component(path: path(pattern, of: route.name))
            component.items = items(route)
            if let fragment = route.fragment, fragment.isRequired { component.fragment = "?*" }
            add(component)
        }
        if route.isStrict { losses.add(.wider, route.name, "`strict`: other keys may stand in the query") }
    }

    private mutating func add(_ component: Component) {
        if !components.contains(component) { components.append(component) }
    }

    // MARK: Files

    private var componentValues: Value {
        .array(
            components.map { component in
                var members = [Value.Member("/", .string(component.path))]
                if !component.items.isEmpty {
                    let items = component.items.map { Value.Member($0.name, .string($0.pattern)) }
                    members.append(Value.Member("?", .object(items)))
                }
                if let fragment = component.fragment { members.append(Value.Member("#", .string(fragment))) }
                if component.isExclusion { members.append(Value.Member("exclude", true)) }
                return .object(members)
            })
    }

    private func appleFile(_ options: ExportOptions) -> Value {
        var members = [Value.Member]()
        if !variables.isEmpty {
            let sets = variables.map { Value.Member($0.name, .array($0.members.map { .string($0) })) }
            members.append(Value.Member("substitutionVariables", .object(sets)))
        }
        let details: Value = .object([
            Value.Member("appIDs", .array(options.apps.map { .string($0) })),
            Value.Member("components", componentValues),
        ])
        members.append(Value.Member("details", .array([details])))
        return .object([Value.Member("applinks", .object(members))])
    }

    private func assetLinks(_ options: ExportOptions) -> Value {
        let relation = "delegate_permission/common.handle_all_urls"
        let prints = options.fingerprints.map { Value.string($0.uppercased()) }
        let components: Value = .object([Value.Member("dynamic_app_link_components", componentValues)])
        return .array(
            options.apps.map { app in
                .object([
                    Value.Member("relation", .array([.string(relation)])),
                    Value.Member(
                        "target",
                        .object([
                            Value.Member("namespace", "android_app"), Value.Member("package_name", .string(app)),
                            Value.Member("sha256_cert_fingerprints", .array(prints)),
                        ])),
                    Value.Member("relation_extensions", .object([Value.Member(relation, components)])),
                ])
            })
    }
}
