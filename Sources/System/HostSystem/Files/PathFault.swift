internal import Glibc

/// A folder, link or file that other users could change, on the way to a path.
package struct PathFault: Equatable, Sendable {
    /// The kind of the path at fault.
    package enum Kind: Sendable {
        case file
        case folder
        case link

        /// nil for a device, pipe or socket, which is never read or started.
        init?(_ mode: mode_t) {
            switch mode & S_IFMT {
            case S_IFREG: self = .file
            case S_IFDIR: self = .folder
            case S_IFLNK: self = .link
            default: return nil
            }
        }
    }

    /// Why other users can change it.
    package enum Reason: Equatable, Sendable {
        /// Its owner is neither root nor the daemon's user.
        case owner(userID: UInt32)
        /// Its mode or its access list lets other users write it.
        case writable(mode: UInt32)
        /// It does not exist, and others may create files in its sticky folder.
        case absent(folder: String, mode: UInt32)
    }

    /// *Shape*: absolute, without symbolic links.
    package let path: String
    package let kind: Kind
    package let reason: Reason

    /// The fault and its reason, with owner or mode.
    package var sentence: String {
        switch reason {
        case .owner(let userID): "\(name) belongs to uid \(userID), who could change it"
        case .writable(let mode): "\(name) is writable by users other than its owner (mode \(Self.octal(mode)))"
        case .absent(let folder, let mode):
            "\(path) does not exist, and other users can create it in the folder \(folder) (mode \(Self.octal(mode)))"
        }
    }

    /// How to correct it.
    package var remedy: String {
        switch reason {
        case .owner where kind == .link:
            "make root the owner of the link with `chown -h root \(path)`, or use another path"
        case .owner: "make root the owner with `chown root \(path)`, or use another path"
        case .writable: "run `chmod go-w \(path)`, or use another path"
        case .absent: "create it first, or use a folder that only its owner can write"
        }
    }

    private var name: String {
        switch kind {
        case .file: path
        case .folder: "the folder \(path)"
        case .link: "the link \(path)"
        }
    }

    /// *Shape*: four digits, `0775`.
    private static func octal(_ mode: UInt32) -> String {
        let digits = String(mode & 0o7777, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
}

extension PathFault: CustomStringConvertible {
    package var description: String { "\(sentence); \(remedy)" }
}
