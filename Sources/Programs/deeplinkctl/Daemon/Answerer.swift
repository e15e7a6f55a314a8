internal import DeepLinkClient
internal import Routing

/// Answers a command from the daemon, or from a table.
enum Answerer {
    case daemon(DaemonClient)
    case table(Ruleset)
}

extension AnswererOptions {
    /// The daemon or the table that the command line or the environment names; else the daemon that answers, or the
    /// installed tables.
    ///
    /// What the command line does not name is printed before the answer.
    ///
    /// - Parameters:
    ///   - isAlone: whether the answer is to be used as it is, so that the line goes to standard error.
    ///   - needsTable: whether no daemon is to be asked unless the command line names one.
    ///
    /// *Throws*: as `DaemonClient` for a daemon that is named, and as `TableOption.load` for a table.
    func answerer(
        subject: SubjectOption? = nil, isAlone: Bool = false, needsTable: Bool = false
    ) throws -> Answerer {
        if let socket { return .daemon(try DaemonClient(SocketOption(socket), subject)) }
        guard !table.isOnCommandLine else { return .table(try table.load()) }
        var (reason, wasAsked) = ("no daemon was asked", false)
        if !table.isGiven, !needsTable {
            let probe = DaemonProbe(DaemonConnection.defaultPaths())
            if let (connection, revision) = probe.answer {
                let table = revision.isEmpty ? "without a table in force" : "table \(revision)"
                output.showSource("as the daemon at \(connection.path) sees it, \(table)", isAlone: isAlone)
                return .daemon(DaemonClient(connection, subject))
            }
            (reason, wasAsked) = (probe.reason, true)
        }
        if subject?.subject != nil {
            throw UsageError("--subject needs a daemon, and \(reason)", help: "name its socket with --socket")
        }
        let ruleset: Ruleset
        do {
            ruleset = try table.load()
        } catch let failure as ToolFailure where wasAsked {
            throw ToolFailure("\(failure); \(reason)")
        }
        let names = ruleset.files.map(\.name)
        let more = names.count > 1 ? " and \(names.count - 1) more" : ""
        output.showSource("from \(names.first ?? "a table")\(more); \(reason)", isAlone: isAlone)
        return .table(ruleset)
    }
}
