// The desktop entries that this program writes: one for the schemes of each package, since browsers show its name in their
// question ("Open Rezept?"), and one for all other schemes.
//
//     io.deeplinkd.Links.rezept.desktop   Name=Rezept      MimeType=x-scheme-handler/rezept;
//     io.deeplinkd.Links.desktop          Name=deeplinkd   MimeType=x-scheme-handler/deeplinkd;x-scheme-handler/podcast;
//
// `Exec` and not D-Bus activation: with that, `gio open` hands on neither the token nor, where the name cannot be activated,
// the link.

internal import DesktopEntries

/// One entry for the schemes of one package, or for those of no package.
package struct LinkEntry: Equatable, Sendable {
    /// Schemes that no entry of this program takes: they are those of browsers, files and mail.
    package static let foreignSchemes: Set<String> = [
        "file", "http", "https", "javascript", "data", "about", "blob", "mailto",
    ]

    static let tableKey = "X-Deeplinkd-Table"
    private static let prefix = "io.deeplinkd.Links"
    private static let suffix = ".desktop"

    /// The package; nil for the entry of all other schemes.
    package let package: String?
    /// What browsers and desktops show.
    package let title: String
    package let icon: String
    /// Each once, sorted.
    package let schemes: [String]

    /// Makes the entry of some schemes.
    ///
    /// - Parameters:
    ///   - title: nil for the package's name.
    ///   - icon: the name of an icon, or a path; nil for this program's.
    package init(package: String?, title: String?, icon: String?, schemes: some Sequence<String>) {
        self.package = package
        self.title = title ?? package ?? "deeplinkd"
        self.icon = icon ?? Self.prefix
        self.schemes = Set(schemes).subtracting(Self.foreignSchemes).sorted()
    }

    /// The name of its file: without `-`, since desktops take `a-b.desktop` for `a/b.desktop`.
    package var id: String {
        Self.prefix + (package.map { "." + $0.map { $0 == "-" ? "_" : String($0) }.joined() } ?? "") + Self.suffix
    }

    /// The types that it takes.
    package var types: [String] { schemes.map(HandlerLookup.type) }

    /// Whether an id is one that this program gives to entries.
    package static func isOwn(_ id: String) -> Bool {
        id == prefix + suffix || id.hasPrefix(prefix + ".") && id.hasSuffix(suffix)
    }

    /// The id without its end, as the portal has it.
    package static func applicationID(of id: String) -> String { String(id.dropLast(suffix.utf8.count)) }

    /// The text of its file.
    ///
    /// - Parameters:
    ///   - program: the path of `deeplinkctl`, a word that needs no quotes.
    ///   - tableRevision: the digest of the table that it was written for.
    package func text(program: String, tableRevision: String) -> [UInt8] {
        let lines: KeyValuePairs = [
            "Type": "Application", "Name": KeyFile.escaped(title), "Comment": "Opens links of installed apps",
            "Exec": program + " handle %u", "TryExec": program, "Icon": KeyFile.escaped(icon), "NoDisplay": "true",
            "Terminal": "false", "StartupNotify": "true", "MimeType": types.map { $0 + ";" }.joined(),
            Self.tableKey: tableRevision,
        ]
        return Array(("[Desktop Entry]\n" + lines.map { "\($0)=\($1)\n" }.joined()).utf8)
    }

    /// Whether a path can stand in an entry without quotes, which not every launcher reads.
    package static func isPlainPath(_ path: String) -> Bool {
        path.hasPrefix("/")
            && path.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "/._+-".utf8.contains(byte)
            }
    }
}
