import Contract
import EventLoop
import Features
import ReachRules
import Routing
import Tables
import TestTables
import Testing

@testable import Serving

/// Performs actions with `varlink` in the place of a service, as a test says.
final class FakeService: WingService, ActionPerformer {
    /// The inputs of each call.
    private(set) var calls: [String] = []
    /// What a call is answered with at once; nil where it waits for `answerNext`.
    var answer: Performance?
    private var held: [(Performance) -> Void] = []

    init(_ server: Server) {}

    var performers: [any ActionPerformer] { [self] }

    func performs(_ template: any PerformerTemplate) -> Bool { template is VarlinkTemplate }

    func perform(
        _ proof: consuming VerifiedActionBinding, _ order: PerformanceOrder,
        then answer: @escaping (Performance) -> Void
    ) {
        calls.append(proof.members.map { "\($0.name)=\(JSONText.text(of: $0.value))" }.joined(separator: " "))
        if let performance = self.answer { answer(performance) } else { held.append(answer) }
    }

    /// Answers the oldest call that waits.
    func answerNext(_ performance: Performance) { if !held.isEmpty { held.removeFirst()(performance) } }

    func stop(_ ticket: Int, because cause: Interruption) {}

    func stopAll(then onIdle: @escaping () -> Void) {
        while !held.isEmpty { answerNext(.failed(Self.failure(.failedCancelled))) }
        onIdle()
    }

    /// An answer of the service.
    static func success(_ title: String) -> Performance {
        var execution = Execution(.varlink)
        (execution.service, execution.method, execution.duration) = ("unix:/run/p", "a.b.C", .milliseconds(7))
        return .done(.okPerformed, execution, result: [.init("title", .string(title))])
    }

    /// A failure with a code; a refusal has the name of an error.
    static func failure(_ code: OutcomeCode, refusal: String? = nil) -> RunningError {
        var execution = Execution(.varlink)
        execution.errorName = refusal
        return RunningError(code, "It failed.", execution)
    }
}

/// A server with a clock that a test moves, and a service whose calls it counts.
final class CacheStage {
    let server: Server
    let service: FakeService
    let clock: Clock

    final class Clock {
        var nowNs: Int64 = 1_000_000_000_000

        func move(_ time: Duration) { nowNs += time.wholeNanoseconds }
    }

    static func table(_ rule: String, parameter: String = "") -> String {
        """
        scheme t
        feature Shop {
            require toggle on
            action price {
                input item slug
                varlink unix:/run/p io.example.Shop.Price item=$(item) \(parameter)
                effect none
                \(rule)
                result {
                    title string
                }
            }
            action stock {
                input item slug
                input page uint = 1
                varlink unix:/run/p io.example.Shop.Stock item=$(item) page=$(page) link=$(url)
                effect none
                \(rule)
                result {
                    title string
                }
            }
            route price /price/$(item:slug) do price
            route dear /dear/$(item:slug) do price
            route stock /stock/$(item:slug)/$(page:uint) do stock
        }

        """
    }

    init(_ loop: Loop, _ rule: String) throws {
        let clock = Clock()
        self.clock = clock
        server = try Server(
            loop: loop, ruleset: try SampleTable.load(Self.table(rule)), facts: Facts(),
            source: TableSource(.files([]), purpose: .serving(allowsPrograms: true)), environment: [:],
            log: Log(), services: [FakeService.self] + .ofAllWings, clock: { clock.nowNs })
        service = try #require(server.service(FakeService.self))
        service.answer = FakeService.success("one")
    }

    static func run(_ rule: String, _ body: (CacheStage) throws -> Void) throws {
        let loop = try Loop()
        let stage = try CacheStage(loop, rule)
        try body(stage)
        stage.server.shutDown {}
        stage.server.close()
        loop.run()
        try loop.close()
    }

    /// The outcome of a link; nil while it waits.
    func open(_ url: String, uid: UInt32 = 1000, subject: String? = nil) -> Pending {
        let pending = Pending()
        let caller = Caller(uid: uid)
        let request = LinkRequest(
            Target(url: url), caller: caller, subject: subject.flatMap { Subject($0) })
        PendingLink(request, .pass, of: server).begin { outcome, _ in pending.outcome = outcome }
        return pending
    }

    /// The reply to a link that goes straight on; nil where it has to wait.
    func straight(_ url: String, uid: UInt32 = 1000) -> String? {
        var writer = JSONWriter()
        let request = LinkRequest(Target(url: url), caller: Caller(uid: uid), subject: nil)
        switch server.path.take(request, writing: &writer) {
        case .answered: return String(decoding: writer.finish(), as: UTF8.self)
        case .waits: return nil
        }
    }

    final class Pending {
        var outcome: Outcome?

        var code: OutcomeCode? { outcome?.code }
        var title: String? { outcome?.result?.members.first?.value.text }
        var cached: CachedAnswer? { outcome?.cached }
    }
}
