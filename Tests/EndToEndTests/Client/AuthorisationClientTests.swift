import DeepLinkClient
import Foundation
import PermissionWire
import Testing

/// Authorisation flows and requests that wait, by the client library.
@Suite struct AuthorisationClientTests {
    private static let table = """
        scheme t
        permission contacts from consent
        permission photos from consent
        feature Share {
            description "Sharing"
            require permission contacts
            require permission photos
            action go {
                respond "shared"
            }
            route go /go do go
        }
        feature Trash {
            require confirmation "Delete $(list)?"
            action delete {
                input list string
                respond "deleted $(list)"
            }
            route delete /delete/$(list) do delete
        }
        feature Timer {
            require toggle off
            action start {
                respond started
            }
            route start /timer do start
        }
        """

    /// An event as a line: `asking contacts`, `completed granted ok.performed`.
    private static func line(_ event: AuthorisationEvent) -> String {
        switch event {
        case .began(let questions): "began " + questions.map(\.permission).joined(separator: "+")
        case .asking(let question): "asking \(question.permission)"
        case .answered(let question, let result): "answered \(question.permission) \(result)"
        case .completed(let completion, let outcome):
            "completed \(completion.end)" + (outcome.map { " \($0.code)" } ?? "")
        }
    }

    /// The lines of a flow whose questions get answers in turn.
    private static func lines(
        _ flow: Authorisation, answers: [PermissionAnswer]
    ) async throws -> [String] {
        var (lines, answers) = ([String](), answers[...])
        for try await event in flow {
            lines.append(line(event))
            guard case .asking(let question) = event else { continue }
            #expect(question.isYours && (question.answerWithin ?? .zero) > .seconds(60) && !question.title.isEmpty)
            try await question.answer(try #require(answers.popFirst()))
        }
        return lines
    }

    @Test func `a flow asks for each permission once, and performs its link at the end`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let all = try await Self.lines(daemon.authorise(.link("t://go")), answers: [.granted, .granted])
            #expect(
                all == [
                    "began contacts+photos", "asking contacts", "answered contacts granted", "asking photos",
                    "answered photos granted", "completed granted ok.performed",
                ])
            let again = try await Self.lines(daemon.authorise(.action("Share.go")), answers: [])
            #expect(again.last == "completed granted ok.performed")
            let feature = try await Self.lines(daemon.authorise(.feature("Share")), answers: [])
            #expect(feature.last == "completed granted")
        }
    }

    @Test func `a flow without every permission performs nothing, and says what is outstanding`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            var end: (report: CompletionReport, outcome: Outcome?)?
            for try await event in daemon.authorise(.link("t://go"), isInitiated: true) {
                if case .asking(let question) = event {
                    try await question.answer(question.permission == "contacts" ? .skip : .granted)
                }
                if case .completed(let report, let outcome) = event { end = (report, outcome) }
            }
            #expect(end?.report.end == "partial" && end?.outcome == nil && end?.report.message.isEmpty == false)
            let report = try #require(end?.report)
            #expect(report.granted == ["photos"] && report.skipped == ["contacts"] && report.outstanding == [])
            let denied = try await Self.lines(daemon.authorise(.link("t://go")), answers: [.denied])
            #expect(denied.suffix(2) == ["answered contacts denied", "completed denied"])
            let later = try await Self.lines(daemon.authorise(.link("t://go")), answers: [])
            #expect(later == ["began contacts", "completed denied"], "a denial is not asked again")
            let cancelled = try await Self.lines(
                daemon.authorise(.link("t://delete/old")), answers: [.cancel])
            #expect(cancelled.last == "completed cancelled")
            let nowhere = try await Self.lines(daemon.authorise(.link("t://nowhere")), answers: [])
            #expect(nowhere.last?.hasPrefix("completed rejected") == true, "\(nowhere)")
        }
    }

    @Test func `a confirmation shows the inputs of its link`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            var outcome: Outcome?
            for try await event in daemon.authorise(.link("t://delete/old")) {
                if case .asking(let question) = event {
                    #expect(question.title == "Delete old?" && question.permission == "confirmation")
                    try await question.answer(.granted)
                }
                if case .completed(_, let end) = event { outcome = end }
            }
            #expect(outcome?.text == "deleted old")
        }
    }

    @Test func `completions get the same events, and an answer that is none's is an error with a name`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let (lines, questions) = (Reports<String>(), Reports<AuthorisationQuestion>())
            let flow = daemon.authorise(.link("t://go")) { result in
                lines.add((try? result.get()).map(Self.line) ?? "\(result)")
                guard case .success(.asking(let question)) = result else { return }
                questions.add(question)
                if question.permission == "contacts" { question.answer(.granted) { _ in } }
            }
            let photos = try #require(try questions.await(2).last)
            let contacts = try #require(questions.all.first)
            let late = await Task.ofItsOwn { try await contacts.answer(.granted) }.result.failure
            #expect(late == .notAsked, "\(String(describing: late))")
            try answer { photos.answer(.granted, completion: $0) }
            #expect(try lines.await(6).last == "completed granted ok.performed")
            let ended = await Task.ofItsOwn { try await photos.answer(.granted) }.result.failure
            #expect(ended == .unknownFlow && ended?.description.contains("ended") == true)
            flow.cancel()
        }
    }

    @Test func `the end of the task, of the reference and of the daemon is the end of a flow`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let lines = Reports<String>()
            let task = Task.ofItsOwn {
                for try await event in daemon.authorise(.link("t://go")) { lines.add(Self.line(event)) }
            }
            _ = try lines.await(2)
            task.cancel()
            #expect(await task.result.failure == nil)
            try running.awaitLog("cancelled")

            let events = Reports<Result<AuthorisationEvent, DeepLinkError>>()
            let flow = daemon.authorise(.link("t://go"), isInitiated: true) { events.add($0) }
            _ = try events.await(2)
            try running.restartKilled()
            let last = try events.await(3).last
            guard case .failure(.connectionLost)? = last else {
                Issue.record("\(String(describing: last))")
                return
            }
            flow.cancel()
            let next = try await Self.lines(daemon.authorise(.feature("Timer")), answers: [])
            #expect(next.last == "completed blocked")
        }
    }

    @Test func `a request waits until what blocks it is lifted, and is then performed`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let outcomes = Reports<Result<Outcome, DeepLinkError>>()
            daemon.open("t://timer", options: CallOptions(wait: .seconds(60))) { outcomes.add($0) }
            try await lookFor("the request") { try running.tool("status").output.contains("2 connections") }
            #expect(outcomes.all.isEmpty)
            _ = try running.tool("toggle", "Timer", "on")
            let started = try outcomes.await(1)[0].get()
            #expect(started.text == "started")
            _ = try running.tool("toggle", "Timer", "off")
            let late = try await daemon.open("t://timer", options: CallOptions(wait: .milliseconds(20)))
            #expect(late.code == "blocked.toggle.off")
        }
    }
}
