internal import Contract
internal import HostSystem

/// The folders in which a desktop looks for entries and lists.
///
/// *Source*: XDG Base Directory Specification; Association between MIME types and applications, 1.0.
package struct DesktopPlaces: Equatable, Sendable {
    /// The user's own folder of settings, such as `~/.config`; nil for a user without a home.
    package let configHome: String?
    /// Settings of the machine: `/etc/xdg`.
    package let configFolders: [String]
    package let dataHome: String?
    /// Data of the machine: `/usr/local/share`, `/usr/share`.
    package let dataFolders: [String]
    /// Where this program records what it has changed; nil for a user without a home.
    package let stateHome: String?
    /// `/run/user/1000`; nil where there is none.
    package let runtimeFolder: String?
    /// The words of `XDG_CURRENT_DESKTOP`, in lower case: `ubuntu`, `gnome`.
    package let desktops: [String]
    /// The folders of programs.
    package let programPath: String

    /// Takes the folders from the environment, as GLib does.
    package init(environment: [String: String]) {
        func folders(_ name: String, _ usual: [String]) -> [String] {
            let named = environment[name]?.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") } ?? []
            return (named.isEmpty ? usual : named).map(Self.plain)
        }
        configHome = UserFolders.config(environment).map(Self.plain)
        configFolders = folders("XDG_CONFIG_DIRS", ["/etc/xdg"])
        dataHome = UserFolders.dataHome(environment).map(Self.plain)
        dataFolders = folders("XDG_DATA_DIRS", ["/usr/local/share", "/usr/share"])
        stateHome = UserFolders.state(environment).map(Self.plain)
        runtimeFolder = UserFolders.runtime(environment)
        desktops = (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":").filter(Self.isDesktop)
            .map { $0.lowercased() }
        programPath = environment["PATH"] ?? "/bin:/usr/bin"
    }

    /// A path without slashes at its end.
    private static func plain(_ path: String) -> String {
        var path = path
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        return path
    }

    private static func isDesktop(_ word: Substring) -> Bool {
        word.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "-_".utf8.contains(byte)
        }
    }

    /// The name of the general list.
    package static let listName = "mimeapps.list"

    /// The names of the lists of this session in one folder, those first that go before the others.
    var listNames: [String] { desktops.map { "\($0)-\(Self.listName)" } + [Self.listName] }
}

extension DesktopPlaces {
    /// The file by which the message bus starts the portal.
    private static let portalService = "dbus-1/services/org.freedesktop.portal.Desktop.service"

    /// Whether a portal is installed.
    package var hasPortal: Bool {
        ([dataHome].compactMap(\.self) + dataFolders).contains { folder in
            (try? FileStatus.isAnythingThere("\(folder)/\(Self.portalService)")) == true
        }
    }
}
