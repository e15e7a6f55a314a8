// The desktop entries that this program writes: one for the schemes of each package, since browsers show its name in their
// question ("Open Rezept?"), one for all other schemes, and one for the role of the default browser.
//
//     io.deeplinkd.Links.rezept.desktop   Name=Rezept      MimeType=x-scheme-handler/rezept;
//     io.deeplinkd.Links.desktop          Name=deeplinkd   MimeType=x-scheme-handler/deeplinkd;x-scheme-handler/podcast;
//     io.deeplinkd.Web.desktop            Name=deeplinkd   MimeType=x-scheme-handler/http;x-scheme-handler/https;text/html;…
//
// That of the browser is an entry of its own because settings hide what does not look like a browser: it is shown in menus,
// has the category of browsers, and declares the types of pages.
//
// `Exec` and not D-Bus activation: with that, `gio open` hands on neither the token nor, where the name cannot be activated,
// the link.

package import Contract
internal import DesktopEntries

/// One entry for the schemes of one package, for those of no package, or for the links of the web.
package struct LinkEntry: Equatable, Sendable {
    /// The links that an entry is for.
    package enum Role: Equatable, Sendable {
        /// Those of the table's own schemes.
        case links
        /// All links of the web, as the default browser's.
        case web
    }

    /// Schemes that no entry of this program takes: they are those of browsers, files and mail.
    package static let foreignSchemes: Set<String> = [
        "file", "http", "https", "javascript", "data", "about", "blob", "mailto",
    ]

    /// The schemes of the web.
    package static let webSchemes = ["http", "https"]
    /// The types of pages, which a browser's entry declares; they stay with the program that opens them.
    private static let pageTypes = ["text/html", "application/xhtml+xml"]
    /// The id of the entry for the links of the web.
    package static let webID = "io.deeplinkd.Web.desktop"

    static let tableKey = "X-Deeplinkd-Table"
    private static let prefix = "io.deeplinkd.Links"
    private static let suffix = ".desktop"

    package let role: Role
    /// The package; nil for the entry of all other schemes.
    package let package: String?
    /// What browsers and desktops show, in the languages of the table.
    package let titles: LocalizedText
    package let icon: String
    /// Each once, sorted.
    package let schemes: [String]

    /// Makes the entry of some schemes.
    ///
    /// - Parameters:
    ///   - title: nil for the package's name.
    ///   - icon: the name of an icon, or a path; nil for this program's.
    package init(package: String?, title: LocalizedText?, icon: String?, schemes: some Sequence<String>) {
        (role, self.package) = (.links, package)
        titles = title ?? LocalizedText(package ?? "deeplinkd")
        self.icon = icon ?? Self.prefix
        self.schemes = Set(schemes).subtracting(Self.foreignSchemes).sorted()
    }

    /// Makes the entry of the links of the web.
    ///
    /// - Parameters:
    ///   - title: nil for this program's name.
    ///   - icon: as above.
    package init(webTitle title: LocalizedText?, icon: String?) {
        (role, package, schemes) = (.web, nil, Self.webSchemes)
        (titles, self.icon) = (title ?? "deeplinkd", icon ?? Self.prefix)
    }

    /// The name of its file: without `-`, since desktops take `a-b.desktop` for `a/b.desktop`.
    package var id: String {
        guard role == .links else { return Self.webID }
        return Self.prefix + (package.map { "." + $0.map { $0 == "-" ? "_" : String($0) }.joined() } ?? "")
            + Self.suffix
    }

    /// The types that it takes.
    package var types: [String] { schemes.map(HandlerLookup.type) }

    /// The types that it declares, and that stay with the program that opens them.
    package var keptTypes: [String] { role == .web ? Self.pageTypes : [] }

    /// Whether an id is one that this program gives to entries.
    package static func isOwn(_ id: String) -> Bool {
        id == prefix + suffix || id == webID || id.hasPrefix(prefix + ".") && id.hasSuffix(suffix)
    }

    /// The id without its end, as the portal has it.
    package static func applicationID(of id: String) -> String { String(id.dropLast(suffix.utf8.count)) }

    /// The text of its file.
    ///
    /// - Parameters:
    ///   - program: the path of `deeplinkctl`, a word that needs no quotes.
    ///   - tableRevision: the digest of the table that it was written for.
    package func text(program: String, tableRevision: String) -> [UInt8] {
        let isOfWeb = role == .web
        let comment = isOfWeb ? "Hands links of the web to apps and to your browser" : "Opens links of installed apps"
        let german = isOfWeb ? "Gibt Links des Webs an Apps und an den Browser" : "Öffnet Links installierter Apps"
        let names = titles.translations.compactMap { title in
            title.language.localeName.map { ("Name[\($0)]", KeyFile.escaped(title.text)) }
        }
        let first = [("Type", "Application"), ("Name", KeyFile.escaped(titles.plain))] + names
        let rest = [
            ("Comment", comment), ("Comment[de]", german),
            ("Exec", program + " handle %u"), ("TryExec", program), ("Icon", KeyFile.escaped(icon)),
            ("NoDisplay", isOfWeb ? "false" : "true"), ("Terminal", "false"), ("StartupNotify", "true"),
            ("Categories", isOfWeb ? "Network;WebBrowser;" : nil),
            ("MimeType", (types + keptTypes).map { $0 + ";" }.joined()), (Self.tableKey, tableRevision),
        ].compactMap { key, value in value.map { (key, $0) } }
        return Array(("[Desktop Entry]\n" + (first + rest).map { "\($0)=\($1)\n" }.joined()).utf8)
    }

    /// Whether a path can stand in an entry without quotes, which not every launcher reads.
    package static func isPlainPath(_ path: String) -> Bool {
        path.hasPrefix("/")
            && path.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "/._+-".utf8.contains(byte)
            }
    }
}
