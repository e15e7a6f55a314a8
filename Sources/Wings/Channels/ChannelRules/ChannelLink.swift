package import Contract
package import Features

/// A link on its way through a channel, to the apps of one user.
///
/// *Owner/thread*: it does not change, so all subscribers share it.
package final class ChannelLink: Sendable {
    package let route: String?
    package let feature: String
    package let action: String
    package let inputs: [Value.Member]
    /// *Shape*: the canonical URL, masked where an input is secret; nil where the action was named.
    package let url: String?
    package let activationToken: String?
    /// Its place in a trace of several programs.
    package let traceparent: String?
    /// *Units*: bytes, roughly, that it takes in memory while it waits.
    package let byteCount: Int

    /// Makes a link of what the action was verified with.
    package init(
        route: String?, feature: String, action: String, inputs: [Value.Member], url: String?,
        activationToken: String? = nil, traceparent: String? = nil, byteCount: Int
    ) {
        (self.route, self.feature, self.action, self.inputs) = (route, feature, action, inputs)
        (self.url, self.activationToken, self.traceparent) = (url, activationToken, traceparent)
        self.byteCount = byteCount
    }

    /// Makes a link of what the action was verified with, and estimates its size.
    package convenience init(
        _ origin: LinkOrigin, action: String, inputs: [Value.Member], traceparent: String? = nil
    ) {
        let texts = [origin.route, origin.feature, origin.url, origin.activationToken, traceparent, action]
            .compactMap(\.self)
        let bytes = texts.reduce(0) { $0 + $1.utf8.count } + inputs.reduce(0) { $0 + Self.roughBytes(of: $1) }
        self.init(
            route: origin.route, feature: origin.feature, action: action, inputs: inputs, url: origin.url,
            activationToken: origin.activationToken, traceparent: traceparent, byteCount: fixedBytes + bytes)
    }

    private static func roughBytes(of member: Value.Member) -> Int {
        member.name.utf8.count + roughBytes(of: member.value)
    }

    private static func roughBytes(of value: Value) -> Int {
        switch value {
        case .null, .bool, .integer: 48
        case .number(let text), .string(let text): 48 + text.utf8.count
        case .array(let elements): elements.reduce(48) { $0 + roughBytes(of: $1) }
        case .object(let members): members.reduce(48) { $0 + roughBytes(of: $1) }
        }
    }
}

/// *Units*: bytes that a link takes without its texts, with its places in the queue and among the deadlines.
private let fixedBytes = 512

/// A link of a held channel that an earlier run of the daemon accepted.
package struct RestoredLink {
    let link: ChannelLink
    let delivery: String
    /// How long it may still wait.
    let remaining: Duration
    /// Whether a subscriber may have been told of it.
    let wasTold: Bool

    /// Makes a link with the name that its delivery had.
    package init(_ link: ChannelLink, delivery: String, remaining: Duration, wasTold: Bool) {
        (self.link, self.delivery, self.remaining, self.wasTold) = (link, delivery, remaining, wasTold)
    }
}

/// The place of a link, or of a delivery, among those of its user in the channel, and among those of all users.
struct LinkNumbers {
    let own: Int64
    let all: Int64
}

/// A link as it stands in one channel.
package struct SentLink {
    /// Counted from the start of the hub, over all channels.
    package let id: Int
    package let link: ChannelLink
    /// Whose links the channel keeps it among.
    package let user: UInt32
    /// Its place among the links of its user in the channel, and among those of all users; nil in a held channel, where
    /// each delivery has a number of its own.
    let numbers: LinkNumbers?
    /// *Units*: nanoseconds on the monotonic clock.
    package let expiresNs: Int64
}
