internal import DesktopEntries
internal import HostSystem

/// One file that associates types with entries: `mimeapps.list`, `gnome-mimeapps.list`, `defaults.list` or `mimeinfo.cache`.
struct AssociationFile {
    /// The groups of a list.
    enum Group: String, CaseIterable {
        case defaults = "Default Applications"
        case added = "Added Associations"
        case removed = "Removed Associations"
        /// The one group of `mimeinfo.cache`.
        case cache = "MIME Cache"
    }

    let path: String
    /// Its bytes, for programs that read it without regard to its groups.
    let bytes: [UInt8]
    private let file: KeyFile
    /// Whether it may add and remove associations: the lists of a single desktop may not.
    private let isGeneral: Bool

    /// Reads a file; nil if there is none, or it cannot be read.
    init?(_ path: String, isGeneral: Bool) {
        // ignored: of most places where such a file can be it is absent.
        guard let read = try? FileReader.read(path, byteLimit: KeyFile.byteLimit) else { return nil }
        (self.path, self.isGeneral, bytes) = (path, isGeneral, read.bytes)
        file = KeyFile(read.bytes)
    }

    /// The reason why GLib takes the file as empty; nil if it reads it.
    var fault: KeyFile.Fault? { file.fault }

    /// The entries of a type, in their order; nil where it says nothing that counts.
    func ids(of type: String, in group: Group) -> [String]? {
        isGeneral || group == .defaults ? file.list(type, of: group.rawValue) : nil
    }

    /// The entries that it associates with a type; nil as for `ids`.
    func additions(of type: String) -> [String]? {
        ids(of: type, in: path.hasSuffix("/" + Self.cacheName) ? .cache : .added)
    }

    static let cacheName = "mimeinfo.cache"
    static let oldName = "defaults.list"
}
