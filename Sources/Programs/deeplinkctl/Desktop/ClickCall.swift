// Chooses the daemon that gets a clicked link. The user's daemon is asked first:
//
//     the user's daemon                              then
//     answers                                        that is the result
//     does not run, or cannot be connected to        the system's is asked
//     has no table in force: pending.table.invalid   the system's is asked
//     rejected.url.schemeNotAllowed                  the system's is asked
//     takes the link and does not answer             that is the result: an action may run
//
// If the system's daemon does not run, or does not know the scheme either, the first answer is the result. With
// DEEPLINKD_SOCKET one daemon is asked.
//
// A launcher waits for this process, and an action may take minutes, as one whose app has to acknowledge the link. The daemon
// stops an action whose caller hangs up. So after a second without an answer, a child goes on with the same connection, and
// the launcher sees the end of this process. Before that another call finds out whether the daemon answers at all.

internal import Contract
internal import DeepLinkClient
internal import HostSystem

/// The call that hands a clicked link to a daemon.
struct ClickCall {
    /// How long daemons that hang keep the launcher waiting, all together.
    private static let longestPatience: Duration = .seconds(20)
    /// How long a daemon with a full queue has to take the connection.
    private static let connectPatience: Duration = .seconds(5)
    /// How long the launcher waits for an action.
    private static let launcherPatience: Duration = .seconds(1)
    /// The codes of a daemon that does not know whose link it is.
    private static let openCodes: [OutcomeCode] = [.pendingTable, .urlSchemeNotAllowed]

    /// The result of asking one daemon.
    private enum Attempt {
        /// No process listens.
        case absent
        /// There is no connection, for a reason that a person has to mend.
        case unreachable(String)
        /// It answered, by an outcome or by a refusal of the call.
        case answered(ClickResult)
        /// It took the link, and did not answer.
        case unanswered(ClickResult)
    }

    let url: String
    let token: String?
    /// How often the link was handed on before; nil for never.
    let hops: Int64?
    /// How long a daemon may be silent while an action runs.
    private let answerTime: Duration
    private var patience: Duration { min(Self.longestPatience, answerTime) }

    init(url: String, token: String?, hops: Int64?) {
        (self.url, self.token, self.hops) = (url, token, hops)
        // ignored: a variable that is wrong is no reason to lose a link.
        answerTime = (try? DaemonClient.answerTime) ?? AnswerTime.usual
    }

    /// Sends the link, and waits for the answer or for the time that it has.
    ///
    /// It may return in another process than it was called in.
    /// - Returns: the result, and whether a daemon answered.
    func send() -> (ClickResult, isAnswered: Bool) {
        let paths = DaemonConnection.defaultPaths()
        let endNs = HostClock.monotonicNs + patience.wholeNanoseconds
        var (answer, fault): (ClickResult?, String?)
        for path in paths {
            switch ask(path, until: endNs) {
            case .absent: continue
            case .unreachable(let reason): fault = fault ?? reason
            case .unanswered(let result): return (result, false)
            case .answered(let result):
                let code = result.received?.code
                guard Self.openCodes.contains(where: { $0.rawValue == code }) else { return (result, true) }
                answer = answer ?? result
            }
        }
        if let answer { return (answer, true) }
        let absence = DeepLinkError.noDaemon(paths: paths)
        let failed = result(of: nil) {
            $0.failure = fault ?? "\(absence) with \(SocketLocations.variable)"
            $0.command = fault == nil ? absence.startCommand : nil
        }
        return (failed, false)
    }

    private func result(of path: String?, _ fill: (inout ClickResult) -> Void) -> ClickResult {
        var result = ClickResult()
        (result.url, result.socket, result.isTerminal) = (url, path, StandardStreams.Output.errors.isTerminal)
        fill(&result)
        return result
    }

    private func ask(_ path: String, until endNs: Int64) -> Attempt {
        let client: DaemonClient
        do throws(DeepLinkError) {
            let connection = try DaemonConnection(toFirstOf: [path], patience: Self.connectPatience)
            client = DaemonClient(connection, nil)
        } catch {
            if case .noDaemon = error { return .absent }
            return .unreachable("\(error)")
        }
        let request = OpenLink(url: url) {
            ($0.activationToken, $0.hops, $0.languages) = (token, hops, LanguageList.ofSession.texts)
        }
        let reply: ReplyMessage
        do {
            reply = try self.reply(to: request, from: client, until: endNs)
        } catch {
            return .unanswered(result(of: path) { $0.failure = ToolFailure.sentence(of: error) })
        }
        do {
            let outcome = try Open.outcome(in: client.parameters(in: reply, of: request))
            return .answered(result(of: path) { $0.outcome = outcome.value })
        } catch {
            return .answered(result(of: path) { $0.failure = ToolFailure.sentence(of: error) })
        }
    }

    /// Waits for the reply: until a time if the daemon hangs, else without an end, but not with the launcher.
    private func reply(
        to request: some Method, from client: DaemonClient, until endNs: Int64
    ) throws -> ReplyMessage {
        try client.begin(request)
        while true {
            let nextNs = HostClock.monotonicNs + Self.launcherPatience.wholeNanoseconds
            if let reply = try client.reply(until: min(nextNs, endNs)) { return reply }
            if AnswerTime.isAnswered(at: client.path, limit: Self.launcherPatience) {
                // ignored: without a process for it the launcher waits too.
                _ = ProcessSetup.detach()
                return try client.lateReply(limit: answerTime)
            }
            if HostClock.monotonicNs >= endNs { throw DeepLinkError.noAnswer(path: client.path, after: patience) }
        }
    }
}
