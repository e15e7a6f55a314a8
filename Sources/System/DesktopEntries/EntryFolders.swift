// Finds an entry by its id, as menus do: the id of `applications/kde/player.desktop` in a folder of data is
// `kde-player.desktop`, and so is that of `applications/kde-player.desktop`. The first folder that has the id counts:
// an entry that is hidden or broken hides those of the folders behind it.
//
// An id is a name and not a path. `..-..-etc-passwd` leads nowhere: no folder whose name begins with a dot is looked into.

internal import HostSystem

/// The folders in which entries are looked up.
package struct EntryFolders: Equatable, Sendable {
    /// The name of the folder of entries in a folder of data.
    package static let name = "applications"
    /// What the name of an entry's file ends with.
    package static let suffix = ".desktop"
    /// *Units*: bytes of an id without its end; a file's name has 255 at most.
    private static let idLimit = 247
    /// *Units*: folders below each other.
    private static let depthLimit = 8

    /// The folders of data, in the order in which they count: `~/.local/share`, `/usr/share`.
    package let dataFolders: [String]

    package init(_ dataFolders: [String]) { self.dataFolders = dataFolders }

    /// The path of the entry of an id; nil if no folder has it.
    ///
    /// - Parameter id: without its end: `org.example.Player`.
    package func path(of id: String) -> String? {
        guard Self.isID(id) else { return nil }
        return dataFolders.lazy.compactMap { folder in
            Self.find(id[...], in: "\(folder)/\(Self.name)", Self.depthLimit)
        }.first
    }

    /// True if a text can be the id of an entry: a file's name, without its end and without a path.
    package static func isID(_ id: String) -> Bool {
        let bytes = id.utf8
        return !bytes.isEmpty && bytes.count <= idLimit && bytes.first != UInt8(ascii: ".")
            && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
    }

    /// The file itself goes before one in a folder below.
    private static func find(_ id: Substring, in folder: String, _ depth: Int) -> String? {
        guard !id.isEmpty, id.utf8.first != UInt8(ascii: ".") else { return nil }
        let path = "\(folder)/\(id)\(suffix)"
        // ignored: what cannot be looked at cannot be read either, and the next folder has another.
        if (try? FileStatus.isAnythingThere(path)) == true { return path }
        guard depth > 0 else { return nil }
        for (place, byte) in zip(id.utf8.indices, id.utf8) where byte == UInt8(ascii: "-") {
            let name = id[..<place]
            guard !name.isEmpty, name.utf8.first != UInt8(ascii: "."),
                (try? FileStatus(of: "\(folder)/\(name)"))?.kind == .folder,
                let found = find(id[id.utf8.index(after: place)...], in: "\(folder)/\(name)", depth - 1)
            else { continue }
            return found
        }
        return nil
    }
}
