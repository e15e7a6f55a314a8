// The folders in which tables are looked for, for a user instance and for the system instance. Of two files with one
// name the one in the earlier folder counts:
//
//     ~/.config/deeplinkd                       user     the user's own
//     /etc/deeplinkd/user                       user     the administrator's, drop-ins alone
//     /etc/deeplinkd                            both     the administrator's
//     /run/deeplinkd                            both     until the next boot
//     /usr/lib/deeplinkd/user                   user     of packages, drop-ins alone
//     /usr/lib/deeplinkd                        both     of packages
//     /usr/local/share/deeplinkd, and further   user     of each folder of $XDG_DATA_DIRS, drop-ins alone
//
// The folders of the variable come last: a user sets it, and so do programs that start a session.

/// A folder in which tables are looked for.
package struct TableFolder: Equatable, Sendable {
    /// Whose tables it has.
    package enum Kind: Equatable, Sendable {
        /// The user's own.
        case own
        /// The machine's, for instances of both kinds.
        case machine
        /// The machine's, for user instances.
        case machineForUsers
        /// Of a folder of `$XDG_DATA_DIRS`; what is not trusted there is left out, and is no error of the table.
        case data
    }

    package let path: String
    package let kind: Kind

    /// A folder of the machine, unless the parameter says otherwise.
    package init(_ path: String, _ kind: Kind = .machine) { (self.path, self.kind) = (path, kind) }

    /// Whether it can have a main file; the others have drop-ins alone.
    package var hasMain: Bool { kind == .own || kind == .machine }
    /// The same folder in the tree of another system.
    package func below(_ root: String) -> TableFolder { TableFolder(root + path, kind) }
}

/// The default locations of route tables.
///
/// *Source*: UAPI.6, configuration files; the XDG Base Directory Specification.
package enum TableLocations {
    /// The name of the main file; only the one in the first folder that has such a file is read.
    package static let mainName = "routes.conf"
    /// The name of the folder beside the main file; the files of all such folders are read together.
    package static let dropInName = "routes.conf.d"
    /// How the names of the files in that folder end.
    package static let dropInSuffix = ".conf"
    private static let name = "/deeplinkd"

    /// The folders to search; a file in an earlier folder replaces a file of the same name in a later one.
    ///
    /// - Parameter environment: that of the daemon; empty for one that looks into no folder of a user, as root's.
    package static func folders(of instance: Instance, environment: [String: String]) -> [TableFolder] {
        let own = UserFolders.config(environment).map { [TableFolder($0 + name, .own)] } ?? []
        guard instance == .user else {
            return own + ["/etc", "/run", "/usr/lib"].map { TableFolder($0 + name) }
        }
        let usual =
            own + [
                TableFolder("/etc/deeplinkd/user", .machineForUsers), TableFolder("/etc/deeplinkd"),
                TableFolder("/run/deeplinkd"), TableFolder("/usr/lib/deeplinkd/user", .machineForUsers),
                TableFolder("/usr/lib/deeplinkd"),
            ]
        let data = UserFolders.data(environment).map { TableFolder($0 + name, .data) }
        return usual + data.filter { folder in !usual.contains { $0.path == folder.path } }
    }
}
