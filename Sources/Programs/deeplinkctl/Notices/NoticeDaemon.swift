internal import Contract
internal import DeepLinkClient
import PermissionWire
import PurchaseWire

/// The calls to the daemon that the buttons of a notification make.
///
/// Each call has a connection of its own: between two buttons the daemon may have been restarted.
struct NoticeDaemon {
    /// Why a button has done nothing, for the person.
    struct Failure: Error {
        let sentence: String
        /// Whether the same button may be pressed again.
        let isRepeatable: Bool
    }

    private let socket: SocketOption
    private let target: Target
    private let command: String?
    /// In which the person reads the texts of the table.
    private let languages = LanguageList.ofSession.texts

    /// The daemon that a click has asked; the usual ones if none answered.
    init(_ click: ClickResult) {
        var socket = SocketOption()
        socket.path = click.socket
        (self.socket, target, command) = (socket, Target(url: click.url), click.command)
    }

    private func client() throws -> DaemonClient {
        do {
            return try DaemonClient(socket)
        } catch {
            throw Failure(sentence: NoticeWords.noDaemon(command), isRepeatable: true)
        }
    }

    /// Makes a call whose repetition does no harm.
    private func parameters(of request: some Method) throws -> Value {
        let client = try client()
        let answer: ReplyMessage
        do {
            answer = try client.call(request)
        } catch {
            throw Failure(sentence: NoticeWords.unreachable, isRepeatable: true)
        }
        guard case .parameters(let value) = answer.content else {
            throw Failure(sentence: NoticeWords.refused, isRepeatable: false)
        }
        return value
    }

    private func outcome(of request: some Method) throws -> Value {
        guard let outcome = try parameters(of: request)["outcome"] else {
            throw Failure(sentence: NoticeWords.unreachable, isRepeatable: true)
        }
        return outcome
    }

    // MARK: Buttons

    /// What can be bought and tried; nothing where the daemon does not say.
    func offers() -> Offers {
        var offers = Offers()
        guard let client = try? client() else { return offers }
        if let report = try? client.reply(to: ListProducts { $0.languages = languages }) {
            offers.products = report.products
        }
        if let report = try? client.reply(to: GetPurchases { $0.languages = languages }) {
            offers.purchases = report.purchases
        }
        return offers
    }

    /// Moves the person's own switch.
    func switchOn(_ feature: String) throws {
        _ = try parameters(of: SetToggle { ($0.feature, $0.isOn) = (feature, true) })
    }

    /// Starts a trial for the person.
    func startTrial(of product: String) throws { _ = try parameters(of: StartTrial { $0.product = product }) }

    /// The outcome that the link would have now.
    func explain() throws -> Value { try outcome(of: ExplainLink(target) { $0.languages = languages }) }

    /// Performs the link, and returns the outcome.
    ///
    /// *Throws*: `Failure`; after the call was sent, one that is not repeatable.
    func open(token: String?) throws -> Value {
        let client = try client()
        do {
            let value = try client.parameters(
                of: OpenLink(target) { ($0.activationToken, $0.languages) = (token, languages) })
            if let outcome = value["outcome"] { return outcome }
        } catch {}
        throw Failure(sentence: NoticeWords.uncertain, isRepeatable: false)
    }

    // MARK: Questions

    /// Asks for the permissions of a feature; true if all are granted.
    func authorise(feature: String, session: NoticeSession) throws -> Bool {
        var isGranted = false
        try flow(Authorise { ($0.feature, $0.languages) = (feature, languages) }, session) { completion, _ in
            isGranted = completion.end == "granted"
        }
        return isGranted
    }

    /// Performs the link after a yes; nil if it was not performed.
    ///
    /// - Parameter shown: the question to which the person has said yes. Every other one is asked: the table may have changed,
    ///   or the feature asks several.
    func confirm(_ shown: ConfirmationText?, session: NoticeSession) throws -> Value? {
        var performed: Value?
        let request = Authorise(target) { ($0.isInitiated, $0.languages) = (true, languages) }
        try flow(request, session, confirmed: shown) { _, outcome in
            if let outcome, outcome.code.outcomeClass != .blocked, outcome.code.outcomeClass != .pending {
                performed = try? JSONText.value(of: JSONText.text(of: outcome))
            }
        }
        return performed
    }

    private func flow(
        _ request: Authorise, _ session: NoticeSession, confirmed: ConfirmationText? = nil,
        completed: (CompletionReport, Contract.Outcome?) -> Void
    ) throws {
        let (flow, answers) = (try client(), try client())
        // A yes counts once.
        var confirmed = confirmed
        func ask(_ question: QuestionReport) throws -> PermissionAnswer {
            guard let text = ConfirmationText(question) else { return try answer(to: question, session) }
            guard text != confirmed else {
                confirmed = nil
                return .granted
            }
            return try session.ask(text).map { $0 ? .granted : .denied } ?? .cancel
        }
        do {
            try flow.authorise(request, answers: answers, ask: ask) { report in
                if let completion = report.completion { completed(completion, report.outcome) }
            }
        } catch let end as NoticeSession.Ended {
            // The flow ends with its connection.
            throw end
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(sentence: NoticeWords.unreachable, isRepeatable: false)
        }
    }

    private func answer(to question: QuestionReport, _ session: NoticeSession) throws -> PermissionAnswer {
        let text = PersonText.line(QuestionWords.text(of: question), limit: 2 * PersonText.sentenceLimit)
        // A person must be able to read all that a yes is about.
        guard text.count <= PersonText.sentenceLimit else {
            throw Failure(sentence: NoticeWords.tooLong, isRepeatable: false)
        }
        let isConfirmation = question.permission == "confirmation"
        let labels =
            isConfirmation
            ? [NoticeWords.confirm, NoticeWords.refuse] : [NoticeWords.allow, NoticeWords.deny, NoticeWords.later]
        let answers: [PermissionAnswer] = isConfirmation ? [.granted, .denied] : [.granted, .denied, .skip]
        return try session.ask(text, labels).map { answers[$0] } ?? .cancel
    }
}
