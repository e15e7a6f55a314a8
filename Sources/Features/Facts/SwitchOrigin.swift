internal import Contract

/// Where a runtime switch is read, if not from this daemon's own operator alone.
///
/// *Shape*: printed as tables write it: `file /run/app/switch`,
/// `varlink unix:/run/flags io.example.Flags.Get grace 10s`.
package enum SwitchOrigin: Hashable, Sendable, CustomStringConvertible {
    /// A small file, named by its absolute path.
    case file(String)
    /// A method of the service that listens at an absolute path.
    ///
    /// The last answer counts for `grace` after the service stopped answering.
    case varlink(path: String, method: String, grace: Duration = .zero)

    package var description: String {
        switch self {
        case .file(let path): "file \(path.asWord)"
        case .varlink(let path, let method, let grace):
            "varlink \(("unix:" + path).asWord) \(method)" + (grace == .zero ? "" : " grace \(grace.inTableWords)")
        }
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
