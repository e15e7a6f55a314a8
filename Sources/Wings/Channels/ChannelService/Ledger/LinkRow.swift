import ChannelRules
import Contract
import Features
import Ledger
import SQLite

/// The row of a durable link.
struct LinkRow {
    /// Selects all rows, in the order in which the links were sent.
    static let all = """
        SELECT number, run, receivedMs, expiresMs, tellings, delivery, channel, uid, route, feature, action, inputs, url,
            subject, caller, gids, socket, owner
        FROM link ORDER BY number
        """

    let number: Int64
    let run: Int64
    let receivedMs: Int64
    let expiresMs: Int64
    let tellings: Int64
    private let row: Row

    /// Nil where a number is damaged.
    init?(_ row: Row) {
        guard let number = row.number(0), let run = row.number(1), let receivedMs = row.number(2),
            let expiresMs = row.number(3), let tellings = row.number(4)
        else { return nil }
        (self.number, self.run, self.receivedMs, self.expiresMs) = (number, run, receivedMs, expiresMs)
        (self.tellings, self.row) = (tellings, row)
    }

    /// How long the link may still wait.
    ///
    /// A wall clock that was set back does not lengthen its life.
    func remaining(atMs nowMs: Int64) -> Duration {
        .milliseconds(min(expiresMs &- nowMs, expiresMs &- receivedMs))
    }

    /// The link; nil where it is written in words that this version does not know.
    var link: DurableLink? {
        guard let delivery = row.text(5), let channel = row.text(6), let user = Self.userID(row.number(7)),
            let feature = row.text(9), let action = row.text(10), let inputs = value(11)?.members,
            let subject = row.text(13).flatMap({ Subject($0) }), let uid = Self.userID(row.number(14)),
            let gids = value(15)?.elements?.map({ Self.userID($0.int) }), !gids.contains(nil),
            let owner = Self.userID(row.number(17))
        else { return nil }
        return DurableLink(
            .init(
                delivery: delivery, channel: channel, user: user, owner: owner,
                lifetime: .milliseconds(expiresMs &- receivedMs),
                route: row.text(8), feature: feature, url: row.text(12), mayBeTold: tellings > 0),
            action: action, inputs: inputs,
            caller: Caller(uid: uid, gids: gids.compactMap(\.self), socket: row.text(16)), subject: subject)
    }

    private func value(_ index: Int) -> Value? { row.text(index).flatMap { try? JSONText.value(of: $0) } }

    private static func userID(_ number: Int64?) -> UInt32? { number.flatMap { UInt32(exactly: $0) } }

    /// Writes the row of a link that was accepted just now.
    ///
    /// *Throws*: SQLite's errors.
    static func insert(_ link: DurableLink, run: Int64, nowMs: Int64, _ db: Database) throws {
        let about = link.description
        let lifetimeMs = min(max(0, about.lifetime.wholeMilliseconds), 1000 << 32)
        let arguments: [any SQLArgument] = [
            about.delivery, about.channel, Int64(about.user), run, nowMs, nowMs &+ lifetimeMs, about.route,
            about.feature, link.action, JSONText.text(of: .object(link.inputs)), about.url, link.subject.description,
            Int64(link.caller.uid), JSONText.text(of: .array(link.caller.gids.map { .integer(Int64($0)) })),
            link.caller.socket, Int64(about.owner), about.mayBeTold ? 1 : 0,
        ]
        try db.run(
            """
            INSERT INTO link (delivery, channel, uid, run, receivedMs, expiresMs, route, feature, action, inputs, url,
                subject, caller, gids, socket, owner, tellings)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, arguments)
    }
}
