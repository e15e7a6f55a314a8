import Contract
import EventLoop
import Features
import Serving
import TestSupport
import Testing

@testable import ExecRules

extension RunningTests {
    /// Who is performed and who waits where the table limits how many of an action there may be.
    @Suite(.timeLimit(.minutes(Sanitizer.minutes(1)))) struct Lanes {
        private static func limits(_ concurrency: Int, queue: Int? = nil) -> ActionLimits {
            var limits = ActionLimits()
            limits.concurrency = concurrency
            limits.queue = queue.map { .init(count: $0, longestWait: .seconds(60)) }
            return limits
        }

        /// Starts a program for each user in turn; gives the names in the order in which they ended, refusals first.
        private static func ends(_ limits: ActionLimits, _ links: [(name: String, uid: UInt32)]) throws -> [String] {
            let ends = Box<[String]>([])
            try onStage { stage in
                for link in links {
                    try stage.shell("sleep 0.02", limits, uid: link.uid) { performance in
                        if case .failed(let error) = performance {
                            ends.value.append("\(link.name) \(error.code.rawValue)")
                        } else {
                            ends.value.append(link.name)
                        }
                    }
                }
            }
            return ends.value
        }

        @Test func `users take turns, and none has more than half of the places`() throws {
            let links: [(String, UInt32)] = [
                ("a1", 1), ("a2", 1), ("a3", 1), ("a4", 1), ("b1", 2), ("b2", 2), ("b3", 2), ("c1", 3),
            ]
            let ends = try Self.ends(Self.limits(1, queue: 4), links)
            let refused = ["a4", "b3", "c1"].map { $0 + " rejected.overloaded" }
            #expect(ends == refused + ["a1", "a2", "b1", "a3", "b2"])
        }

        @Test func `a queue of one place has room for any one user`() throws {
            let ends = try Self.ends(Self.limits(1, queue: 1), [("a1", 1), ("b1", 2), ("c1", 3)])
            #expect(ends == ["c1 rejected.overloaded", "a1", "b1"])
        }

        @Test func `many turns that end at once end all, one after the other`() throws {
            let ends = Box<[Int]>([])
            try onStage { stage in
                let limits = Self.limits(1, queue: 1000)
                for number in 0..<400 {
                    stage.perform(try exec("/nowhere/program"), limits, uid: 1) { _ in ends.value.append(number) }
                }
            }
            #expect(ends.value == Array(0..<400))
        }

        @Test func `a link whose turn has come is asked whether its proof still holds, and can give its place on`()
            throws
        {
            let (events, place) = (Box<[String]>([]), Box<LanePlace?>(nil))
            try onStage { stage in
                let limits = Self.limits(1, queue: 8)
                try stage.shell("sleep 0.02", limits, uid: 1) { _ in events.value.append("first") }
                stage.perform(
                    try exec("/bin/true"), limits, uid: 2,
                    onTurn: { proof, turn in
                        events.value.append("asked")
                        place.value = turn
                        return nil
                    }
                ) { _ in events.value.append("not answered by the lane") }
                stage.perform(try exec("/bin/true"), limits, uid: 3, onTurn: { proof, _ in proof }) { _ in
                    events.value.append("third")
                }
                try wait(on: stage.loop) {
                    guard events.value == ["first", "asked"] else { return false }
                    place.value = nil
                    return true
                }
            }
            #expect(events.value == ["first", "asked", "third"])
        }
    }
}
