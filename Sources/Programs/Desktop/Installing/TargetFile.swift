internal import DesktopEntries
internal import HostSystem

/// A file that is to be changed, as it is now.
struct TargetFile {
    let path: String
    /// Nil for a file that is not there.
    let bytes: [UInt8]?
    let status: FileStatus?
    /// The reason why it is not to be touched; nil for a file that can be replaced.
    let hindrance: String?

    /// Looks at a file.
    ///
    /// A symbolic link is not followed for writing: it is how other tools keep the file elsewhere.
    init(_ path: String) {
        self.path = path
        if let target = ResolvedPath.target(ofLink: path) {
            bytes = try? FileReader.read(path, byteLimit: KeyFile.byteLimit).bytes
            (status, hindrance) = (nil, "it is a symbolic link to \(target)")
            return
        }
        do throws(LoopError) {
            guard try FileStatus.isAnythingThere(path) else {
                (bytes, status) = (nil, nil)
                hindrance = Self.hindrance(ofCreating: path)
                return
            }
            let status = try FileStatus(of: path)
            bytes = try FileReader.read(path, byteLimit: KeyFile.byteLimit).bytes
            self.status = status
            // Root could write it all the same; a file without the bit is meant to stay as it is.
            hindrance = status.mode & 0o200 == 0 ? "it is read-only" : Self.hindrance(ofCreating: path)
        } catch {
            (bytes, status, hindrance) = (nil, nil, "\(error)")
        }
    }

    /// The reason why no file can be created beside a path.
    private static func hindrance(ofCreating path: String) -> String? {
        var folder = ResolvedPath.folder(of: path) ?? "."
        while folder != "/", folder != ".", (try? FileStatus.isAnythingThere(folder)) == false {
            folder = ResolvedPath.folder(of: folder) ?? "."
        }
        do throws(LoopError) {
            try DurableFile.checkWritable(directory: folder)
            return nil
        } catch {
            return "you may not write to the folder \(folder)"
        }
    }
}
