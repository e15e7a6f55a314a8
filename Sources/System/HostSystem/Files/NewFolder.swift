internal import Glibc

/// A folder that is filled file by file, and gets its name only when it is complete and durable.
///
/// Until then its name ends in `.partial`. A folder that does not get its name is removed with this object. A name of a
/// file that would lead out of the folder is refused.
package final class NewFolder {
    private let path: String
    private let partial: String
    /// What is in it, by paths, each folder before its entries.
    private var folders: [String] = []
    private var files: [String] = []
    private var isPublished = false

    /// Creates the folder.
    ///
    /// *Throws*: `failed`, with ENOTEMPTY if there is anything at the path but an empty folder; `unusableText` for a path
    /// with a NUL byte.
    package init(_ path: String) throws(LoopError) {
        let task = "create the folder \(path)"
        var name = path
        while name.utf8.count > 1, name.utf8.last == UInt8(ascii: "/") { name.removeLast() }
        if try FileStatus.isAnythingThere(name) {
            let isFolder = try FileStatus(of: name).kind == .folder
            guard isFolder, try FolderReader.read(name, nameLimit: .max).isEmpty else {
                throw .failed(task: task, call: "mkdir", code: SystemCode(ENOTEMPTY))
            }
        }
        self.path = name
        partial = name + "." + String(UInt32(truncatingIfNeeded: try HostFacts.randomBits()), radix: 16) + ".partial"
        try makeFolder(partial)
    }

    /// Adds a file and the folders that it is in.
    ///
    /// - Parameter parts: the names of the folders, and that of the file.
    ///
    /// *Throws*: `failed`, with EINVAL for a name that leads elsewhere, and with EEXIST for a name that is taken.
    package func add(_ parts: [String], bytes: [UInt8]) throws(LoopError) {
        let task = "create \(parts.joined(separator: "/")) in the folder \(path)"
        guard let name = parts.last, parts.allSatisfy(Self.isName) else {
            throw .failed(task: task, call: "open", code: SystemCode(EINVAL))
        }
        var folder = partial
        for part in parts.dropLast() {
            folder += "/" + part
            if !folders.contains(folder) { try makeFolder(folder) }
        }
        // Before it is there: a disk that is full leaves a part of it.
        files.append(folder + "/" + name)
        try DurableFile.create(folder + "/" + name, bytes: bytes, mode: 0o644)
    }

    private static func isName(_ name: String) -> Bool {
        !["", ".", ".."].contains(name) && !name.utf8.contains(UInt8(ascii: "/")) && !name.utf8.contains(0)
    }

    private func makeFolder(_ folder: String) throws(LoopError) {
        try systemCall("mkdir", on: folder, to: "create the folder \(folder)") { unsafe mkdir(folder, 0o755) }
        folders.append(folder)
    }

    /// Gives it its name, in the place of an empty folder that has it.
    ///
    /// *Throws*: `failed`, with ENOTEMPTY if the folder that has the name is not empty by now.
    package func publish() throws(LoopError) {
        for folder in folders { try DurableFile.syncName(folder + "/.") }
        try systemCall("rename", on: path, to: "create the folder \(path)") { unsafe rename(partial, path) }
        isPublished = true
        try DurableFile.syncName(path)
    }

    deinit {
        guard !isPublished else { return }
        // ignored: what cannot be removed ends in `.partial`, so that it is not mistaken for the whole.
        for file in files { try? DurableFile.remove(file) }
        for folder in folders.reversed() { _ = unsafe rmdir(folder) }
    }
}
