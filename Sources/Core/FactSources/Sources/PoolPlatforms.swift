internal import Contract
package import Features

/// Asks the machine what it is, off the loop.
package final class PoolPlatforms: FactSource {
    package let name = "host"
    /// Upgrades of a running machine are rare, and a minute is soon enough for them.
    package let lifetime = AnswerLifetime(isAnnounced: false, asksAgainAfter: .seconds(60), grace: Limits.platformGrace)
    package var onChange: ((Subject?) -> Void)?
    private let lane: PoolLane
    private let read: @Sendable () -> [FactKey: FactValue]

    /// - Parameter read: looks at the machine; may block.
    package init(lane: PoolLane, read: @escaping @Sendable () -> [FactKey: FactValue]) {
        self.lane = lane
        self.read = read
    }

    package func ask(_ question: FactQuestion, _ reply: @escaping (SourceReply) -> Void) {
        lane.run(read) { platforms in
            reply(platforms.map { .facts($0) } ?? .failed(reason: "no thread is left to ask with"))
        }
    }
}
