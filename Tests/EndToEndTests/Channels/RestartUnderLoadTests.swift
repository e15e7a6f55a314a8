import Foundation
import Glibc
import TestSupport
import Testing

/// A daemon that is restarted again and again while links are sent, told and acknowledged.
@Suite struct RestartUnderLoadTests {
    private static let table = ChannelStage.table(
        ["jobs": "kind held\nhold 1000 for 10m\nacknowledge within 30s"], lines: "detach")
    private static let restarts = 20

    /// What became of the links, by their ids.
    private struct Record {
        var (accepted, refused, unanswered) = (Set<Int>(), Set<Int>(), Set<Int>())
        /// The effects, of an app that knows by the names of deliveries which links it has performed.
        var effects: [Int: Int] = [:]
        var seen: Set<String> = []
        var tellings = 0

        mutating func answer(_ answer: JSONTree?, to id: Int) throws {
            switch answer?["parameters.outcome.code"].text {
            case nil: unanswered.insert(id)
            case "ok.accepted": accepted.insert(id)
            case "rejected.shuttingDown", "failed.cancelled": refused.insert(id)
            case let code?: throw TestFailure("no restart explains \(code)")
            }
        }

        mutating func tell(_ link: JSONTree) {
            tellings += 1
            guard seen.insert(link["delivery"].text).inserted else { return }
            effects[Int(link["inputs.id"].text) ?? 0, default: 0] += 1
        }
    }

    @Test(.timeLimit(.minutes(Sanitizer.minutes(2))))
    func `over twenty restarts no link that was accepted is lost, and none takes effect twice`() throws {
        var random = SeededGenerator(for: "twenty restarts under load")
        try ChannelStage.with(Self.table) { stage in
            var (record, lastID) = (Record(), 0)
            for _ in 0..<Self.restarts {
                let app = try stage.subscribe("jobs")
                var senders = try (0..<4).map { _ in (client: try stage.client(), id: 0) }
                var left = Int.random(in: 5...60, using: &random)
                while left > 0 {
                    for index in senders.indices {
                        if senders[index].id == 0 {
                            lastID += 1
                            senders[index].id = lastID
                            let link = ["url": "t://jobs/\(lastID)"]
                            try senders[index].client.send(RawClient.message("io.deeplinkd.Dispatch.Open", link))
                        } else if try senders[index].client.hasAnswer() {
                            try record.answer(senders[index].client.receive(), to: senders[index].id)
                            senders[index].id = 0
                            left -= 1
                        }
                    }
                    while try app.client.hasAnswer() {
                        let link = try app.link()
                        record.tell(link)
                        // An app that is slow now and then.
                        if Int.random(in: 0..<4, using: &random) > 0 { try app.acknowledge(link) }
                    }
                }
                try stage.daemon.restart {
                    for sender in senders where sender.id != 0 {
                        try record.answer(sender.client.receive(), to: sender.id)
                    }
                    while let answer = try app.client.receive() {
                        if let link = answer["parameters.link"] { record.tell(link) }
                    }
                }
            }
            let app = try stage.subscribe("jobs")
            while try stage.report(on: "jobs")["waiting"].text != "0" {
                let link = try app.link()
                record.tell(link)
                try app.acknowledge(link)
            }
            #expect(record.accepted.filter { record.effects[$0] == nil }.isEmpty, "accepted, and without an effect")
            #expect(record.effects.filter { $0.value != 1 }.isEmpty, "effects twice")
            #expect(record.refused.filter { record.effects[$0] != nil }.isEmpty, "refused, and yet with an effect")
            #expect(record.accepted.count > 100)
            print(
                "\(Self.restarts) restarts: \(record.accepted.count) links accepted, \(record.refused.count) refused, "
                    + "\(record.unanswered.count) not answered; told \(record.tellings) times")
        }
    }
}
