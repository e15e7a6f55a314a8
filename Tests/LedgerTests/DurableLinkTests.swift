import ChannelRules
import ChannelService
import Contract
import Foundation
import Matching
import SQLite
import Testing

@testable import Features
@testable import Ledger

struct DurableLinkTests {
    /// A proof for an action with these inputs.
    static func proof(
        _ inputs: [Value.Member] = [.init("id", .integer(7))], secret: Bool = false, caller: Caller = Caller(uid: 1000),
        subject: Subject = .uid(1000)
    ) -> VerifiedActionBinding {
        let declared = inputs.map { ActionInput(name: $0.name, type: .value(.string), isSecret: secret) }
        let action = Action(name: "play", feature: 1, inputs: declared, performer: .hosted, limits: ActionLimits())
        return VerifiedActionBinding(
            binding: ActionBinding(feature: 1, action: 1), action: action, inputs: .values(inputs), caller: caller,
            subject: subject, tableRevision: "t", stateRevision: Facts().revision(of: subject))
    }

    static func link(
        _ delivery: String, user: UInt32 = 1000, lifetime: Duration = .seconds(600),
        inputs: [Value.Member] = [.init("id", .integer(7))]
    ) throws -> DurableLink {
        try DurableLink(
            proof(inputs),
            .init(
                delivery: delivery, channel: "player", user: user, owner: user, lifetime: lifetime, route: "episodes",
                feature: "Playback", url: "podcast://episodes/7"))
    }

    private static func received(_ delivery: String, user: UInt32 = 1000) throws -> LinkStep {
        .received(try link(delivery, user: user), key: nil, outcome: "")
    }

    private static func deliveries(_ ledger: Ledger) throws -> [String] {
        try ledger.takeLinks().links.map(\.link.description.delivery)
    }

    private static func linkBytes(_ ledger: Ledger, _ uid: UInt32 = 1000) throws -> Int {
        Int(try ledger.write { try $0.number("SELECT linkBytes FROM caller WHERE uid = ?", [Int(uid)]) } ?? 0)
    }

    @Test func `a link returns after a restart as it was sent, and those sent first come first`() throws {
        let directory = try StateDirectory()
        let caller = Caller(uid: 5, gids: [5, 29], socket: "apps")
        let inputs: [Value.Member] = [
            .init("id", .integer(.max)), .init("big", .number(literal: "18446744073709551615")),
            .init("text", .string("a\"\0\u{1F3A7}\n")), .init("flag", .bool(true)),
            .init("tail", .array([.string(""), .string("b/c")])), .init("none", .null),
        ]
        let sent = try DurableLink(
            Self.proof(inputs, caller: caller, subject: .account("ann@example.org")),
            .init(
                delivery: "second", channel: "player", user: 5, owner: 1000, lifetime: .seconds(90), route: nil,
                feature: "Playback", url: nil))
        try directory.use { ledger in
            let refusals = try ledger.write([Self.received("first"), .received(sent, key: nil, outcome: "")])
            #expect(refusals == [nil, nil])
            #expect(try ledger.takeLinks().links.map(\.isOfThisRun) == [true, true])
        }
        let ledger = try directory.open(nowMs: 1_000_000 + 60_000)
        defer { ledger.close() }
        let kept = try ledger.takeLinks()
        #expect(kept.unreadableCount == 0)
        #expect(try kept.links.first?.link == Self.link("first"))
        #expect(
            kept.links.last
                == KeptLink(sent, remaining: .seconds(30), wasTold: false, isOfThisRun: false))
        #expect(try ledger.takeLinks().links.map(\.isOfThisRun) == [true, true], "this run has taken them over")
    }

    @Test func `a link that an app was told of returns as one, and one that ended does not return`() throws {
        let directory = try StateDirectory()
        try directory.use { ledger in
            _ = try ledger.write(["a", "b", "c"].map { try Self.received($0) })
            _ = try ledger.write([.told(delivery: "b"), .told(delivery: "b"), .ended(delivery: "c", outcome: nil)])
        }
        try directory.use { ledger in
            let kept = try ledger.takeLinks().links
            #expect(kept.map(\.link.description.delivery) == ["a", "b"] && kept.map(\.wasTold) == [false, true])
            let refusals = try ledger.write([
                .told(delivery: "c"), .ended(delivery: "c", outcome: "o"), .ended(delivery: "a", outcome: nil),
            ])
            #expect(refusals == [.noLink(delivery: "c"), nil, nil], "only the step that is refused is not made")
            #expect(try Self.deliveries(ledger) == ["b"])
        }
    }

    @Test func `a link with a secret input is never written`() throws {
        #expect(throws: DurableLinkError.secretInput(action: "play")) {
            try DurableLink(
                Self.proof(secret: true),
                .init(
                    delivery: "d", channel: "player", user: 1, owner: 1, lifetime: .seconds(1), route: nil,
                    feature: "F",
                    url: nil))
        }
    }

    // MARK: Time

    @Test func `a wall clock that is set back does not lengthen the life of a link, and one set ahead ends it`() throws
    {
        let directory = try StateDirectory()
        try directory.use { _ = try $0.write([Self.received("a")]) }
        for (nowMs, remaining) in [(0, 600), (1_000_000 + 599_000, 1), (1_000_000 + 601_000, -1)] as [(Int64, Int64)] {
            let ledger = try directory.open(nowMs: nowMs)
            #expect(try ledger.takeLinks().links.map(\.remaining) == [.seconds(remaining)])
            ledger.close()
        }
    }

    @Test func `upkeep removes what cannot be read once its time is over, and leaves the others to their owner`() throws
    {
        let directory = try StateDirectory()
        try directory.use { ledger in
            _ = try ledger.write(["subject", "inputs", "gids", "uid", "good"].map { try Self.received($0) })
            try ledger.write { db in
                try db.execute(
                    """
                    UPDATE link SET subject = 'planet:earth' WHERE delivery = 'subject';
                    UPDATE link SET inputs = '[1' WHERE delivery = 'inputs';
                    UPDATE link SET gids = '[-1]' WHERE delivery = 'gids';
                    UPDATE link SET uid = -7, caller = -7 WHERE delivery = 'uid';
                    """)
            }
        }
        let ledger = try directory.open(nowMs: 1_000_000 + 600_000)
        defer { ledger.close() }
        let kept = try ledger.takeLinks()
        #expect(kept.unreadableCount == 4 && kept.links.map(\.link.description.delivery) == ["good"])
        try ledger.checkpointClock()
        let after = try ledger.takeLinks()
        #expect(after.unreadableCount == 0 && after.links.map(\.link.description.delivery) == ["good"])
    }

    // MARK: Keys

    private static let day: Duration = .seconds(86_400)

    @Test func `a repeated key hears that its link was accepted, after a crash too, and then how the link ended`()
        throws
    {
        let directory = try StateDirectory()
        let keys = try ["ended", "undone", "killed"].map { try IdempotencyKey($0, of: .uid(1000), by: 1000) }
        func claim(_ key: IdempotencyKey, _ ledger: Ledger) throws -> IdempotencyClaim {
            try ledger.claim(key, fingerprint: "f", lifetime: Self.day)
        }
        try directory.use { ledger in
            for key in keys { #expect(try claim(key, ledger) == .begun) }
            let steps = try keys.prefix(2).map { key in
                LinkStep.received(try Self.link(key.text), key: key, outcome: "accepted")
            }
            #expect(try ledger.write(steps) == [nil, nil])
            #expect(try claim(keys[0], ledger) == .finished(outcome: "accepted"))
        }
        try directory.use { ledger in
            #expect(try claim(keys[0], ledger) == .finished(outcome: "accepted"))
            #expect(try claim(keys[2], ledger) == .interrupted(sinceMs: 1_000_000), "its link was not written")
            for _ in 1...2 {
                let steps = [
                    LinkStep.ended(delivery: "ended", outcome: "performed"), .ended(delivery: "undone", outcome: nil),
                ]
                let refusals = try ledger.write(steps)
                #expect(refusals == [nil, nil])
            }
            #expect(try claim(keys[0], ledger) == .finished(outcome: "performed"))
            #expect(try claim(keys[1], ledger) == .begun)
            #expect(try ledger.takeLinks().links.isEmpty)
        }
    }

    @Test func `a key that was not claimed, or has an outcome, keeps no link`() throws {
        try StateDirectory().use { ledger in
            let key = try IdempotencyKey("k", of: .uid(1000), by: 1000)
            let step = LinkStep.received(try Self.link("a"), key: key, outcome: "accepted")
            #expect(try ledger.write([step]) == [.notClaimed(key: "k")])
            _ = try ledger.claim(key, fingerprint: "f", lifetime: Self.day)
            try ledger.finish(key, outcome: "o")
            #expect(try ledger.write([step, Self.received("b")]) == [.notClaimed(key: "k"), nil])
            #expect(try Self.deliveries(ledger) == ["b"])
            _ = try ledger.write([.ended(delivery: "b", outcome: "p")])
            #expect(try ledger.claim(key, fingerprint: "f", lifetime: Self.day) == .finished(outcome: "o"))
            #expect(try Self.linkBytes(ledger) == 0)
        }
    }

    // MARK: Copies

    @Test func `in a copy that replaced the ledger every link may have been told to an app`() throws {
        let directory = try StateDirectory()
        try directory.use { ledger in
            _ = try ledger.write([Self.received("a")])
            try ledger.backup(to: directory.path + "/copy")
            _ = try ledger.write([.ended(delivery: "a", outcome: nil)])
        }
        try FileManager.default.removeItem(atPath: directory.database)
        try FileManager.default.moveItem(atPath: directory.path + "/copy", toPath: directory.database)
        let links = try directory.use { try $0.takeLinks().links }
        #expect(links.map(\.wasTold) == [true])
    }

    // MARK: Room

    @Test func `a user whose links take the disk that one may have gets no more on it, and others do`() throws {
        try StateDirectory().use { ledger in
            let limit = Limits.durableLinkBytesPerUser
            _ = try ledger.write([Self.received("a")])
            let one = try Self.linkBytes(ledger)
            try ledger.write { try $0.execute("UPDATE caller SET linkBytes = \(limit - one) WHERE uid = 1000") }
            let steps = try [("b", 1000), ("c", 1000), ("d", 7)].map { try Self.received($0.0, user: UInt32($0.1)) }
            #expect(try ledger.write(steps) == [nil, .tooManyLinkBytes(limit: limit), nil])
            #expect(try Self.deliveries(ledger) == ["a", "b", "d"])
            #expect(try Self.linkBytes(ledger) == limit)
            _ = try ledger.write([.ended(delivery: "a", outcome: nil)])
            #expect(try ledger.write([Self.received("c")]) == [nil])
        }
    }

    @Test(arguments: [(0, 3000), (700, 1000), (1900, 500), (3400, 200), (4000, 200), (40_000, 40)])
    func `links never take more of the disk than is counted`(textBytes: Int, count: Int) throws {
        try StateDirectory().use { ledger in
            func size() throws -> Int {
                Int(try ledger.write { try $0.number("PRAGMA page_count") ?? 0 }) * 4096
            }
            let before = try size()
            let inputs = [Value.Member("text", .string(String(repeating: "x", count: textBytes)))]
            for first in stride(from: 0, to: count, by: 100) {
                let numbers = first..<first + min(100, count)
                _ = try ledger.write(
                    numbers.map { .received(try Self.link("\(100_000 + $0)", inputs: inputs), key: nil, outcome: "") })
            }
            func check(_ what: String) throws {
                let (taken, counted) = (try size() - before, try Self.linkBytes(ledger))
                #expect(taken <= counted + 16 * 4096, "\(what): \(taken) of \(counted)")
            }
            try check("all")
            #expect(try Self.linkBytes(ledger) <= 8 * (size() - before))
            // One of three stays, so that the pages between are half empty.
            let ended = (0..<count).filter { $0 % 3 > 0 }
            _ = try ledger.write(ended.map { .ended(delivery: "\(100_000 + $0)", outcome: nil) })
            let free = Int(try ledger.write { try $0.number("PRAGMA freelist_count") ?? 0 })
            let (taken, counted) = (try size() - before - free * 4096, try Self.linkBytes(ledger))
            #expect(taken <= counted + 16 * 4096, "one of three: \(taken) of \(counted)")
            _ = try ledger.write((0..<count).map { .ended(delivery: "\(100_000 + $0)", outcome: nil) })
            #expect(try Self.linkBytes(ledger) == 0)
        }
    }
}
