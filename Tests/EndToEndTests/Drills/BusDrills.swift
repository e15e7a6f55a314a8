import TestSupport
import Testing

/// The system's message bus is absent at the start, comes, dies and comes back.
@Suite(.serialized) struct BusDrills {
    private static let table = """
        feature Gated {
            require permission polkit:io.test.yes
            action a {
                respond
            }
            route gated /gated do a
        }

        """

    @Test func `without the bus only what asks it is undetermined, and the next link finds a bus that is back`() throws
    {
        let test = "the drill of a dead bus"
        guard let bus = try PrivateBus(for: test) else { return }
        defer { bus.end() }
        bus.kill()
        try DrillStage.with(Self.table, environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address]) { stage in
            func expectOnlyGatedIsMissing(_ code: String) throws {
                try Patience.lookFor("the loss") { try stage.open("t://gated") == code }
                #expect(try stage.open("t://plain") == "ok.performed" && stage.toggle(true) == nil && stage.isOn())
            }
            // A bus that never was there is none of this machine, for all that is known.
            try expectOnlyGatedIsMissing("blocked.permission.unsupported")
            for _ in 0..<2 {
                try DrillPage("bus").run(on: stage.daemon, state: stage.state) { _ in
                    guard try bus.start() else { throw TestFailure("the bus does not start") }
                }
                guard try bus.startPolkit(for: test, defaults: ["io.test.yes": "yes"]) else { return }
                // The caller is root, for whom polkit says yes.
                try Patience.lookFor("polkit: \(try stage.daemon.connect().open("t://gated"))") {
                    try stage.open("t://gated") == "ok.performed"
                }
                bus.killService()
                bus.kill()
                try expectOnlyGatedIsMissing("pending.undetermined")
            }
        }
    }
}
