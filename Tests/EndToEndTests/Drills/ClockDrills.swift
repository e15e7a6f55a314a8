import Foundation
import TestSupport
import Testing

/// The wall clock is set ahead and back under a running daemon, and before a start.
@Suite struct ClockDrills {
    private static let hour: Int64 = 3600

    private func with(_ body: (DrillStage, MovableClock) throws -> Void) throws {
        try withFolder { folder in
            guard let clock = try MovableClock(in: folder, for: "the drill of a clock that jumps") else { return }
            try DrillStage.with(environment: clock.environment, in: folder) { try body($0, clock) }
        }
    }

    private func buy(_ stage: DrillStage, forSeconds seconds: Int64) throws {
        let endsMs = Int64(Date().timeIntervalSince1970 * 1000) + seconds * 1000
        let reply = try stage.daemon.connect().call(
            "io.deeplinkd.Purchases.SetPurchase", ["product": "pro", "state": "active", "endsMs": Int(endsMs)])
        #expect(reply["error"] == nil, "\(reply)")
    }

    private func openKeyed(_ stage: DrillStage, _ key: String) throws -> String {
        try stage.daemon.connect().outcome("Open", ["url": "t://plain", "idempotencyKey": key])["code"].text
    }

    @Test func `a clock that jumps ahead ends purchases, and forgets no key, no order and no timer`() throws {
        try with { stage, clock in
            try buy(stage, forSeconds: Self.hour)
            #expect(try stage.open("t://pro") == "ok.performed" && openKeyed(stage, "k") == "ok.performed")
            let first = try stage.daemon.connect().open("t://plain")["outcomeId"].text
            try clock.setWall(secondsAhead: 100 * Self.hour)
            #expect(try stage.open("t://pro") == "blocked.purchase.expired")
            #expect(try openKeyed(stage, "k") == "ok.replayed")
            #expect(try stage.toggle(true) == nil && stage.isOn())
            let second = try stage.daemon.connect().open("t://plain")["outcomeId"].text
            let ids = try stage.timeline()
            let places = [first, second].compactMap(ids.firstIndex)
            #expect(places.count == 2 && places == places.sorted(), "\(ids)")
            // Back again, which is what an administrator does who sees the wrong time.
            try clock.setWall(secondsAhead: 0)
            #expect(try openKeyed(stage, "k") == "ok.replayed")
            #expect(try stage.toggle(false) == nil && !stage.isOn())
            let third = try stage.daemon.connect().open("t://plain")["outcomeId"].text
            #expect(try stage.timeline().last == third)
            let run = try stage.daemon.tool("status")
            #expect(run.output.contains(" h ahead of this machine's clock"), "\(run)")
            try DrillPage("clock").run(on: stage.daemon, state: stage.state)
            #expect(try stage.timeline().contains(first) && openKeyed(stage, "k") == "ok.replayed")
        }
    }

    @Test func `a clock that jumps back grants no expired purchase again, and links, keys and changes go on`() throws {
        try with { stage, clock in
            try clock.setWall(secondsAhead: 0)
            try buy(stage, forSeconds: -60)
            #expect(try stage.open("t://pro") == "blocked.purchase.expired" && openKeyed(stage, "k") == "ok.performed")
            let first = try stage.daemon.connect().open("t://plain")["outcomeId"].text
            for hours in [1, 24] {
                try clock.setWall(secondsAhead: -Int64(hours) * Self.hour)
                #expect(try stage.open("t://pro") == "blocked.purchase.expired", "\(hours) hours back")
                #expect(try openKeyed(stage, "k") == "ok.replayed" && stage.toggle(hours == 1) == nil)
            }
            try stage.daemon.stop()
            try stage.daemon.restartKilled()
            #expect(try stage.open("t://pro") == "blocked.purchase.expired", "after a start")
            #expect(try openKeyed(stage, "k") == "ok.replayed" && !stage.isOn())
            let last = try stage.daemon.connect().open("t://plain")["outcomeId"].text
            let ids = try stage.timeline()
            let places = [first, last].compactMap(ids.firstIndex)
            #expect(places.count == 2 && places == places.sorted(), "\(ids)")
            try DrillPage("clock").run(on: stage.daemon, state: stage.state) { _ in try clock.setWall(secondsAhead: 0) }
            #expect(try stage.open("t://pro") == "blocked.purchase.expired")
        }
    }
}
