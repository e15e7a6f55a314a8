/// A directive of a table, outside of any block.
package enum TableLine: Directive {
    case core(TableDirective)
    case wing(WingDirective)

    package static let block = "a table"

    /// Those of the core and of all wings.
    package static func all(in wings: WingList) -> [Self] { wings.tableLines }

    /// The word that a line begins with.
    package var word: String {
        switch self {
        case .core(let directive): directive.rawValue
        case .wing(let directive): directive.word
        }
    }

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .core(let directive): directive.form
        case .wing(let directive): directive.form
        }
    }

    /// Those of the core and of wings, in the order in which help lists them: the core's are 0, 10, 20 and so on.
    static func joined(_ wings: [WingDirective], grants: [any GrantedKind.Type]) -> [Self] {
        let core = TableDirective.allCases.enumerated().map { ($0 * 10, Self.core($1)) }
        let shape = "grants \(grants.map { $0.word }.joined(separator: "|")) NAME… by group NAME"
        // After `delegate`.
        let grant = WingDirective("grants", DirectiveForm(shape, 4...DirectiveForm.many), order: 81, .uses) {
            GrantReader(table: $0).read($1)
        }
        let others = (grants.isEmpty ? wings : wings + [grant]).map { ($0.order, Self.wing($0)) }
        return (core + others).sorted { $0.0 < $1.0 }.map(\.1)
    }
}

/// The directives of the core for a table, outside of any block.
package enum TableDirective: String, CaseIterable, Sendable {
    case scheme, host, values, feature, deny, limit, `operator`, include, delegate
    case profile, intake, `package`, title, icon, instances, unmatched, rewrite, shadow
    case reloadCases = "reload-cases"
    case strictPackages = "strict-packages"
    case userInstances = "user-instances"

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .scheme:
            DirectiveForm(
                "scheme NAME…` or `scheme NAME… { … }", 1...DirectiveForm.many, block: .optional,
                names: [.declares(.scope, .from(1))])
        case .host:
            DirectiveForm(
                "host [http://|https://]NAME[:PORT]…` or `host NAME… { … }", 1...DirectiveForm.many, block: .optional,
                names: [.declares(.scope, .from(1))])
        case .values: DirectiveForm("values NAME MEMBER…", 2...DirectiveForm.many, names: [.declares(.values)])
        case .feature: FeatureDirective.feature.form
        case .deny:
            DirectiveForm(
                "deny PATTERN [in SCOPE…]", 1...DirectiveForm.many, names: [.names(.scope, .allAfter("in"))])
        case .limit: DirectiveForm("limit NAME VALUE", 2...2, names: [.names(.tableLimit)])
        case .operator: DirectiveForm("operator group NAME", 2...2)
        case .include: DirectiveForm("include GLOB", 1...1, names: [.names(.file)])
        case .delegate: DirectiveForm("delegate group NAME", 2...2)
        case .profile: DirectiveForm("profile production|development", 1...1, once: true)
        case .package: DirectiveForm("package NAME", 1...1, once: true, names: [.declares(.package)])
        case .title: DirectiveForm("title [LANGUAGE] TEXT", 1...2)
        case .icon: DirectiveForm("icon NAME` or `icon /PATH", 1...1, once: true)
        case .instances: DirectiveForm("instances user` or `instances system", 1...1, once: true)
        case .userInstances: DirectiveForm("user-instances yes` or `user-instances no", 1...1, once: true)
        case .strictPackages: DirectiveForm("strict-packages yes` or `strict-packages no", 1...1, once: true)
        case .rewrite: DirectiveForm("rewrite NAME { … }", 1...1, block: .required, names: [.declares(.rewrite)])
        case .shadow: DirectiveForm("shadow FILE", 1...1, once: true, names: [.names(.file)])
        case .reloadCases: DirectiveForm("reload-cases FILE", 1...1, once: true, names: [.names(.file)])
        case .unmatched: DirectiveForm("unmatched { … }", 0...0, block: .required, once: true)
        case .intake: DirectiveForm("intake without-ledger on|off|undetermined", 2...2, once: true)
        }
    }
}

/// The directives of a `scheme`.
package enum SchemeDirective: String, CaseIterable, Directive {
    case separator, open
    case trailingSlash = "trailing-slash"

    package static let block = "`scheme`"
    package static let opening: String? = "scheme NAME"

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .separator: DirectiveForm("separator \":\"` or `separator \",\"` or `separator \";\"", 1...1, once: true)
        case .open: HostDirective.open.form
        case .trailingSlash: HostDirective.trailingSlash.form
        }
    }
}
