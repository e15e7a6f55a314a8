internal import Contract

/// A file or a service that a table names for a fact, such as a runtime switch.
///
/// *Shape*: printed as tables write it: `file /run/app/switch`,
/// `varlink unix:/run/flags io.example.Flags.Get grace 10s`.
package enum FactPlace: FactOrigin {
    /// A small file, named by its absolute path.
    ///
    /// Where the path has `$(uid)`, each user has a file: `/run/app/$(uid)/camera`.
    case file(String)
    /// A method of the service that listens at an absolute path.
    ///
    /// While the service does not answer, its last answer counts until it is as old as `grace`.
    case varlink(path: String, method: String, grace: Duration = .zero)

    package var description: String {
        switch self {
        case .file(let path): "file \(path.asTableWord)"
        case .varlink(let path, let method, let grace):
            "varlink \(("unix:" + path).asTableWord) \(method)" + (grace == .zero ? "" : " grace \(grace.inTableWords)")
        }
    }
}

extension FactPlace {
    /// What stands for a user's uid in the path of a file.
    package static let uidMark = "$(uid)"

    /// The folder that holds the files of all users; nil for a path without `$(uid)`.
    ///
    /// *Shape*: `/run/app` for `/run/app/$(uid)/camera` and for `/run/app/camera-$(uid)`.
    package static func commonFolder(of path: String) -> String? {
        guard let mark = path.firstRange(of: uidMark), let end = path[..<mark.lowerBound].lastIndex(of: "/") else {
            return nil
        }
        return end == path.startIndex ? "/" : String(path[..<end])
    }

    /// The path of a subject's file.
    ///
    /// Returns: nil where the path has `$(uid)`, and the subject is no user.
    package static func path(_ path: String, of subject: Subject?) -> String? {
        guard path.contains(uidMark) else { return path }
        guard case .uid(let uid) = subject else { return nil }
        return path.replacing(uidMark, with: String(uid))
    }
}

extension Duration {
    /// *Shape*: as tables write a time, in the largest unit that leaves no rest: `500ms`, `90s`, `2m`, `1h`.
    fileprivate var inTableWords: String {
        let milliseconds = wholeMilliseconds
        let units: [(suffix: String, milliseconds: Int64)] = [("h", 3_600_000), ("m", 60_000), ("s", 1000)]
        let unit = units.first { milliseconds % $0.milliseconds == 0 } ?? ("ms", 1)
        return "\(milliseconds / unit.milliseconds)\(unit.suffix)"
    }
}
