/// Where a runtime switch is read, if not from this daemon's own operator alone.
///
/// *Shape*: printed as tables write it: `file /run/app/switch`, `varlink unix:/run/flags io.example.Flags.Get`.
package enum SwitchOrigin: Hashable, Sendable, CustomStringConvertible {
    /// A small file, named by its absolute path.
    case file(String)
    /// A method of the service that listens at an absolute path.
    case varlink(path: String, method: String)

    package var description: String {
        switch self {
        case .file(let path): "file \(path)"
        case .varlink(let path, let method): "varlink unix:\(path) \(method)"
        }
    }
}
