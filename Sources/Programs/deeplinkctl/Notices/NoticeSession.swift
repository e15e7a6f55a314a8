internal import Contract
internal import DeepLinkClient
internal import Desktop
internal import HostSystem

// One click, from its first notification to the end of its buttons:
//
//     You need “Rezept Premium” for “Recipes”.         [Try 14 days]  [Open the shop]
//       pressed: Try 14 days                            the daemon starts the trial
//     You can use “Rezept Premium” for 14 days.         [Open it now]
//       pressed: Open it now                            the link is performed, and the notification closed
//
// Every notification has keys of its own, which cannot be guessed. So a button that was pressed twice, or that another
// process shows under the same number, does nothing a second time.

/// Shows a click's notifications, and serves their buttons.
final class NoticeSession {
    /// How an earlier notification ended the session.
    struct Ended: Error {}

    let daemon: NoticeDaemon
    private let service: NotificationService
    private let memory: NoticeMemory?
    private var click: ClickResult
    private let appName: String
    private let entry: String
    private let feature: String
    /// Until when buttons are served, and the time from the first notification to there.
    private var endNs: Int64 = 0
    private let limit: Duration
    /// How long a question is shown before a yes counts, and when the one that is shown was.
    private let readingTime: Duration
    private var shownNs: Int64 = 0
    private var number: UInt32 = 0
    private var keys: [String] = []
    private var key = ""

    /// - Parameters:
    ///   - limit: how long buttons are served, from the first notification on.
    ///   - readingTime: how long a question is shown before a yes counts. A page that opens links chooses the moment of a
    ///     question: it could come up under the pointer of a person who is about to press another button.
    init(
        _ click: ClickResult, service: NotificationService, memory: NoticeMemory?, limit: Duration,
        readingTime: Duration
    ) {
        (self.click, self.service, self.memory, self.limit) = (click, service, memory, limit)
        self.readingTime = readingTime
        daemon = NoticeDaemon(click)
        let outcome = click.outcome
        feature = outcome?["feature"]?.text ?? ""
        appName = outcome.flatMap { OutcomeWords($0).name } ?? "deeplinkd"
        entry = Self.entry(ofRoute: outcome?["route"]?.text)
    }

    /// The desktop entry of the package that a route is in: `io.deeplinkd.Links.museum` for `museum:exhibit`.
    private static func entry(ofRoute route: String?) -> String {
        let entry = "io.deeplinkd.Links"
        guard let route, let colon = route.firstIndex(of: ":") else { return entry }
        return entry + "." + route[..<colon].replacing("-", with: "_")
    }

    /// Shows the click, and serves the buttons until there are none, or the time is over.
    ///
    /// *Throws*: if the service or the bus fails, or another process serves the buttons.
    func run() throws {
        var notice = Notice(click, products: daemon.offers)
        guard try begin(notice) else { return }
        do {
            while !notice.buttons.isEmpty, service.showsButtons {
                let (place, token) = try pressed(in: notice)
                guard let next = try perform(notice.buttons[place], token, after: notice) else {
                    service.close(number)
                    memory?.forget(number, service.identity)
                    return
                }
                notice = next
                try show(notice)
            }
        } catch is Ended {}
    }

    // MARK: Showing

    /// Shows the first notification when it is its turn; false if others have told of it.
    private func begin(_ notice: Notice) throws -> Bool {
        func first(_ sentence: String, _ replaced: UInt32) throws -> UInt32 {
            endNs = HostClock.monotonicNs + limit.wholeNanoseconds
            defer { shownNs = HostClock.monotonicNs }
            return try service.show(
                notification(sentence, notice.title, notice.buttons.map(\.label)), replacing: replaced)
        }
        let place = place(of: notice)
        guard let memory else {
            number = try first(notice.sentence, 0)
            return true
        }
        var isCounted = false
        while true {
            let turn = try memory.turn(of: place, service.identity, isCounted: isCounted) { replaced, more in
                try first(Self.sentence(notice, more: more), replaced)
            }
            switch turn {
            case .shown(let number):
                self.number = number
                return true
            case .counted: return false
            case .waits(let untilNs):
                isCounted = true
                guard try service.awaitTurn(until: untilNs) else { return false }
            }
        }
    }

    /// What another notification is about that this one may take the place of: the same feature.
    ///
    /// A question takes the place of no other link's question, which the person may be about to answer.
    private func place(of notice: Notice) -> String {
        notice.question == nil ? feature : "\(feature)?\(DesktopRecord.digest(Array(click.url.utf8)))"
    }

    /// The sentence, with how many other links were not opened.
    private static func sentence(_ notice: Notice, more: Int) -> String {
        guard more > 0 else { return notice.sentence }
        let rest = NoticeWords.more(more)
        guard notice.question == nil else { return notice.sentence + "\n" + rest }
        return PersonText.cut(notice.sentence, to: PersonText.sentenceLimit - rest.count - 1) + " " + rest
    }

    private func notification(
        _ sentence: String, _ title: String, _ labels: [String]
    ) -> NotificationService.Notification {
        // ignored: without random bits the keys are those of the number alone, and buttons still work.
        key = (try? HostFacts.randomName()) ?? "\(HostClock.monotonicNs)"
        keys = labels.indices.map { "\($0)-\(key)" }
        return NotificationService.Notification(
            appName: appName, summary: title, body: sentence, entry: entry,
            buttons: Array(zip(keys, labels)),
            // Gone before the buttons are, where the desktop honours it.
            lifetime: labels.isEmpty ? nil : .nanoseconds(max(0, endNs - HostClock.monotonicNs) * 9 / 10))
    }

    /// Shows a notice in the place of the one that is shown.
    private func show(_ notice: Notice) throws {
        // From now on a question has this place alone.
        if notice.question != nil { memory?.forget(number, service.identity) }
        let sentence = notice.question == nil ? PersonText.line(notice.sentence) : notice.sentence
        try show(sentence, notice.title, notice.buttons.map(\.label))
    }

    /// Shows a text in the place of the one that is shown.
    private func show(_ sentence: String, _ title: String, _ labels: [String]) throws {
        guard try !service.isLost() else { throw Ended() }
        let shown = try service.show(notification(sentence, title, labels), replacing: number)
        shownNs = HostClock.monotonicNs
        // Some services give a notification that they have closed a new number.
        if shown != number { memory?.renumber(number, to: shown, service.identity) }
        number = shown
    }

    // MARK: Waiting

    /// Waits for a button of a notice.
    ///
    /// A yes that comes before a person can have read the question does not count, and the question is shown again.
    private func pressed(in notice: Notice) throws -> (place: Int, token: String?) {
        while let press = try press() {
            let isYes = notice.question != nil && press.place == 0
            guard isYes, HostClock.monotonicNs < shownNs + readingTime.wholeNanoseconds else { return press }
            try show(notice)
        }
        // A button that does nothing is worse than none.
        var notice = notice
        notice.buttons = []
        try show(notice)
        throw Ended()
    }

    /// Waits for one of the keys; nil when the time is over.
    ///
    /// *Throws*: `Ended` if the notification is closed, or another process serves it.
    private func press() throws -> (place: Int, token: String?)? {
        while let event = try service.nextEvent(of: number, until: endNs) {
            switch event {
            case .pressed(let key, let token):
                guard let place = keys.firstIndex(of: key) else { continue }
                // Once.
                keys = []
                return (place, token)
            case .closed:
                memory?.forget(number, service.identity)
                throw Ended()
            case .lost: throw Ended()
            }
        }
        return nil
    }

    /// Asks a question in the place of the notification; nil if it has no answer in time.
    ///
    /// *Throws*: `Ended`.
    func ask(_ question: String, _ answers: [String]) throws -> Int? {
        try show(question, title, answers)
        return try press()?.place
    }

    /// Asks about the link in the place of the notification; nil if it has no answer in time.
    ///
    /// *Throws*: `Ended`; `NoticeDaemon.Failure` for a question that is too long to be read here.
    func ask(_ question: ConfirmationText) throws -> Bool? {
        let notice = Notice(title: title, asking: question)
        guard notice.question != nil else {
            throw NoticeDaemon.Failure(sentence: NoticeWords.tooLong, isRepeatable: false)
        }
        try show(notice)
        return try pressed(in: notice).place == 0
    }

    private var title: String { appName == "deeplinkd" ? PersonLanguage.ofSession.words.untitled : appName }

    // MARK: Performing

    /// Does what a button names; nil once the link was opened or left alone, and nothing is left to say.
    private func perform(_ button: NoticeButton, _ token: String?, after notice: Notice) throws -> Notice? {
        func done(_ sentence: String, _ buttons: [NoticeButton] = [.openNow]) -> Notice {
            Notice(title: notice.title, sentence: sentence, buttons: buttons)
        }
        do {
            switch button {
            case .switchOn(let feature, let title):
                try daemon.switchOn(feature)
                return done(NoticeWords.switchedOn(title))
            case .startTrial(let product, let title, let length):
                try daemon.startTrial(of: product)
                return done(NoticeWords.trialBegan(title, length))
            case .openShop(let url, let title):
                guard Self.openPage(url, token) else { return done(NoticeWords.noShop, notice.buttons) }
                return done(NoticeWords.shopOpened(title))
            case .ask(let feature):
                if try daemon.authorise(feature: feature, session: self) { return done(NoticeWords.allowed) }
                return try again(daemon.explain())
            case .confirm(let question):
                guard let outcome = try daemon.confirm(question, session: self) else {
                    return try again(daemon.explain())
                }
                return try again(outcome)
            case .decline: return nil
            case .tryAgain, .openNow: return try again(daemon.open(token: token))
            }
        } catch let error as NoticeDaemon.Failure {
            return done(error.sentence, error.isRepeatable ? notice.buttons : [])
        }
    }

    /// Opens a page with `xdg-open`, without waiting for the browser; false if the program cannot be started.
    ///
    /// - Parameter token: what lets the browser raise its window.
    private static func openPage(_ url: String, _ token: String?) -> Bool {
        var environment = HostFacts.environment
        environment["XDG_ACTIVATION_TOKEN"] = token
        // ignored: the person reads that the page was not opened.
        return (try? DetachedProgram.start(["xdg-open", url], environment: environment)) != nil
    }

    /// What is said of a new outcome of the link; nil if it was opened.
    private func again(_ outcome: Value) throws -> Notice? {
        click.outcome = outcome
        var notice = Notice(click, products: daemon.offers)
        guard click.received?.outcomeClass == .ok else { return notice }
        guard click.received?.code == OutcomeCode.okWouldPerform.rawValue else { return nil }
        notice.buttons = [.openNow]
        return notice
    }
}
