internal import Glibc

extension ProgramFile {
    /// What keeps a program from being started.
    package enum Hindrance: Equatable, Sendable {
        /// Nothing has its name.
        case absent
        /// It is no regular file, this process may not execute or read it, or its interpreter cannot be started.
        case unusable
        /// Other users can change it, its interpreter, or something on the way to one of them.
        case untrusted
    }

    /// What fails for a moment, and not because of the program.
    private static let passing: Set<String> = ["EMFILE", "ENFILE", "ENOMEM", "EIO", "EINTR", "EAGAIN", "ESTALE"]

    /// What keeps a program from being started now; nil if nothing does.
    ///
    /// *Throws*: what kept it from being looked at, such as `failed` with EMFILE or EIO, and `fileChanged`.
    package static func hindrance(
        of program: String, trusting rule: TrustRule = .ofThisProcess
    ) throws(LoopError) -> Hindrance? {
        do throws(LoopError) {
            // The walk alone, so that a program that is absent and an interpreter that is absent are told apart.
            _ = try rule.walk(program, to: "start \(program)")
        } catch {
            if error.codeName == "ENOENT" || error.codeName == "ENOTDIR" { return .absent }
        }
        do throws(LoopError) {
            return try ProgramFile(program, trusting: rule).isExecutable ? nil : .unusable
        } catch .untrusted {
            return .untrusted
        } catch .fileChanged(let path) {
            throw .fileChanged(path: path)
        } catch {
            if let name = error.codeName, passing.contains(name) { throw error }
            return .unusable
        }
    }

    /// Whether this process may execute it: by its mode, and by the options of its mount.
    private var isExecutable: Bool { unsafe faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) == 0 }
}
