import Foundation
import Glibc
import TestSupport
import Testing

/// Units that are spent while the daemon is killed at random.
@Suite struct SpendingUnderKillsTests {
    @Test(.timeLimit(.minutes(Sanitizer.minutes(4))))
    func `of units under a hundred kills of the daemon none is spent twice and none is lost`() throws {
        var random = SeededGenerator(for: "units under kills")
        let bought = 30_000
        try SpendingStage.with(units: bought) { daemon, _, calls in
            var (item, kills, performed, undecided) = (0, 0, 0, 0)
            var client: RawClient?
            while kills < 100 {
                item += 1
                var isOver = false
                while !isOver {
                    let connection = try client ?? daemon.connect()
                    client = connection
                    try connection.send(
                        RawClient.message(
                            "io.deeplinkd.Dispatch.Open",
                            ["url": "t://play/tea-\(item)", "idempotencyKey": "\(item)"]))
                    if Int.random(in: 0..<3, using: &random) == 0, kills < 100 {
                        usleep(UInt32.random(in: 0...6000, using: &random))
                        kills += 1
                        try daemon.restartKilled()
                        client = nil
                        continue
                    }
                    guard let answer = try connection.receive() else {
                        client = nil
                        continue
                    }
                    switch answer["parameters.outcome.code"].text {
                    case "ok.performed", "ok.replayed": (isOver, performed) = (true, performed + 1)
                    case "unknown.effect": (isOver, undecided) = (true, undecided + 1)
                    // The daemon is starting, or the licences are being verified.
                    case "pending.undetermined", "rejected.idempotency.inProgress": usleep(1000)
                    case let code: throw TestFailure("an answer that no kill explains: \(code)")
                    }
                }
            }
            let reserved = try SpendingStage.reservations(daemon)
            let items = calls.all.compactMap { call in
                call.firstMatch(of: /"(tea-\d+)"/).map { String($0.1) }
            }
            #expect(Set(items).count == items.count, "an action is performed twice")
            // A key that was claimed and not reserved is unknown too.
            #expect(reserved.count <= undecided && items.count >= performed)
            #expect(try SpendingStage.units(daemon) == "\(bought - 3 * (performed + reserved.count))")
            // An operator who knows what the service did decides so.
            let all = calls.all.count
            for (number, reservation) in reserved.enumerated() {
                let id = reservation["outcomeId"].text
                let isSpent = number < all - performed
                let answer = try daemon.connect().call(
                    "io.deeplinkd.Purchases.Decide", ["outcomeId": id, "spent": isSpent])
                #expect(answer["parameters.decided"].text == "true", "\(answer)")
            }
            #expect(try SpendingStage.units(daemon) == "\(bought - 3 * all)", "units are what was performed")
            try daemon.restartKilled()
            #expect(try SpendingStage.units(daemon) == "\(bought - 3 * all)")
            print(
                "\(kills) kills, \(item) links: \(performed) performed, \(undecided) unknown, \(reserved.count) reserved"
            )
        }
    }
}
