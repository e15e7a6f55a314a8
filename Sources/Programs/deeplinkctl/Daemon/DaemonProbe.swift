// Finds out if a daemon answers, for commands that otherwise read a table. The time is one for all sockets together: a
// daemon that hangs costs a command 200 ms, and no more.
//
//     /run/user/1000/deeplinkd/io.deeplinkd.sock    does not answer     the time is over
//     /run/deeplinkd/io.deeplinkd.sock              is not asked        the command reads a table, and says why

internal import Contract
internal import DeepLinkClient
internal import HostSystem

/// The first daemon that answers.
struct DaemonProbe {
    /// How long all sockets together have.
    static let patience: Duration = .milliseconds(200)

    /// A connection to it, and the revision of its table; nil if none answers.
    private(set) var answer: (connection: DaemonConnection, revision: String)?
    /// Why none answers, in one clause.
    private(set) var reason = ""

    /// Asks the daemons of the sockets, in this order, until one answers.
    init(_ paths: [String]) {
        let endNs = HostClock.monotonicNs + Self.patience.wholeMilliseconds * 1_000_000
        var faults: [String] = []
        for path in paths where answer == nil {
            do {
                answer = try Self.ask(path, until: endNs)
            } catch DeepLinkError.noDaemon {
                continue
            } catch {
                faults.append(ToolFailure.sentence(of: error))
            }
        }
        reason = faults.isEmpty ? DeepLinkError.absence(at: paths) : faults.joined(separator: "; ")
    }

    private static func ask(_ path: String, until endNs: Int64) throws -> (DaemonConnection, String) {
        let late = ToolFailure("the daemon at \(path) did not answer within \(patience.wholeMilliseconds) ms")
        let leftNs = endNs - HostClock.monotonicNs
        guard leftNs > 0 else { throw ToolFailure("the daemon at \(path) was not asked, because the time was over") }
        let connection = try DaemonConnection(toFirstOf: [path], patience: .nanoseconds(leftNs))
        try connection.send { CallEncoder.append(GetStatus(), to: &$0) }
        guard let reply = try connection.awaitReply(unlessReadable: nil, until: endNs) else { throw late }
        guard case .parameters(let parameters) = reply.content else {
            throw ToolFailure("what listens at \(path) is no daemon that this program knows")
        }
        return (connection, try StatusReport(reply: parameters).tableRevision)
    }
}
