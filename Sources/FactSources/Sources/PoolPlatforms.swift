package import Features

/// Asks the machine what it is, off the loop.
package final class PoolPlatforms: PlatformSource {
    package let name = "host"
    /// Upgrades of a running machine are rare, and a minute is soon enough for them.
    package let lifetime = AnswerLifetime(isAnnounced: false, asksAgainAfter: .seconds(60))
    package var onChange: (() -> Void)?
    private let lane: PoolLane
    private let read: @Sendable () -> [String: PlatformFact]

    /// - Parameter read: looks at the machine; may block.
    package init(lane: PoolLane, read: @escaping @Sendable () -> [String: PlatformFact]) {
        self.lane = lane
        self.read = read
    }

    package func ask(_ reply: @escaping (SourceReply<[String: PlatformFact]>) -> Void) {
        lane.run(read) { platforms in
            reply(platforms.map { .value($0) } ?? .failed(reason: "no thread is left to ask with"))
        }
    }
}
