// The limits that a table can set: `limit url 16384`. This file has all of a limit but its check:
//
//     Limits.urlBytes, Limits.mostURLBytes    what counts without a line, and the greatest value of one
//     TableLimit.url                          its word, its range, and where its value is kept
//     LinkLimits.urlBytes                     the value, which the check reads

extension Limits {
    /// The longest URL, in bytes.
    ///
    /// Browsers and servers take 8 KiB on a request line.
    package static let urlBytes = 8192
    /// The longest URL that a table may allow, in bytes.
    package static let mostURLBytes = 64 << 10
    /// *Units*: path segments, the host of a custom scheme among them.
    package static let segments = 64
    /// *Units*: path segments that a table may allow at most.
    package static let mostSegments = 1024
    /// *Units*: `&`-separated items in the query.
    package static let queryItems = 128
    /// *Units*: the same that a table may allow at most.
    package static let mostQueryItems = 4096
    /// *Units*: alternatives of one link at one segment that a table may allow at most.
    package static let mostWidth = 1 << 20
    /// *Units*: connections at once, all users together: half of systemd's default of open files.
    package static let connections = 512
    /// *Units*: connections at once that a table may allow; each takes a descriptor.
    package static let mostConnections = 16_384
    /// *Units*: connections at once that a table must allow: of fewer, half are the operators', and a user would have next
    /// to none.
    package static let fewestConnections = 32
    /// *Units*: connections at once of one user.
    package static let connectionsPerUser = 64
    /// *Units*: calls of one user in a second that a table may allow at most.
    package static let mostCallsPerSecond = 1_000_000
}

/// A limit that a table can set, by its word.
package enum TableLimit: String, CaseIterable, Sendable {
    case url
    case segments
    case items
    case width
    case connections
    case connectionsPerUser = "connections-per-user"
    case callsPerSecond = "calls-per-second"

    /// The values it may have.
    package var range: ClosedRange<Int> {
        switch self {
        case .url: 1...Limits.mostURLBytes
        case .segments: 1...Limits.mostSegments
        case .items: 1...Limits.mostQueryItems
        case .width: 1...Limits.mostWidth
        case .connections: Limits.fewestConnections...Limits.mostConnections
        case .connectionsPerUser: 1...Limits.mostConnections
        case .callsPerSecond: 1...Limits.mostCallsPerSecond
        }
    }
}

/// The values of one table.
package struct TableLimits: Equatable, Sendable {
    package var link = LinkLimits()
    package var serving = ServingLimits()
    /// *Units*: alternatives of one link at one segment; nil for the default of the index.
    package var width: Int?

    /// Makes the defaults.
    package init() {}

    /// Sets a limit to a value of its range.
    package mutating func set(_ limit: TableLimit, to value: Int) {
        switch limit {
        case .url: link.urlBytes = value
        case .segments: link.segments = value
        case .items: link.queryItems = value
        case .width: width = value
        case .connections: serving.connections = value
        case .connectionsPerUser: serving.connectionsPerUser = value
        case .callsPerSecond: serving.callsPerSecond = value
        }
    }
}

/// The limits on the size of a link.
package struct LinkLimits: Equatable, Sendable {
    /// *Units*: bytes of the text as sent.
    package var urlBytes = Limits.urlBytes
    /// *Units*: segments; the host of a custom scheme counts as one.
    package var segments = Limits.segments
    /// *Units*: query items that are not empty.
    package var queryItems = Limits.queryItems

    /// Makes the defaults.
    package init() {}
}

/// The limits on how much is served at once; a reload changes them in the daemon.
package struct ServingLimits: Equatable, Sendable {
    /// *Units*: connections at once, all users together.
    package var connections = Limits.connections
    /// *Units*: connections at once of one user.
    package var connectionsPerUser = Limits.connectionsPerUser
    /// *Units*: calls of one user in a second, over all its connections; nil for any number.
    package var callsPerSecond: Int?

    /// Makes the defaults.
    package init() {}
}
