internal import Contract
internal import DeepLinkFeatures
internal import HostSystem
internal import PermissionRules
internal import SystemBus

/// The thread of an adapter: it holds the connection to the bus, reads what is known, asks, and waits.
///
/// *Owner/thread*: its own. It ends with the adapter, or with the connection.
final class PortalThread {
    /// A question that has no answer yet.
    private struct Question {
        let portal: DesktopPortal
        let endNs: Int64
        /// The object that stands for it: first as it was asked for, then as the portal says.
        var path: String
        /// That of a portal that has sessions.
        var session: String?
        /// The signals of the answer that are listened to.
        var answers: [BusSignal] = []
    }

    private let settings: PortalSettings
    private let state: PortalState
    private let link: PortalLink
    private let wake: WakeDescriptor
    private var questions: [Question] = []
    /// What the portal has answered to this program.
    private var answers: [Permission: PermissionStatus] = [:]
    private var lastNumber = 0

    /// Runs until the adapter is gone or the connection ends.
    static func run(_ settings: PortalSettings, _ state: PortalState) {
        do throws(BusError) {
            try PortalThread(settings, state).work()
            state.finish([:], reason: "the adapter is gone")
        } catch {
            // What was never there is not supported; what was there is not known any more.
            let status: PermissionStatus =
                switch error {
                case .libraryMissing, .addressUnusable, .noBus: .unsupported
                case .lost, .late, .refused, .tooLarge, .unreadable, .tooManyCalls, .unsendable, .unwritable, .failed:
                    .unknown
                }
            let reason = settings.address == nil ? "there is no desktop session" : "\(error)"
            state.finish(settings.standings(status, reason), reason: reason)
        }
    }

    private init(_ settings: PortalSettings, _ state: PortalState) throws(BusError) {
        (self.settings, self.state) = (settings, state)
        do throws(LoopError) {
            wake = try WakeDescriptor()
        } catch {
            throw .failed(error)
        }
        state.set(wake)
        link = try PortalLink(address: settings.address ?? "", app: settings.app)
    }

    private func work() throws(BusError) {
        try link.attach(startingServices: true)
        try load()
        while !state.isClosed {
            for order in state.takeOrders() { try follow(order) }
            try endLateQuestions()
            let endNs = questions.map(\.endNs).min() ?? .max
            if let received = try link.bus.nextSignal(until: endNs, orBy: wake) { try take(received) }
        }
    }

    private func load() throws(BusError) {
        var standings = settings.standings(.unsupported, "the desktop's portal has no interface for it")
        for portal in settings.portals {
            standings[portal.permission] = try link.standing(of: portal, answer: answers[portal.permission])
        }
        state.publish(standings)
    }

    private func follow(_ order: PortalState.Order) throws(BusError) {
        switch order {
        case .load(let done):
            if !link.hasPortal { try link.attach(startingServices: true) }
            try load()
            done()
        case .ask(let permission, let usage):
            guard let portal = settings.portals.first(where: { $0.permission == permission }) else { return }
            try ask(portal, usage: usage)
        }
    }

    // MARK: Questions

    private func ask(_ portal: DesktopPortal, usage: String?) throws(BusError) {
        if !link.hasPortal { try link.attach(startingServices: true) }
        lastNumber += 1
        let token = "deeplink\(lastNumber)"
        let endNs = HostClock.monotonicNs.addingReportingOverflow(settings.patience.wholeNanoseconds)
        var question = Question(
            portal: portal, endNs: endNs.overflow ? .max : endNs.partialValue, path: link.requestPath(token))
        do throws(BusError) {
            try put(&question, token: token, usage: usage)
            questions.append(question)
        } catch {
            try forget(question)
            switch error {
            case .lost, .noBus, .failed: throw error
            case .refused("org.freedesktop.portal.Error.NotAllowed", _, _):
                // The administrator has locked it, as with `disable-camera`.
                answers[portal.permission] = .restricted
            case .libraryMissing, .addressUnusable, .late, .refused, .tooLarge, .unreadable, .tooManyCalls,
                .unsendable, .unwritable:
                break
            }
            try load()
            state.end(portal.permission, failure: "the portal: \(error)")
        }
    }

    /// Puts a question, whose answer is listened to before, so that none is missed.
    private func put(_ question: inout Question, token: String, usage: String?) throws(BusError) {
        try listen(for: &question)
        if case .session = question.portal.question { question.session = try link.openSession(question.portal, token) }
        let call = question.portal.call(
            token: token, session: question.session ?? "", window: settings.window(), usage: usage)
        guard let call else { throw .unreadable }
        let path = try link.path(by: call)
        guard path != question.path else { return }
        // A portal before 0.9 names the object itself.
        question.path = path
        try listen(for: &question)
    }

    private func listen(for question: inout Question) throws(BusError) {
        let answer = try link.answer(at: question.path)
        question.answers.append(answer)
        try link.bus.listen(to: answer, until: link.soonNs)
    }

    private func forget(_ question: Question) throws(BusError) {
        for answer in question.answers { try link.bus.ignore(answer, until: link.soonNs) }
        if let session = question.session { try link.close(session, "org.freedesktop.portal.Session") }
    }

    /// Ends a question that was put.
    private func end(_ question: Question, failure: String?) throws(BusError) {
        questions.removeAll { $0.path == question.path }
        try forget(question)
        try load()
        state.end(question.portal.permission, failure: failure)
    }

    private func endLateQuestions() throws(BusError) {
        let nowNs = HostClock.monotonicNs
        for question in questions where question.endNs <= nowNs {
            try link.close(question.path, "org.freedesktop.portal.Request")
            try end(question, failure: "the person did not answer in time")
        }
    }

    // MARK: Signals

    private func take(_ received: BusClient.Received) throws(BusError) {
        if let question = questions.first(where: { $0.answers.contains(received.signal) }) {
            return try take(received.values, to: question)
        }
        guard received.signal.member == "NameOwnerChanged" else { return try load() }
        // Other services come and go, too.
        guard let name = received.values.first?.text, PortalLink.services.contains(name) else { return }
        let owner = received.values.last?.text.flatMap { $0.isEmpty ? nil : $0 }
        // It may have been started by this program, which then knows it.
        guard !link.isKnown(owner, of: name) else { return }
        let ended = name == DesktopPortal.service ? questions : []
        questions.removeAll { question in ended.contains { $0.path == question.path } }
        for answer in ended.flatMap(\.answers) { try link.bus.ignore(answer, until: link.soonNs) }
        try link.attach(startingServices: false)
        try load()
        for question in ended { state.end(question.portal.permission, failure: "the portal ended while it asked") }
    }

    private func take(_ values: [BusValue], to question: Question) throws(BusError) {
        guard values.count == 2, let response = values[0].number else { return }
        let status = question.portal.status(response: response, results: values[1])
        if let status { answers[question.portal.permission] = status }
        try end(question, failure: status == nil ? "the question ended without an answer" : nil)
    }
}
