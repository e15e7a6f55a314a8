internal import Varlink

/// An assetlinks.json file: the apps that a web site trusts with its links.
package struct AssetLinks: Sendable {
    /// What the site says of one app.
    struct Statement: Sendable {
        let package: String
        /// *Shape*: `AB:CD:…`, in capital letters.
        let fingerprints: [String]
        /// The paths, where the statement has them; nil for every path of the app.
        let rules: [AppleRule]?
    }

    private static let relation = "delegate_permission/common.handle_all_urls"

    let statements: [Statement]
    /// What is not read.
    let ignored: [String]

    /// Reads a file.
    ///
    /// *Throws*: if it is no JSON, or no list.
    package init(_ bytes: [UInt8]) throws(AppLinkError) {
        guard bytes.count <= AppLinkLimits.bytes else {
            throw AppLinkError("the file has more than \(AppLinkLimits.bytes) bytes")
        }
        guard let elements = try JSONFile.value(bytes).elements else {
            throw AppLinkError(
                "the file is not a list", help: "assetlinks.json is a list of statements: [{\"relation\": …}]")
        }
        var (statements, ignored) = ([Statement](), [String]())
        for element in elements.prefix(AppLinkLimits.rules) {
            let relations = (element["relation"]?.elements ?? []).compactMap(\.text)
            let target = element["target"]
            guard relations.contains(Self.relation), target?["namespace"]?.text == "android_app",
                let package = target?["package_name"]?.text
            else {
                ignored.append(relations.first ?? target?["namespace"]?.text ?? "a statement")
                continue
            }
            let prints = (target?["sha256_cert_fingerprints"]?.elements ?? []).compactMap { $0.text?.uppercased() }
            statements.append(
                Statement(package: package, fingerprints: prints, rules: Self.rules(element["relation_extensions"])))
        }
        (self.statements, self.ignored) = (statements, ignored)
    }

    private static func rules(_ extensions: Value?) -> [AppleRule]? {
        extensions?[relation]?["dynamic_app_link_components"]?.elements.map { components in
            components.prefix(AppLinkLimits.rules).compactMap { AppleRule($0, defaults: [], variables: [:]) }
        }
    }

    /// The packages that the file names, in its order.
    package var packages: [String] {
        var known: Set<String> = []
        return statements.map(\.package).filter { known.insert($0).inserted }
    }

    /// Makes a table: the paths of the statement, or every path, since those of the app stand in its manifest.
    static func table(of bytes: [UInt8], _ options: ImportOptions) throws(AppLinkError) -> LinkTable {
        let file = try AssetLinks(bytes)
        guard let package = options.app ?? file.packages.first else {
            throw AppLinkError("the file lets no Android app handle links")
        }
        let own = file.statements.filter { $0.package == package }
        guard !own.isEmpty else {
            throw AppLinkError(
                "the file does not name \(package)", help: "it names " + file.packages.joined(separator: ", "))
        }
        let feature =
            package.split(separator: ".").last.flatMap { LinkTable.slug(String($0), lowercased: false) } ?? "Links"
        let rules = own.compactMap(\.rules).first ?? [AppleRule(path: "/*")]
        var table = try AppleImport.table(
            of: rules, named: "an assetlinks.json, the statement about \(package)", feature: feature, options)
        if own.allSatisfy({ $0.rules == nil }) {
            table.losses.add(
                .wider, package, "the paths stand in the app's AndroidManifest.xml: import that file for them")
        }
        if own.contains(where: { !$0.fingerprints.isEmpty }) {
            table.losses.add(.dropped, "sha256_cert_fingerprints", "a table names no certificates")
        }
        for other in file.packages where other != package {
            table.losses.add(.dropped, other, "another app; it is read with --app \(other)")
        }
        for name in file.ignored { table.losses.add(.dropped, name, "it says nothing of an Android app's links") }
        return table
    }
}
