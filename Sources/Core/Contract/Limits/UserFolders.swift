/// The base folders of a user, by the variables of the environment; a path that is not absolute counts for nothing.
///
/// *Source*: the XDG Base Directory Specification.
package enum UserFolders {
    /// `$XDG_CONFIG_HOME`, or else `~/.config`; nil where there is no home folder.
    package static func config(_ environment: [String: String]) -> String? {
        folder("XDG_CONFIG_HOME", or: "/.config", environment)
    }

    /// `$XDG_STATE_HOME`, or else `~/.local/state`; nil where there is no home folder.
    package static func state(_ environment: [String: String]) -> String? {
        folder("XDG_STATE_HOME", or: "/.local/state", environment)
    }

    /// `$XDG_DATA_HOME`, or else `~/.local/share`; nil where there is no home folder.
    package static func dataHome(_ environment: [String: String]) -> String? {
        folder("XDG_DATA_HOME", or: "/.local/share", environment)
    }

    /// `$XDG_RUNTIME_DIR`; nil where the session has none.
    package static func runtime(_ environment: [String: String]) -> String? {
        environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// The first `Limits.dataFolders` of `$XDG_DATA_DIRS`, in their order and without slashes at their ends.
    package static func data(_ environment: [String: String]) -> [String] {
        let named = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        var folders: [String] = []
        for word in named.utf8.split(separator: UInt8(ascii: ":")) where word.first == UInt8(ascii: "/") {
            var path = word
            while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
            let folder = String(decoding: path, as: UTF8.self)
            guard !folders.contains(folder) else { continue }
            folders.append(folder)
            if folders.count == Limits.dataFolders { break }
        }
        return folders
    }

    /// All folders of data in their order: the user's own, and those of `data`.
    package static func allData(_ environment: [String: String]) -> [String] {
        [dataHome(environment)].compactMap(\.self) + data(environment)
    }

    private static func folder(_ variable: String, or place: String, _ environment: [String: String]) -> String? {
        let usual = environment["HOME"].map { $0 + place }
        return [environment[variable], usual].compactMap(\.self).first { $0.hasPrefix("/") }
    }
}
