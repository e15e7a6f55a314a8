internal import Matching
package import Routing
internal import Varlink

/// Whether the association file of a host names an app, and takes the links of a table.
package struct HostVerification: Sendable {
    /// A route of the host whose example the file does not take.
    package struct Gap: Equatable, Sendable {
        /// The name of the route.
        package let route: String
        /// A link of it.
        package let url: String
        /// The rule that leaves the link out; nil if no rule takes it.
        package let rule: String?
    }

    /// The app that is looked for.
    package let app: String
    /// Which file it is.
    package let kind: LinkExportKind
    /// Whether the file names the app.
    package private(set) var isNamed = false
    /// The apps that the file names.
    package private(set) var named: [String] = []
    /// Why it does not count although it is named; nil if it counts.
    package private(set) var fault: String?
    /// How many rules the file has for the app.
    package private(set) var rules = 0
    /// How many routes of the host were tried.
    package private(set) var routes = 0
    /// Those that the file does not take.
    package private(set) var gaps: [Gap] = []

    /// Looks for an app in a file, which is told by its form: a list is an assetlinks.json.
    ///
    /// - Parameters:
    ///   - fingerprint: a certificate of the app, for an assetlinks.json.
    ///   - ruleset: the table whose routes of the host are tried.
    ///
    /// *Throws*: for a file that cannot be read, and for a host that the table does not declare.
    package init(
        _ bytes: [UInt8], names app: String, fingerprint: String?, host: String, of ruleset: Ruleset?
    ) throws(AppLinkError) {
        self.app = app
        guard TableScope(host: host) != nil, !host.contains("*") else {
            throw AppLinkError("`\(host)` is not a host", help: "as in podcasts.example", isOfFile: false)
        }
        let scope = try ruleset.map { (table) throws(AppLinkError) in try LinkExport.host(host, of: table) }
        let isList = bytes.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "[")
        kind = isList ? .assetlinks : .apple
        var own: [AppleRule]?
        if isList {
            own = try readAssetLinks(bytes, fingerprint)
        } else {
            let file = try AppleFile(bytes)
            named = file.apps
            isNamed = named.contains(app)
            own = isNamed ? file.rules(of: app) : nil
            if isNamed, own?.contains(where: { !$0.isExclusion }) != true {
                fault = "the file has no rule that gives it a link"
            }
        }
        rules = own?.count ?? 0
        if let ruleset, let scope, let own { try tryRoutes(of: scope, host: host, ruleset, own) }
    }

    private mutating func readAssetLinks(_ bytes: [UInt8], _ fingerprint: String?) throws(AppLinkError) -> [AppleRule]?
    {
        let file = try AssetLinks(bytes)
        named = file.packages
        let own = file.statements.filter { $0.package == app }
        isNamed = !own.isEmpty
        let prints = own.flatMap(\.fingerprints)
        if isNamed, prints.isEmpty {
            fault = "the file names no certificate of it"
        } else if isNamed, let fingerprint, !prints.contains(fingerprint.uppercased()) {
            fault = "the file names it with another certificate"
        }
        return own.isEmpty ? nil : own.compactMap(\.rules).first ?? [AppleRule(path: "*")]
    }

    private mutating func tryRoutes(
        of scope: DeclaredScope, host: String, _ ruleset: Ruleset, _ rules: [AppleRule]
    ) throws(AppLinkError) {
        for number in ruleset.routes.indices {
            let route = ruleset.routes[number]
            guard ruleset.scopes(of: route).contains(where: { $0.entry == scope.entry }),
                let url = Self.example(number, of: ruleset, host), let link = WebLink(url)
            else { continue }
            routes += 1
            guard !rules.take(link) else { continue }
            gaps.append(Gap(route: route.name, url: url, rule: rules.first { $0.matches(link) }?.text))
        }
    }

    /// A link of a route, with values of its types.
    private static func example(_ number: Int, of ruleset: Ruleset, _ host: String) -> String? {
        let parameters = RoutePatterns(of: number, in: ruleset).parameters.filter(\.isRequired)
        let values = parameters.map { parameter in
            Value.Member(parameter.name, parameter.language.map { .string(text(of: $0)) } ?? .array(["x"]))
        }
        return try? ruleset.link(to: number, values, scope: host).url
    }

    private static func text(of language: Language) -> String {
        if case .set(let set) = language { return String(decoding: set.members.first ?? [], as: UTF8.self) }
        if case .bounded(let type) = language { return type.sample }
        let texts = ["x", "1", "a", "2026-01-31", "true", "00000000-0000-0000-0000-000000000000"]
        return texts.first { language.accepts(Array($0.utf8).span) } ?? "x"
    }
}
