/// The codes of issuers of licences and their keys: RT901 to RT904.
enum IssuerCodes {
    static let duplicateIssuer = DiagnosticHelp(
        "The issuer is declared twice",
        """
        Two issuers have the same name, perhaps in two files. A licence names its issuer, so the name is unique in a table.
        Put keys and products into one of them, or rename one.
        """,
        wrong: """
            scheme podcast
            product premium
            issuer shop {
                key      /etc/deeplinkd/shop.jwk
                products premium
                audience podcasts
            }
            issuer shop {
                key      /etc/deeplinkd/shop-2.jwk
                products premium
                audience podcasts
            }
            feature Player {
                require purchase premium
                action play {
                    respond
                }
                route play /play do play
            }
            """,
        mended: [
            "issuer shop {\n    key      /etc/deeplinkd/shop-2": "issuer kiosk {\n    key      /etc/deeplinkd/shop-2"
        ])

    static let badIssuer = DiagnosticHelp(
        "The issuer is not complete",
        """
        An issuer has key files, the products that it may license, and the audience that its licences name. A line is
        missing, or the time of a `revoked` line is not a moment in UTC. `require` in an issuer takes only
        `clock synchronised`.
        """,
        wrong: """
            scheme podcast
            product premium
            issuer shop {
                key      /etc/deeplinkd/shop.jwk
                products premium
            }
            feature Player {
                require purchase premium
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: ["products premium": "products premium\n    audience podcasts"])

    static let badKey = DiagnosticHelp(
        "The key file is not usable",
        """
        A key file has an absolute path and holds public keys: a JWK, a set of them, or PEM. No two keys of an issuer have
        one id. A private key is refused, because the daemon only verifies. `deeplinkctl licence keygen` writes a pair of
        files; name the public one, which ends in `.pub`.
        """,
        wrong: """
            scheme podcast
            product premium
            issuer shop {
                key      shop.jwk
                products premium
                audience podcasts
            }
            feature Player {
                require purchase premium
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: ["shop.jwk": "/etc/deeplinkd/shop.jwk"])

    static let unknownKey = DiagnosticHelp(
        "The revoked key is not there",
        """
        A `revoked` line names a key id that no key file of the issuer has. If the id is misspelt, a stolen key stays
        valid. Mend the id; if the file of that key was removed, remove the line too.
        """,
        noExample: "it depends on the key files of the machine")
}
