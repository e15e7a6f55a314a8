/// Whose facts count.
///
/// *Shape*: printed as `uid:1000` or `machine`.
package enum Subject: Hashable, Sendable, CustomStringConvertible {
    /// A user of this machine.
    case uid(UInt32)
    /// The machine as a whole.
    case machine

    package var description: String {
        switch self {
        case .uid(let uid): "uid:\(uid)"
        case .machine: "machine"
        }
    }
}
