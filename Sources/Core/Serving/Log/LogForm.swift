package import HostSystem

/// The format of the log, chosen by the kind of standard error: a terminal, a pipe or file, or the journal.
package enum LogForm: Sendable, Equatable {
    /// One line for each event, for a file or a pipe.
    case plain
    /// A line with the time of day, and with colours by level if a person wants them.
    case terminal(hasColours: Bool)
    /// An entry with fields for the journal.
    case journal

    /// Finds the form for a stream.
    ///
    /// - Parameter environment: `JOURNAL_STREAM` names the journal's stream by device and inode, as systemd sets it: a stream
    ///   that was redirected since is another one. `NO_COLOR` and `TERM=dumb` mean a terminal without colours.
    package init(of stream: StandardStreams.Output, environment: [String: String]) {
        if let name = environment["JOURNAL_STREAM"], stream.isNamed(name) {
            self = .journal
        } else if stream.isTerminal {
            let isDumb = environment["TERM"] == "dumb" || environment["NO_COLOR", default: ""] != ""
            self = .terminal(hasColours: !isDumb)
        } else {
            self = .plain
        }
    }

    /// The byte that ends a line or an entry.
    ///
    /// An entry of the journal has line ends in it, and no NUL.
    var lineEnd: UInt8 {
        switch self {
        case .plain, .terminal: UInt8(ascii: "\n")
        case .journal: 0
        }
    }
}
