package import HostSystem

/// The reason why a change of the desktop's files failed.
package enum DesktopError: Error, Equatable, Sendable, CustomStringConvertible {
    case system(LoopError)
    case unreadableRecord(path: String)
    /// Two packages whose entries would have one id.
    case sameID(String, first: String, second: String)

    package var description: String {
        switch self {
        case .system(let error): "\(error)"
        case .unreadableRecord(let path):
            "\(path) is no record of `deeplinkctl desktop install`; move it away, and install again: what earlier "
                + "installations changed then stays until you remove it by hand"
        case .sameID(let id, let first, let second):
            "the packages `\(first)` and `\(second)` would both have the desktop entry \(id): rename one of them"
        }
    }
}
