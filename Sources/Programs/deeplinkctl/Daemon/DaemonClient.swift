internal import Contract
internal import DeepLinkClient
internal import HostSystem
import PermissionWire
internal import Routing

/// A connection to the daemon, with one call at a time.
final class DaemonClient {
    /// How long the daemon has to take the connection.
    private static let patience: Duration = .seconds(5)
    /// Says how long the daemon may be silent.
    private static let answerVariable = "DEEPLINKD_ANSWER_TIME"

    /// In which the person reads the texts of the table.
    private static let languages = LanguageList.ofSession.texts

    /// What a silent daemon means.
    private enum Silence {
        /// It hangs.
        case hangs
        /// It hangs if it does not answer another call either: an action may run.
        case mayWork
        /// Nothing has changed.
        case isUsual
    }

    /// Builds commands for the same daemon.
    let next: NextCommand
    private let connection: DaemonConnection
    private var signals: SignalDescriptor?
    /// The path of the daemon's socket.
    var path: String { connection.path }

    /// Connects to the named socket, or else to the user's daemon and then to the system's.
    init(_ socket: SocketOption, _ subject: SubjectOption? = nil) throws {
        next = NextCommand(socket: socket.path, subject: subject?.subject)
        connection = try ToolFailure.converting { () throws(DeepLinkError) in
            try DaemonConnection(toFirstOf: socket.paths, patience: Self.patience)
        }
    }

    /// Takes a connection on which no reply is outstanding.
    init(_ connection: DaemonConnection, _ subject: SubjectOption?) {
        next = NextCommand(socket: nil, subject: subject?.subject)
        self.connection = connection
    }

    /// Sends one request and waits for its reply.
    func call<Call: Method>(_ request: Call) throws -> ReplyMessage {
        try begin(request)
        return try nextReply(Call.mayTakeLong ? .mayWork : .hangs)
    }

    /// Sends one request, whose reply is waited for later.
    func begin(_ request: some Method) throws { try send(request) }

    /// Waits for the reply to a request that has begun; nil if the time is over first.
    ///
    /// - Parameter endNs: *units*: nanoseconds of `HostClock.monotonicNs`.
    func reply(until endNs: Int64) throws -> ReplyMessage? {
        try ToolFailure.converting { () throws(DeepLinkError) in
            try connection.awaitReply(unlessReadable: nil, until: endNs)
        }
    }

    /// Waits for the reply to a request that has begun and may take long, until the daemon hangs.
    ///
    /// - Parameter limit: how long the daemon may be silent.
    func lateReply(limit: Duration) throws -> ReplyMessage { try nextReply(.mayWork, limit: limit) }

    /// Calls any method.
    func call(method: String, parameters: [Value.Member]) throws -> ReplyMessage {
        try ToolFailure.converting { () throws(DeepLinkError) in
            try connection.send { CallEncoder.append(method: method, parameters: parameters, to: &$0) }
        }
        return try nextReply(.mayWork)
    }

    /// Sends one request and returns the parameters of its reply.
    ///
    /// *Throws*: the command line's error for an error reply.
    func parameters(of request: some Method) throws -> Value {
        try parameters(in: call(request), of: request)
    }

    /// The parameters of a reply.
    ///
    /// *Throws*: as `parameters(of:)`.
    func parameters(in reply: ReplyMessage, of request: some Method) throws -> Value {
        switch reply.content {
        case .parameters(let value): return value
        case .error(let name, let parameters):
            throw try DaemonRefusal(name: name, parameters: parameters).error(of: request, self)
        }
    }

    /// Sends one request and reads its answer.
    ///
    /// *Throws*: as `parameters(of:)`, and where the answer has a word that this program does not know.
    func reply<Call: Method>(to request: Call) throws -> Call.Answer {
        try Call.Answer(reply: parameters(of: request))
    }

    /// One feature with its constraints.
    ///
    /// *Throws*: as `reply(to:)`.
    func feature(_ name: String, of subject: String? = nil) throws -> FeatureReport {
        try reply(to: DescribeFeature { ($0.feature, $0.subject, $0.languages) = (name, subject, Self.languages) })
            .feature
    }

    /// All features, page by page.
    ///
    /// *Throws*: as `reply(to:)`.
    func features(of subject: String? = nil) throws -> [FeatureReport] {
        var features: [FeatureReport] = []
        var after: String?
        repeat {
            let page = try reply(
                to: ListFeatures { ($0.subject, $0.after, $0.languages) = (subject, after, Self.languages) })
            features += page.features
            // An empty page is the last, even if it names a next one.
            after = page.features.isEmpty ? nil : page.next
        } while after != nil
        return features
    }

    /// One part of the table in force; nil where the caller may not be told it.
    ///
    /// *Throws*: as `reply(to:)`.
    func tablePart(after: String?, files: Bool) throws -> TableContents? {
        let request = GetTable { ($0.after, $0.files) = (after, files) }
        let answer = try call(request)
        if case .error(VarlinkError.permissionDenied.name, _) = answer.content { return nil }
        return try TableContents(reply: parameters(in: answer, of: request))
    }

    /// Calls a streaming method, and hands over every answer until `body` wants no more.
    ///
    /// - Parameter ended: the error if there are no more replies, although more are wanted.
    ///
    /// *Throws*: also if the daemon ends, even in an orderly way.
    func stream<Call: Method>(
        _ request: Call,
        ended: ToolFailure = ToolFailure("the daemon has ended; start it again to continue watching"),
        _ body: (Call.Answer) throws -> Bool
    ) throws {
        try send(request, more: true)
        while true {
            let reply = try nextReply(Call.mayTakeLong ? .mayWork : .isUsual)
            guard try body(Call.Answer(reply: parameters(in: reply, of: request))) else { return }
            guard reply.continues else { throw ended }
        }
    }

    /// Calls a method whose answers end by themselves, and hands over each.
    ///
    /// *Throws*: as `stream`.
    func streamAll<Call: Method>(_ request: Call, _ body: (Call.Answer) throws -> Void) throws {
        try send(request, more: true)
        while true {
            let reply = try nextReply(.hangs)
            try body(Call.Answer(reply: parameters(in: reply, of: request)))
            guard reply.continues else { return }
        }
    }

    /// Asks a person for permissions, one after the other, and hands over each report until the flow has ended.
    ///
    /// - Parameters:
    ///   - answers: another connection, since the flow occupies this one.
    ///   - ask: asks the person what the flow leaves to this program.
    ///
    /// *Throws*: as `stream`, `ask` and `body`.
    func authorise(
        _ request: Authorise, answers: DaemonClient, ask: (QuestionReport) throws -> PermissionAnswer,
        _ body: (FlowReport) throws -> Void
    ) throws {
        var request = request
        (request.pace, request.isInitiated) = (.human, true)
        try stream(request, ended: ToolFailure(.endedAsking)) { report in
            try body(report)
            if report.event == .asking, let question = report.question, question.by == "client" {
                let answer = try ask(question)
                // The daemon may have gone on meanwhile: then the flow says how.
                _ = try answers.call(
                    AnswerQuestion { ($0.flow, $0.permission, $0.answer) = (report.flow, question.permission, answer) })
            }
            return report.event != .completed
        }
    }

    /// Turns an interrupt or termination into a failure of the call, so that what it has begun is undone.
    func failOnSignals() throws { signals = try SignalDescriptor(SignalDescriptor.endings) }

    private func send(_ request: some Method, more: Bool = false) throws {
        try ToolFailure.converting { () throws(DeepLinkError) in try connection.send(request, more: more) }
    }

    private func nextReply(_ silence: Silence, limit: Duration? = nil) throws -> ReplyMessage {
        let limit = try silence == .isUsual ? nil : limit ?? Self.answerTime
        var answeredNs: Int64 = 0
        do {
            while true {
                let endNs = limit.map { max(connection.heardNs, answeredNs) + $0.wholeNanoseconds }
                if let reply = try connection.awaitReply(unlessReadable: signals?.number, until: endNs) { return reply }
                let nowNs = HostClock.monotonicNs
                guard let limit, let endNs, nowNs >= endNs else { throw ToolFailure.interrupted }
                if nowNs < connection.heardNs + limit.wholeNanoseconds { continue }
                guard silence == .mayWork, AnswerTime.isAnswered(at: path, limit: limit) else {
                    throw DeepLinkError.noAnswer(path: path, after: limit)
                }
                answeredNs = HostClock.monotonicNs
            }
        } catch let error as DeepLinkError {
            throw ToolFailure(error)
        }
    }

    /// How long the daemon may be silent, by the environment.
    ///
    /// *Throws*: misuse where it is no duration.
    static var answerTime: Duration {
        get throws {
            guard let text = HostFacts.environment[answerVariable], !text.isEmpty else { return AnswerTime.usual }
            guard let time = Quantity.duration(text), time > .zero else {
                throw UsageError(
                    "\(answerVariable) is no duration: \(UsageError.quoted(text))", help: "say 45s, 2m or 500ms")
            }
            return time
        }
    }
}
