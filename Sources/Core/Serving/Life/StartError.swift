package import HostSystem

/// The reason why a daemon does not start.
package enum StartError: Error, CustomStringConvertible {
    /// The table or the facts have errors. *Shape*: `report` is the text of all diagnostics.
    case badFile(report: String)
    /// A variable of the environment has none of the words that it can have.
    case badVariable(name: String, value: String, words: String)
    /// There is no socket to serve.
    case noSocket
    case system(LoopError)

    package var description: String {
        switch self {
        case .badFile(let report): report
        case .badVariable(let name, let value, let words): "\(name)=\(value): say \(words)"
        case .noSocket:
            "there is no socket to serve: name one with --socket, or start deeplinkd by its socket unit"
        case .system(let error): error.description
        }
    }
}
