import HostSystem

extension ToolFailure {
    /// Creates a file.
    ///
    /// *Throws*: the failure, with what to do.
    static func creating<Created>(_ file: String, _ create: () throws(LoopError) -> Created) throws -> Created {
        do throws(LoopError) {
            return try create()
        } catch {
            throw ToolFailure(creating: file, error) ?? error
        }
    }

    /// The failure to create a file, with what to do; nil where the system's own reason says it.
    init?(creating file: String, _ error: LoopError) {
        let folder = ResolvedPath.folder(of: file) ?? "."
        switch error.codeName {
        case "EEXIST": self.init("\(file) exists already and is not replaced: name another file")
        case "ENOENT" where (try? FileStatus.isAnythingThere(folder)) == false:
            self.init("there is no folder \(folder): run `mkdir -p \(folder.asShellWord)`, or name another file")
        case "ENOTDIR": self.init("\(folder) is not a folder: name another file")
        case "EACCES", "EPERM", "EROFS":
            self.init("you may not create a file in the folder \(folder): name one in a folder that you can write")
        case "ENOSPC", "EDQUOT":
            self.init("there is no room for \(file): free some in \(folder), or name a file in another folder")
        default: return nil
        }
    }
}
