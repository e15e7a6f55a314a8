/// The directives of a table, outside of any block.
package enum TableDirective: String, Directive {
    case scheme, host, values, product, issuer, permission, channel, feature, deny, limit, `operator`, include, delegate
    case grants, profile, intake, `package`, title, icon, instances
    case strictPackages = "strict-packages"
    case userInstances = "user-instances"

    package static let block = "a table"

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .scheme:
            DirectiveForm("scheme NAME…` or `scheme NAME… { … }", 1...DirectiveForm.many, block: .optional)
        case .host:
            DirectiveForm(
                "host [http://|https://]NAME[:PORT]…` or `host NAME… { … }", 1...DirectiveForm.many, block: .optional)
        case .values: DirectiveForm("values NAME MEMBER…", 2...DirectiveForm.many)
        case .product: DirectiveForm("product ID { … }", 1...1, block: .optional)
        case .permission:
            DirectiveForm("permission NAME from SOURCE …` or `permission policy FILE", 2...DirectiveForm.many)
        case .issuer: DirectiveForm("issuer NAME { … }", 1...1, block: .required)
        case .channel: DirectiveForm("channel NAME { … }", 1...1, block: .required)
        case .feature: DirectiveForm("feature NAME { … }", 1...1, block: .required)
        case .deny: DirectiveForm("deny PATTERN [in SCOPE…]", 1...DirectiveForm.many)
        case .limit: DirectiveForm("limit NAME VALUE", 2...2)
        case .operator: DirectiveForm("operator group NAME", 2...2)
        case .include: DirectiveForm("include GLOB", 1...1)
        case .delegate: DirectiveForm("delegate group NAME", 2...2)
        case .grants: DirectiveForm("grants permission|product NAME… by group NAME", 4...DirectiveForm.many)
        case .profile: DirectiveForm("profile production|development", 1...1, once: true)
        case .package: DirectiveForm("package NAME", 1...1, once: true)
        case .title: DirectiveForm("title TEXT", 1...1, once: true)
        case .icon: DirectiveForm("icon NAME` or `icon /PATH", 1...1, once: true)
        case .instances: DirectiveForm("instances user` or `instances system", 1...1, once: true)
        case .userInstances: DirectiveForm("user-instances yes` or `user-instances no", 1...1, once: true)
        case .strictPackages: DirectiveForm("strict-packages yes` or `strict-packages no", 1...1, once: true)
        case .intake: DirectiveForm("intake without-ledger on|off|undetermined", 2...2, once: true)
        }
    }
}

/// The directives of a `scheme`.
package enum SchemeDirective: String, Directive {
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

/// The directives of a `product`.
package enum ProductDirective: String, Directive {
    case title, kind, source, price, trial, buy, shared

    package static let block = "`product`"

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .title: DirectiveForm("title TEXT", 1...1, once: true)
        case .kind: DirectiveForm("kind subscription|oneTime|consumable", 1...1, once: true)
        case .source: DirectiveForm("source file|varlink …", 1...5, once: true)
        case .price: DirectiveForm("price TEXT", 1...1, once: true)
        case .trial: DirectiveForm("trial DURATION", 1...1, once: true)
        case .buy: DirectiveForm("buy URL", 1...1, once: true)
        case .shared: .planned
        }
    }
}
