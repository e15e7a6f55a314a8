import Contract
import EventLoop
import Features
import Routing
import Tables
import TestTables
import Testing

@testable import Serving

/// Notes what it is told of links, a text for each.
private final class Follower: WingService, LinkFollower {
    private(set) var notes: [String] = []
    private(set) var times: [LinkDurations] = []

    init(_ server: Server) {}

    var watchers: LinkWatchers { LinkWatchers(followers: [self]) }

    func linkBegan(_ link: LinkStopwatch, _ outcome: borrowing Outcome, caller: Caller, subject: Subject?) {
        notes.append("\(link.number) began \(outcome.code.rawValue) \(outcome.route ?? "-") uid=\(caller.uid)")
    }

    func linkEnded(
        _ end: LinkEnd, id: Span<UInt8>, route: Span<UInt8>, feature: Span<UInt8>, action: Span<UInt8>,
        inputs: Span<UInt8>, caller: Caller, subject: Subject?, values: () -> [Outcome.Parameter]
    ) {
        func text(_ bytes: Span<UInt8>) -> String {
            bytes.isEmpty ? "-" : String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
        }
        let number = end.number.map { "\($0) " } ?? ""
        let named = values().map { "\($0.name)=\(JSONText.text(of: $0.value))" }.joined(separator: " ")
        notes.append(
            "\(number)ended \(end.code.rawValue) \(text(route)) \(text(feature)).\(text(action)) \(text(inputs)) "
                + "\(named) subject=\(subject?.description ?? "-")")
        times.append(end.times)
        #expect(id.count == 13)
    }
}

@Suite struct LinkNotesTests {
    private static let table = """
        scheme t
        feature Shop {
            action say {
                input word slug
                respond "$(word)"
            }
            action hide {
                input code slug secret
                respond
            }
            action ask {
                varlink unix:/run/p io.example.Shop.Ask
                concurrency 1
                queue 2 for 10s
            }
            route say /say/$(word:slug) do say
            route hide /hide/$(code:slug) do hide
            route ask /ask do ask
        }
        feature Closed {
            require toggle off
            action open {
                respond
            }
            route closed /closed do open
        }

        """

    private func run(_ body: (Server, FakeService, Follower) throws -> Void) throws {
        let loop = try Loop()
        let server = try Server(
            loop: loop, ruleset: try SampleTable.load(Self.table), facts: Facts(),
            source: TableSource(.files([]), purpose: .serving(allowsPrograms: true)), environment: [:],
            log: Log(), services: [FakeService.self, Follower.self] + .ofAllWings)
        try body(
            server, try #require(server.service(FakeService.self)), try #require(server.service(Follower.self)))
        server.shutDown {}
        server.close()
        loop.run()
        try loop.close()
    }

    private func open(_ url: String, in server: Server, wait: Duration? = nil) {
        var writer = JSONWriter()
        var request = LinkRequest(Target(url: url), caller: Caller(uid: 1000), subject: .uid(2000))
        request.wait = wait
        if case .waits(let link) = server.path.take(request, writing: &writer) { link.begin { _, _ in } }
    }

    @Test func eachLinkIsNotedOnceAndSecretsAreMasked() throws {
        try run { server, _, follower in
            for url in ["t://say/hello", "t://hide/hunter", "t://closed", "t://nothing", "no url"] {
                open(url, in: server)
            }
            let ended = follower.notes.filter { !$0.contains("began") }
            let tail = " subject=uid:2000"
            #expect(
                ended == [
                    #"ended ok.performed say Shop.say word word="hello""# + tail,
                    #"1 ended ok.performed hide Shop.hide code code="***""# + tail,
                    "ended blocked.toggle.off closed Closed.open - " + tail,
                    "ended rejected.route.notFound - -.- - " + tail,
                    "ended rejected.url.invalid - -.- - " + tail,
                ])
            #expect(!follower.notes.joined().contains("hunter"))
        }
    }

    @Test func aLinkThatIsPerformedLaterHasABeginningAndItsStages() throws {
        try run { server, service, follower in
            open("t://ask", in: server)
            open("t://ask", in: server)
            #expect(follower.notes == ["1 began ok.wouldPerform ask uid=1000", "2 began ok.wouldPerform ask uid=1000"])
            service.answerNext(FakeService.success("one"))
            service.answerNext(FakeService.success("two"))
            #expect(follower.times.count == 2)
            let (first, second) = (follower.times[0], follower.times[1])
            #expect(first.queuedNs == 0 && first.performedNs > 0)
            #expect(second.queuedNs > 0 && second.performedNs > 0)
            for times in follower.times {
                let stages = times.sourcesNs + times.waitedNs + times.queuedNs + times.performedNs
                #expect(stages <= times.endedNs - times.startedNs)
            }
        }
    }

    @Test func aLinkThatWaitsBeginsWithWhatBlocksIt() throws {
        try run { server, _, follower in
            open("t://closed", in: server, wait: .seconds(60))
            #expect(follower.notes == ["1 began blocked.toggle.off closed uid=1000"])
        }
    }
}
