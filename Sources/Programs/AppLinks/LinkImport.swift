// `deeplinkctl import`: the links of another program's file as a route table.
//
//   bytes → the reader of the kind → LinkTable (scopes, routes in the order of the file) → RouteArrangement → text
//
// Every link that the source takes is a link of the table, but for what the report calls narrower; what a table cannot say
// makes it wider, and the report says so. Nothing is opened, and no file is read beside the one that is given.

/// The kinds of files whose links become a table.
package enum LinkSource: String, CaseIterable, Sendable {
    /// apple-app-site-association.
    case apple
    /// assetlinks.json.
    case assetlinks
    /// AndroidManifest.xml.
    case android
    /// A desktop entry.
    case desktop
    /// OpenAPI in JSON.
    case openapi
    /// What `rails routes` prints.
    case rails
    /// What `react-router routes` prints, its JSON, or a list of paths.
    case react

    /// The kind that a file's name tells; nil for another name.
    package init?(fileName path: String) {
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        switch name {
        case _ where name.hasPrefix("apple-app-site-association"): self = .apple
        case _ where name.hasPrefix("assetlinks"): self = .assetlinks
        case _ where name.hasSuffix("manifest.xml"): self = .android
        case _ where name.hasSuffix(".desktop"): self = .desktop
        case _ where name.hasPrefix("openapi") || name.hasPrefix("swagger"): self = .openapi
        case _ where name.contains("rails"): self = .rails
        case _ where name.hasSuffix(".jsx") || name.hasSuffix(".tsx") || name.contains("react"): self = .react
        default: return nil
        }
    }

    /// Makes a table of a file.
    ///
    /// - Parameter name: the name of the file.
    ///
    /// *Throws*: what is wrong with the file, and where.
    package func table(
        of bytes: [UInt8], named name: String, _ options: ImportOptions
    ) throws(AppLinkError) -> ImportedTable {
        guard bytes.count <= AppLinkLimits.bytes else {
            throw AppLinkError("the file has more than \(AppLinkLimits.bytes) bytes")
        }
        let file = String(name.split(separator: "/").last ?? "standard input")
        let table =
            switch self {
            case .apple: try AppleImport.table(of: bytes, options)
            case .assetlinks: try AssetLinks.table(of: bytes, options)
            case .android: try AndroidImport.table(of: bytes, options)
            case .desktop: try DesktopImport.table(of: bytes, named: name, options)
            case .openapi: try OpenAPIImport.table(of: bytes, options)
            case .rails: try RailsImport.table(of: bytes, options)
            case .react: try ReactImport.table(of: bytes, options)
            }
        return table.finished(file)
    }
}
