internal import DesktopEntries

/// The folders in which entries and lists are written.
package enum DesktopTarget: Equatable, Sendable {
    /// For the user: `~/.local/share/applications`, `~/.config/mimeapps.list`.
    case user(DesktopPlaces)
    /// For all users of this machine: `/usr/local/share/applications`, `/etc/xdg/mimeapps.list`.
    case system
    /// Into the tree of a package that is being built: entries alone, since a package changes no list.
    case tree(String)

    /// The folder of entries; nil for a user without a home.
    package var entriesFolder: String? {
        switch self {
        case .user(let places): places.dataHome.map { "\($0)/\(EntryFolders.name)" }
        case .system: "/usr/local/share/\(EntryFolders.name)"
        case .tree(let root): "\(root)/usr/share/\(EntryFolders.name)"
        }
    }

    /// The folder of lists; nil where none is changed.
    ///
    /// *Source*: GIO, xdg-mime and the portal read the lists of `XDG_CONFIG_DIRS` before those of any folder of data.
    package var listsFolder: String? {
        switch self {
        case .user(let places): places.configHome
        case .system: "/etc/xdg"
        case .tree: nil
        }
    }

    /// The file that records the changes; nil where none is kept.
    ///
    /// That of the system is root's own: a user who could write it could have root write any bytes to a list.
    package var recordPath: String? {
        switch self {
        case .user(let places): places.stateHome.map(InstallRecord.path(inState:))
        case .system: "/var/lib/deeplinkctl/desktop.json"
        case .tree: nil
        }
    }
}
