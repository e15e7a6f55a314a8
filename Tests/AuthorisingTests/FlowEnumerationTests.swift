import Contract
import Testing

@testable import PermissionRules

/// Every sequence of events, over flows of up to three permissions and two flows of one user.
struct FlowEnumerationTests {
    @Test(arguments: [
        [], [consent("a")], [source("a")], [system("a")], [consent("a"), source("b")], [system("a"), consent("b")],
        [system("a"), system("b")], [consent("a"), source("b"), system("c")],
    ])
    func `each flow ends once and performs its link once at most, whatever happens when`(_ steps: [FlowStep]) {
        var explorer = Explorer(FlowWorld(steps))
        explorer.run()
        let kinds = steps.map { $0.asker == .system ? "system" : "\($0.record)" }
        print("flows over \(kinds): \(explorer.states) states, \(explorer.transitions) transitions")
        #expect(explorer.faults == [])
        #expect(explorer.ends.isSuperset(of: ["cancelled", "superseded", "failed", "blocked", "granted", "removed"]))
        #expect(steps.isEmpty || explorer.ends.isSuperset(of: ["denied", "expired", "changed", "shutdown"]))
    }

    private static func consent(_ name: String) -> FlowStep { step(name, .client, .consent) }
    private static func source(_ name: String) -> FlowStep { step(name, .client, .source) }
    private static func system(_ name: String) -> FlowStep { step(name, .system, .source) }

    private static func step(_ name: String, _ asker: FlowStep.Asker, _ record: FlowStep.Record) -> FlowStep {
        FlowStep(id: "permission:" + name, name: name, asker: asker, record: record)
    }
}

/// Visits every state that can be reached from one.
private struct Explorer {
    private var open: [FlowWorld]
    private var seen: Set<FlowWorld.Key>
    private(set) var transitions = 0
    private(set) var faults: [String] = []
    private(set) var ends: Set<String> = []
    var states: Int { seen.count }

    init(_ first: FlowWorld) {
        (open, seen) = ([first], [FlowWorld.Key(first)])
    }

    mutating func run() {
        while let world = open.popLast(), faults.isEmpty {
            check(world)
            for event in Set(world.events) {
                var next = world
                next.play(event)
                transitions += 1
                note(next)
                if seen.insert(FlowWorld.Key(next)).inserted { open.append(next) }
            }
        }
    }

    /// Notes what went wrong on the way, of every transition: states that are the same may be reached by different ones.
    private mutating func note(_ world: FlowWorld) {
        faults += world.faults
        for completion in world.completions.values { ends.insert(completion.end.name) }
        if world.retries.values.contains(where: { $0 > 1 }) { faults.append("a link is performed twice") }
    }

    private mutating func check(_ world: FlowWorld) {
        // Whatever is not answered, deadlines end it; only the link itself has a time of its own.
        var late = world
        for _ in 0..<20 where late.machine.nextDeadlineNs != nil { late.play(.deadline) }
        for name in late.machine.flows.keys { late.play(.retried(flow: name)) }
        if late.completions.count != world.begun { faults.append("a flow has no end") }
        faults += late.faults
    }
}
