import Conf
import Contract
import HostSystem
package import Routing

extension LoadEnvironment {
    /// What loading a table may ask of this machine.
    ///
    /// - Parameter root: what stands before absolute paths.
    package init(host purpose: TablePurpose, wings: WingList, root: String = "") {
        self.init(wings: wings)
        self.root = root
        file = { path, limit throws(TableFault) in try Self.file(path, limit, purpose) }
        names = { path throws(TableFault) in try Self.names(path, purpose) }
        // Programs below another root are not this machine's: their links lead elsewhere.
        if root.isEmpty { resolvedProgram = { ResolvedPath.path(of: $0) } }
        if purpose.refusesUntrusted || purpose.reportsUntrusted {
            // A table may name one program in thousands of actions.
            var judged: [String: HostFault?] = [:]
            programFault = { program in
                if let known = judged[program] { return known }
                let fault =
                    root.isEmpty ? Self.programFault(program, purpose) : Self.absence(of: program, below: root, purpose)
                judged.updateValue(fault, forKey: program)
                return fault
            }
        }
        if purpose.readsKeys(root: root) {
            keyFile = { path throws(TableFault) in try Self.keyFile(path, purpose) }
        }
        doubtSeverity = purpose.doubtSeverity ?? .warning
        keyFaultSeverity = purpose.mostSevere
        if purpose.judgesGroups(root: root) { groupFault = { Self.groupFault($0, purpose) } }
        guard case .serving(let allows) = purpose else { return }
        allowsPrograms = allows
        knowsGroups = true
        // ignored: if the directory service does not answer, the name is unknown, and the constraint admits no caller.
        userID = { (try? HostFacts.userID(named: $0)) ?? nil }
        groupID = { (try? HostFacts.groupID(named: $0)) ?? nil }
    }

    private static func file(
        _ path: String, _ byteLimit: Int, _ purpose: TablePurpose
    ) throws(TableFault) -> TableFile {
        let file: FileReader.File
        do {
            file = try FileReader.read(path, byteLimit: byteLimit, trusting: purpose.rule)
        } catch {
            throw TableFault(error, path, byteLimit: byteLimit)
        }
        return TableFile(
            name: path, bytes: file.bytes, identity: .init(device: file.device, inode: file.inode),
            doubt: purpose.doubt(of: path), groupID: file.groupID)
    }

    /// Reads a key file, which is trusted as a table is: a user who can change it, or a folder on the way to it, can grant
    /// every product of its issuer.
    private static func keyFile(_ path: String, _ purpose: TablePurpose) throws(TableFault) -> TableFile {
        do throws(LoopError) {
            let file = try FileReader.read(path, byteLimit: Limits.keyFileBytes, trusting: purpose.rule)
            return TableFile(name: path, bytes: file.bytes, doubt: purpose.doubt(of: path))
        } catch .untrusted(let fault) {
            throw TableFault(fault)
        } catch .fileTooLarge {
            throw TableFault(
                .fileTooLarge, "\(path) has more than \(Limits.keyFileBytes) bytes", help: "name a key file")
        } catch {
            throw TableFault(
                .unreadableFile, "\(error)", help: "name a file with public keys that the daemon's user can read")
        }
    }

    private static func names(_ path: String, _ purpose: TablePurpose) throws(TableFault) -> ([String], String?) {
        do {
            // A user who can write a folder can take a table away, and with it what the table denies.
            let names = try FolderReader.read(path, nameLimit: Limits.folderNames, trusting: purpose.rule)
            return (names, purpose.reportsUntrusted ? TrustRule.ofThisProcess.fault(ofListed: path)?.sentence : nil)
        } catch {
            throw TableFault(error, path, byteLimit: Limits.tableBytes)
        }
    }

    /// The check that goes before each start, made now as well: a table that names an untrusted program is refused at once.
    private static func programFault(_ program: String, _ purpose: TablePurpose) -> HostFault? {
        do throws(LoopError) {
            _ = try ProgramFile(program)
            return nil
        } catch .untrusted(let fault) {
            return HostFault(
                .badProgram, fault.sentence, help: fault.remedy, mostSevere: purpose.doubtSeverity ?? .error)
        } catch .unreadableProgram(let path, _) {
            return HostFault(
                .badProgram, "\(path) cannot be read, so its format and interpreter cannot be checked",
                help: "make it readable for the daemon's user, such as with `chmod a+r \(path)`",
                mostSevere: purpose.doubtSeverity ?? .error)
        } catch {
            return unavailable("\(error)", purpose)
        }
    }

    private static func unavailable(_ message: String, _ purpose: TablePurpose) -> HostFault {
        HostFault(
            .unavailableProgram, message,
            help: "install it; until then each start fails with `failed.spawn`, and it is checked again before each",
            mostSevere: purpose.mostSevere)
    }

    /// Looks for a program in another system's tree; who owns it there is not judged, and links lead elsewhere here.
    private static func absence(of program: String, below root: String, _ purpose: TablePurpose) -> HostFault? {
        // ignored: what cannot be looked at may be there.
        guard (try? FileStatus.isAnythingThere(root + program)) == false else { return nil }
        return unavailable("there is no \(program) below \(root)", purpose)
    }

    /// Looks up a group that the table gives rights to.
    private static func groupFault(_ name: String, _ purpose: TablePurpose) -> HostFault? {
        do throws(LoopError) {
            guard try HostFacts.groupID(named: name) == nil else { return nil }
            return HostFault(
                .unknownGroup, "this machine has no group `\(name)`",
                help: "create the group, or correct its name; without it the line gives rights to no user",
                mostSevere: purpose.mostSevere)
        } catch {
            // A directory service that is away must not keep a daemon from starting.
            return HostFault(
                .unknownGroup, "the group `\(name)` cannot be looked up: \(error)",
                help: "reload when the directory service answers; until then the line gives rights to no user",
                mostSevere: min(.warning, purpose.mostSevere))
        }
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
        case .untrusted(let fault): self.init(fault)
        case .notAFile: self.init(.unreadableFile, "\(error)", help: "a table is a regular file, or a link to one")
        case .fileChanged: self.init(.unreadableFile, "\(error)", help: "read it again; replace files by renaming")
        case _ where error.codeName == "ENOENT" || error.codeName == "ENOTDIR":
            self.init(.unreadableFile, "\(error)", help: "name a table that can be read", isAbsent: true)
        default: self.init(.unreadableFile, "\(error)", help: "name a table that can be read")
        }
    }

    /// Other users can change a file or folder, or something on the way to it.
    init(_ fault: PathFault) {
        self.init(.untrustedFile, fault.sentence, help: fault.remedy)
    }
}
