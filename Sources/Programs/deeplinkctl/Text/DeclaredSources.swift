// The declarations of a table beside its routes: the schemes with a separator, the scopes that are open to packages,
// what answers for permissions and products, who sells them, and who may set them. For example
//
//     scopes
//       spotify  separator ":"; open to package shop, group media
//     products
//       premium.monthly  4,99 € a month; trial 14d; licences of shop
//     issuers
//       shop  products  premium.monthly
//             audience  podcasts
//             key       2025 (ES256), revoked since 2026-03-01T00:00:00Z
//             key       2026 (EdDSA)
//             requires  a synchronised clock

internal import Contract
internal import Features
internal import Links
import PermissionRules
internal import PurchaseRules
import PurchaseWire
internal import Routing

/// What a table declares of permissions and products, as a list shows it.
struct DeclaredSources {
    /// One thing of a list: the cells of each of its lines, and the object of `--format json`.
    typealias Row = (lines: [[String]], object: JSONObject)

    /// The rows under their headings, in the order of a list.
    let sections: [(heading: String, rows: [Row])]

    /// - Parameter issuers: those of the table, with their keys as far as this machine has them.
    init(_ ruleset: Ruleset, issuers: [Issuer]) {
        sections = [
            ("scopes", Self.scopes(ruleset)), ("permissions", Self.permissions(ruleset)),
            ("products", Self.products(ruleset)), ("issuers", issuers.map(Self.row(of:))),
            ("grants", Self.grants(ruleset)), ("instead", Self.insteads(ruleset)),
        ]
    }

    /// The schemes and hosts about which the table says more than their names.
    private static func scopes(_ ruleset: Ruleset) -> [Row] {
        ruleset.scopes.compactMap { scope in
            let separator = scope.separator.map { String($0.rawValue) }
            let terms =
                (separator.map { ["separator \"\($0)\""] } ?? [])
                + (scope.takesEitherSlash ? ["trailing-slash either"] : [])
                + (scope.guests.isEmpty ? [] : ["open to " + scope.guests.joined(separator: ", ")])
            guard !terms.isEmpty else { return nil }
            return (
                [[scope.name, terms.joined(separator: "; ")]],
                [
                    "scope": scope.name, "separator": separator,
                    "trailingSlash": scope.takesEitherSlash ? "either" : nil,
                    "openTo": scope.guests.isEmpty ? nil : scope.guests,
                ]
            )
        }
    }

    /// What else is performed where features are blocked.
    private static func insteads(_ ruleset: Ruleset) -> [Row] {
        let catalogue = ruleset.catalogue
        return catalogue.features.indices.flatMap { feature in
            catalogue.insteads(of: feature).map { rule in
                let (path, text) = (catalogue.features[feature].path, rule.text(in: catalogue))
                return ([[path, text]], ["feature": path, "instead": text] as JSONObject)
            }
        }
    }

    private static func permissions(_ ruleset: Ruleset) -> [Row] {
        let policy = ruleset.catalogue.permissionPolicy.map { path in
            ([["policy", path]], ["policy": path] as JSONObject)
        }
        let (origins, usages) = (ruleset.catalogue.permissionOrigins, ruleset.catalogue.permissionUsages)
        let permissions = Set(origins.keys).union(usages.keys).sorted { "\($0)" < "\($1)" }
        return (policy.map { [$0] } ?? [])
            + permissions.map { permission in
                let (origin, usage) = (origins[permission].map { "\($0)" }, usages[permission])
                let terms = [origin.map { "from " + $0 }, usage.map { "usage " + $0.written }].compactMap(\.self)
                return (
                    [["\(permission)", terms.joined(separator: "; ")]],
                    ["permission": "\(permission)", "from": origin, "usage": usage?.plain] as JSONObject
                )
            }
    }

    private static func products(_ ruleset: Ruleset) -> [Row] {
        ruleset.catalogue.products.compactMap { product in
            let text = ProductText(ProductReport(product, issuers: ruleset.issuers))
            let origin = product.origin.map { "\($0)" }
            let terms = text.terms + (origin.map { ["from " + $0] } ?? [])
            guard !terms.isEmpty else { return nil }
            return (
                [[product.id, terms.joined(separator: "; ")]],
                [
                    "product": product.id, "from": origin, "price": text.report.price, "trialMs": text.report.trial,
                    "issuers": text.report.issuers.isEmpty ? nil : text.report.issuers,
                ]
            )
        }
    }

    private static func grants(_ ruleset: Ruleset) -> [Row] {
        ruleset.grantingGroups.map { ("\($0)", $1) }.sorted { $0.0 < $1.0 }.map { key, groups in
            let fact = key.replacing("purchase ", with: "product ", maxReplacements: 1)
            return ([[fact, "by \(groups)"]], ["grants": fact, "groups": groups.values.map(\.text)] as JSONObject)
        }
    }

    // MARK: Issuers

    private static func row(of issuer: Issuer) -> Row {
        let products = issuer.products.sorted()
        var lines = [
            [issuer.name, "products", products.joined(separator: " ")], ["", "audience", issuer.audience],
        ]
        lines += issuer.keys.map { ["", "key", text(of: $0, issuer)] }
        if issuer.keys.isEmpty { lines.append(["", "keys", "not read: the key files are not on this machine"]) }
        if issuer.requiresSynchronisedClock { lines.append(["", "requires", "a synchronised clock"]) }
        return (
            lines,
            [
                "issuer": issuer.name, "products": products, "audience": issuer.audience,
                "keys": issuer.keys.map { object(of: $0, issuer) },
                "requiresSynchronisedClock": issuer.requiresSynchronisedClock ? true : nil,
            ]
        )
    }

    /// *Shape*: `2025 (ES256), revoked since 2026-03-01T00:00:00Z`.
    private static func text(of key: IssuerKey, _ issuer: Issuer) -> String {
        "\(key.id) (\(key.algorithm.rawValue))"
            + (issuer.revoked[key.id].map { ", revoked since " + UTCTime.text(ofMs: $0) } ?? "")
    }

    private static func object(of key: IssuerKey, _ issuer: Issuer) -> JSONObject {
        ["id": key.id, "algorithm": key.algorithm.rawValue, "revokedSinceMs": issuer.revoked[key.id]]
    }
}
