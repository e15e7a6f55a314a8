internal import Contract
internal import Features
internal import Routing

/// What a table declares of permissions and products: what answers for them, and which groups may set them.
struct DeclaredSources {
    /// One line of a list.
    struct Row {
        /// *Shape*: `permissions`, `products` or `grants`: the heading that it stands under.
        let heading: String
        let cells: [String]
        /// The object of `--format json`.
        let object: JSONObject
    }

    /// The rows in the order of their headings.
    let rows: [Row]

    init(_ ruleset: Ruleset) {
        let permissions = ruleset.catalogue.permissionOrigins.map { ("\($0)", "\($1)") }.sorted { $0.0 < $1.0 }
        let products = ruleset.catalogue.products.compactMap { product in product.origin.map { (product.id, "\($0)") } }
        let grants = ruleset.grantingGroups.map { ("\($0)", $1) }.sorted { $0.0 < $1.0 }
        let policy = ruleset.catalogue.permissionPolicy.map { path in
            Row(heading: "permissions", cells: ["policy", path], object: ["policy": path])
        }
        rows =
            (policy.map { [$0] } ?? [])
            + permissions.map { name, origin in
                Row(
                    heading: "permissions", cells: [name, "from " + origin],
                    object: ["permission": name, "from": origin])
            }
            + products.map { id, origin in
                Row(heading: "products", cells: [id, "from " + origin], object: ["product": id, "from": origin])
            }
            + grants.map { key, groups in
                let fact = key.replacing("purchase ", with: "product ", maxReplacements: 1)
                return Row(
                    heading: "grants", cells: [fact, "by \(groups)"],
                    object: ["grants": fact, "groups": groups.values.map(\.text)])
            }
    }
}
