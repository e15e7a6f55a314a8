import Routing
import Varlink

/// The texts that an editor has open, which stand in the place of those on the disk.
struct OpenFiles {
    /// By their URIs.
    private(set) var files: [String: EditedFile] = [:]
    /// URIs by the paths that lead to the files.
    private var uris: [String: String] = [:]
    /// URIs by the files on the disk: a table may include one by another path.
    private var places: [TableFile.Identity: String] = [:]
    private var identities: [String: TableFile.Identity] = [:]
    private var byteCount: Int { files.values.reduce(0) { $0 + $1.bytes.count } }

    /// The file with a URI.
    subscript(_ uri: String) -> EditedFile? { files[uri] }

    /// The file at a path.
    func file(at path: String) -> EditedFile? {
        (uris[path] ?? uris[FileURI.normalized(path)]).flatMap { files[$0] }
    }

    /// The URI by which an editor knows a path.
    func uri(of path: String) -> String {
        uris[path] ?? uris[FileURI.normalized(path)] ?? FileURI.uri(of: FileURI.normalized(path))
    }

    /// Takes a text that was opened.
    ///
    /// *Throws*: that there are too many.
    mutating func open(_ file: EditedFile, on disk: LoadEnvironment) throws(RPCFault) {
        guard files.count < EditingLimits.openFiles, byteCount + file.bytes.count <= EditingLimits.openBytes else {
            throw RPCFault(.requestFailed, "too many files are open to check \(file.path) as well")
        }
        files[file.uri] = file
        uris[FileURI.normalized(file.path)] = file.uri
        refresh(file.uri, on: disk)
    }

    /// Looks again which file on the disk it is: an editor that saves may put another one there.
    mutating func refresh(_ uri: String, on disk: LoadEnvironment) {
        guard let file = files[uri] else { return }
        if let old = identities[uri] { places[old] = nil }
        // ignored: what is not on the disk yet has no other name.
        guard file.path.hasPrefix("/"), let found = try? disk.file(file.path, EditingLimits.openBytes).identity else {
            return
        }
        (places[found], identities[uri]) = (uri, found)
    }

    /// Changes a text.
    ///
    /// *Throws*: that it is not open, or as `EditedFile.apply`.
    mutating func change(_ uri: String, version: Int64, _ changes: [Value]) throws(RPCFault) {
        guard var file = files.removeValue(forKey: uri) else { throw .parameters("\(uri) is not open") }
        defer { files[uri] = file }
        file.version = version
        try file.apply(changes)
    }

    /// Lets go of a text.
    mutating func close(_ uri: String) {
        guard let file = files.removeValue(forKey: uri) else { return }
        uris[FileURI.normalized(file.path)] = nil
        if let old = identities.removeValue(forKey: uri) { places[old] = nil }
    }

    /// Files as they are on the disk, but for those that are open.
    func environment(over disk: LoadEnvironment) -> LoadEnvironment {
        var environment = disk
        let files = self
        environment.file = { path, limit throws(TableFault) in
            if let open = files.file(at: path) { return files.tableFile(open, path) }
            let found = try disk.file(path, limit)
            guard let identity = found.identity, let uri = files.places[identity], let open = files[uri] else {
                return found
            }
            return files.tableFile(open, path)
        }
        environment.names = { folder throws(TableFault) in
            let start = FileURI.normalized(folder == "/" ? "/" : folder + "/x").dropLast()
            let open = files.files.values.map { FileURI.normalized($0.path) }
                .filter { $0.hasPrefix(start) && !$0.dropFirst(start.count).contains("/") }
                .map { String($0.dropFirst(start.count)) }
            let found = try disk.names(folder)
            return (found.names + open.filter { !found.names.contains($0) }, nil)
        }
        return environment
    }

    /// - Parameter path: the one by which it was asked for: relative includes begin beside it.
    private func tableFile(_ file: EditedFile, _ path: String) -> TableFile {
        TableFile(
            name: path, bytes: file.bytes,
            identity: identities[file.uri]
                // Of no device: it is not on the disk yet.
                ?? .init(device: .max, inode: UInt64(bitPattern: Int64(file.uri.hashValue))))
    }
}
