import Contract
import Links

/// The limits that a table may set: `limit url 16384`.
package enum TableLimit: String, CaseIterable {
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

    /// Puts a value of the range into a draft.
    func set(_ value: Int, in draft: inout TableDraft) {
        switch self {
        case .url: draft.linkLimits.urlBytes = value
        case .segments: draft.linkLimits.segments = value
        case .items: draft.linkLimits.queryItems = value
        case .width: draft.width = value
        case .connections: draft.servingLimits.connections = value
        case .connectionsPerUser: draft.servingLimits.connectionsPerUser = value
        case .callsPerSecond: draft.servingLimits.callsPerSecond = value
        }
    }
}
