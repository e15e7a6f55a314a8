import Conf
import Contract
import EventLoop
package import Routing

extension LoadEnvironment {
    /// What loading a table may ask of this machine.
    ///
    /// - Parameter root: what stands before absolute paths.
    package init(host purpose: TablePurpose, root: String = "") {
        self.init()
        self.root = root
        file = { path, limit throws(TableFault) in try Self.file(path, limit, purpose) }
        names = { path throws(TableFault) in try Self.names(path, purpose) }
        // Programs below another root are not this machine's: their links lead elsewhere.
        if root.isEmpty { resolvedProgram = { ResolvedPath.path(of: $0) } }
        guard case .serving(let allows) = purpose else { return }
        allowsPrograms = allows
        // ignored: a directory service that does not answer knows no name; the constraint then admits nobody.
        userID = { (try? HostFacts.userID(named: $0)) ?? nil }
        groupID = { (try? HostFacts.groupID(named: $0)) ?? nil }
        // A program that is not there is no fault of the table: it may be installed later, and then starting it works.
        programFault = { TrustRule.fault($0) }
    }

    private static func file(
        _ path: String, _ byteLimit: Int, _ purpose: TablePurpose
    ) throws(TableFault) -> TableFile {
        let file: FileReader.File
        do {
            file = try FileReader.read(path, byteLimit: byteLimit)
        } catch {
            throw TableFault(error, path, byteLimit: byteLimit)
        }
        let fault = TrustRule.fault(path, ownerID: file.ownerID, mode: file.mode)
        if case .serving = purpose, let fault { throw .untrusted(fault) }
        var doubt: String?
        if case .checkingInstalled = purpose {
            let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
            doubt = fault ?? TrustRule.fault(folder).map { "the folder " + $0 }
        }
        return TableFile(
            name: path, bytes: file.bytes, identity: .init(device: file.device, inode: file.inode), doubt: doubt)
    }

    private static func names(_ path: String, _ purpose: TablePurpose) throws(TableFault) -> [String] {
        let folder: FolderReader.Folder
        do {
            folder = try FolderReader.read(path, nameLimit: Limits.folderNames)
        } catch {
            throw TableFault(error, path, byteLimit: Limits.tableBytes)
        }
        // Whoever can write a folder can take a table away, and with it what it denies.
        let fault = TrustRule.fault("the folder " + path, ownerID: folder.status.ownerID, mode: folder.status.mode)
        if case .serving = purpose, let fault { throw .untrusted(fault) }
        return folder.names
    }
}

extension TableFault {
    /// Says why a file or folder cannot be read.
    init(_ error: LoopError, _ path: String, byteLimit: Int) {
        switch error {
        case .fileTooLarge where byteLimit < Limits.tableBytes:
            self.init(
                .fileTooLarge, "with \(path) the table has more than \(Limits.tableBytes) bytes",
                help: "split the table")
        case .fileTooLarge: self.init(.fileTooLarge, "\(error)", help: "split the table")
        case .folderTooLarge:
            self.init(.tooMany, "\(error)", help: "keep the tables in a folder of their own")
        case .notAFile: self.init(.unreadableFile, "\(error)", help: "a table is a regular file, or a link to one")
        case .fileChanged: self.init(.unreadableFile, "\(error)", help: "read it again; replace files by renaming")
        case _ where error.codeName == "ENOENT" || error.codeName == "ENOTDIR":
            self.init(.unreadableFile, "\(error)", help: "name a table that can be read", isAbsent: true)
        default: self.init(.unreadableFile, "\(error)", help: "name a table that can be read")
        }
    }

    /// The file or folder belongs to others, or they can write it.
    static func untrusted(_ sentence: String) -> TableFault {
        TableFault(
            .untrustedFile, sentence, help: "it must be yours or root's, and writable by its owner alone")
    }
}
