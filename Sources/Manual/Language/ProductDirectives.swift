internal import Contract
package import Routing

extension ProductDirective: ExplainedDirective {
    /// What the manual says of it.
    package var help: DirectiveHelp? {
        switch self {
        case .title: ProductDirectives.title
        case .kind: ProductDirectives.kind
        case .source: ProductDirectives.source
        case .price: ProductDirectives.price
        case .trial: ProductDirectives.trial
        case .shared: nil
        }
    }
}

extension IssuerDirective: ExplainedDirective {
    /// What the manual says of it.
    package var help: DirectiveHelp? {
        switch self {
        case .key: ProductDirectives.key
        case .products: ProductDirectives.products
        case .audience: ProductDirectives.audience
        case .revoked: ProductDirectives.revoked
        case .require: ProductDirectives.requireClock
        }
    }
}

/// Products, issuers of licences, and the directives of their blocks.
enum ProductDirectives {
    static let product = DirectiveHelp(
        "Declares something that can be bought, for `require purchase`.",
        """
        Licences that an `issuer` signed, a `trial` and the line `source` decide what a user has of it. The id is
        that of the shop.
        """,
        limits: "Each id once. Its parts stand between dots, and have letters, digits, `-` and `_`.",
        example: """
            product premium.monthly {
                title "Premium"
                kind subscription
                price "4.99 a month"
            }
            """, in: .product)

    static let title = DirectiveHelp(
        "Says what people call the product.", standard: "The id.", limits: "Once.",
        example: """
            product premium.monthly {
                title "Premium"
            }
            """, in: .product)

    static let kind = DirectiveHelp(
        "Says whether the product is paid again and again, once, or for each use.",
        standard: "`oneTime`.", limits: "Once.",
        example: """
            product premium.monthly {
                kind subscription
            }
            """, in: .product)

    static let source = DirectiveHelp(
        "Names the file or the service that says whether the product is bought.",
        """
        A file holds one word, such as `active` or `expired`; with `$(uid)` in its path each user has one. A service answers
        the method with the state. With `grace 10s` an answer counts until it is ten seconds old, also while the service
        does not answer.
        """,
        standard: "Licences and trials alone.",
        limits: "Once. `file FILE`, or `varlink unix:/PATH METHOD [grace TIME]`; a grace of at most 1h.",
        example: """
            product premium.monthly {
                source varlink unix:/run/shop io.example.Shop.Get grace 10s
            }
            """, in: .product)

    static let price = DirectiveHelp(
        "Says what the product costs; `deeplinkctl list` shows it, and so does the method `Products`.",
        standard: "No price is shown.", limits: "Once.",
        example: """
            product premium.monthly {
                price "4.99 a month"
            }
            """, in: .product)

    static let trial = DirectiveHelp(
        "Lets each user and account have the product once for this time: `deeplinkctl licence trial premium.monthly`.",
        standard: "There is no trial.", limits: "Once; 1ms to 366d.",
        example: """
            product premium.monthly {
                trial 14d
            }
            """, in: .product)

    // MARK: Issuers

    static let issuer = DirectiveHelp(
        "Declares who signs licences for which products.",
        "The name is the `iss` of the licences. The block has the lines `key`, `products` and `audience`.",
        limits: "Each name once.",
        example: issuerExample, in: rest)

    static let key = DirectiveHelp(
        "Names files with the public keys that the licences are verified with.",
        """
        A file is PEM, or a JWK, as `deeplinkctl licence keygen` writes it, or a set of those. A licence names its key, so
        old and new keys stand side by side.
        """,
        limits:
            "Repeatable, and required; at most \(Limits.keysPerIssuer) keys, in files named by their absolute paths.",
        example: issuerExample, in: rest)

    static let products = DirectiveHelp(
        "Names the products that the issuer may grant; licences for others have no effect.",
        limits: "Repeatable, and required; the products are declared.", example: issuerExample, in: rest)

    static let audience = DirectiveHelp(
        "Names the use that a licence must be for: its `aud`.",
        "So a licence for another program of the same issuer has no effect here.",
        limits: "Once, and required.", example: issuerExample, in: rest)

    static let revoked = DirectiveHelp(
        "Takes back a key from this time on.",
        """
        A licence of the key counts only if it was issued, and handed to the daemon, before this time. So leave the file of
        the key among the keys.
        """,
        limits: "Repeatable; the time is written as in `2026-03-01T00:00:00Z`.",
        example: """
            issuer shop {
                key /etc/deeplinkd/shop-2025.jwk
                products premium.monthly
                audience podcasts
                revoked 2025 since 2026-03-01T00:00:00Z
            }
            """, in: rest)

    static let requireClock = DirectiveHelp(
        "Lets licences with an end count only while the clock of the machine is synchronised.",
        standard: "The clock of the machine counts as it is.",
        limits: "Once; `clock synchronised` is all that can follow.",
        example: """
            issuer shop {
                key /etc/deeplinkd/shop.jwk
                products premium.monthly
                audience podcasts
                require clock synchronised
            }
            """, in: rest)

    private static let issuerExample = """
        issuer shop {
            key /etc/deeplinkd/shop.jwk
            products premium.monthly
            audience podcasts
        }
        """

    private static let rest: TableRest = """
        scheme podcast
        product premium.monthly
        …
        feature Premium {
            require purchase premium.monthly
            action play {
                respond
            }
            route play /play do play
        }
        """
}
