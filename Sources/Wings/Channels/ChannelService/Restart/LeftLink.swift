package import ChannelRules
package import Contract
import Features

/// A link in memory that one run of the daemon leaves to the next.
package struct LeftLink: Equatable, Sendable {
    package let link: DurableLink
    /// When it has waited long enough: the clock goes on from one run to the next.
    ///
    /// *Units*: nanoseconds on the monotonic clock.
    package let expiresNs: Int64
    /// Whether an app was told of it.
    package let wasTold: Bool

    /// Makes a link that goes.
    package init(_ link: DurableLink, expiresNs: Int64, wasTold: Bool) {
        (self.link, self.expiresNs, self.wasTold) = (link, expiresNs, wasTold)
    }

    /// Makes the link of a send, as the hub has it.
    init(_ send: HeldSend, _ held: HeldLink, owner: UInt32) {
        let sent = held.sent.link
        let about = DurableLink.Description(
            delivery: held.delivery, channel: send.channel, user: held.sent.user, owner: owner, lifetime: .zero,
            route: sent.route, feature: send.feature, url: sent.url, activationToken: sent.activationToken,
            traceparent: sent.traceparent)
        self.init(
            DurableLink(about, action: send.action, inputs: send.inputs, caller: send.caller, subject: send.subject),
            expiresNs: held.sent.expiresNs, wasTold: held.tellings > 0)
    }

    /// The same link, as the runner takes up links of earlier runs.
    func kept(atNs nowNs: Int64) -> KeptLink {
        KeptLink(link, remaining: .nanoseconds(expiresNs &- nowNs), wasTold: wasTold, isOfThisRun: false)
    }
}

// MARK: - Its form

extension LeftLink {
    /// The link as JSON.
    ///
    /// *Shape*: what is nil is left out.
    package var value: Value {
        let (about, caller) = (link.description, link.caller)
        var members: [Value.Member] = [
            .init("delivery", .string(about.delivery)), .init("channel", .string(about.channel)),
            .init("user", .integer(Int64(about.user))), .init("owner", .integer(Int64(about.owner))),
            .init("feature", .string(about.feature)), .init("action", .string(link.action)),
            .init("inputs", .object(link.inputs)), .init("subject", .string(link.subject.description)),
            .init("caller", .integer(Int64(caller.uid))),
            .init("gids", .array(caller.gids.map { .integer(Int64($0)) })),
            .init("origin", .string(caller.origin.rawValue)), .init("expiresNs", .integer(expiresNs)),
            .init("told", .bool(wasTold)),
        ]
        let texts = [
            ("route", about.route), ("url", about.url), ("activationToken", about.activationToken),
            ("traceparent", about.traceparent), ("socket", caller.socket), ("unit", caller.unit),
        ]
        for (name, text) in texts {
            if let text { members.append(.init(name, .string(text))) }
        }
        return .object(members)
    }

    /// Makes the link of a value; nil where something is missing, or of another kind.
    package init?(_ value: Value) {
        guard let members = value.members?.byName, let delivery = members["delivery"]?.text,
            let channel = members["channel"]?.text, let user = Self.userID(members["user"]),
            let owner = Self.userID(members["owner"]), let feature = members["feature"]?.text,
            let action = members["action"]?.text, let inputs = members["inputs"]?.members,
            let subject = members["subject"]?.text.flatMap({ Subject($0) }),
            let uid = Self.userID(members["caller"]),
            let gids = members["gids"]?.elements?.map({ Self.userID($0) }), !gids.contains(nil),
            let origin = members["origin"]?.text.flatMap({ Caller.Origin(rawValue: $0) }),
            let expiresNs = members["expiresNs"]?.int, let wasTold = members["told"]?.flag
        else { return nil }
        let about = DurableLink.Description(
            delivery: delivery, channel: channel, user: user, owner: owner, lifetime: .zero,
            route: members["route"]?.text, feature: feature, url: members["url"]?.text,
            activationToken: members["activationToken"]?.text, traceparent: members["traceparent"]?.text)
        let caller = Caller(
            uid: uid, gids: gids.compactMap(\.self), socket: members["socket"]?.text, unit: members["unit"]?.text,
            origin: origin)
        self.init(
            DurableLink(about, action: action, inputs: inputs, caller: caller, subject: subject),
            expiresNs: expiresNs, wasTold: wasTold)
    }

    private static func userID(_ value: Value?) -> UInt32? { value?.int.flatMap { UInt32(exactly: $0) } }
}
