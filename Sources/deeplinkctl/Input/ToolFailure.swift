internal import Varlink

/// The tool itself could not do its work: exit status 1.
struct ToolFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// An answer of the daemon that is none, or lacks what this tool asks of it.
    init(_ error: FramingError) {
        let what =
            if case .field(let name, let expected) = error { "`\(name)` is no \(expected) in it" } else { "\(error)" }
        self.init("the daemon's answer cannot be read, \(what); `deeplinkctl call` prints answers as they are")
    }
}
