// A podcast player that gets its episodes from links, and queues the episode of each link exactly once.
//
//     PlayerExample run FOLDER [SOCKET]       subscribes to the channel `player`, and works until it is stopped
//     PlayerExample queue FOLDER              prints the episodes in its queue
//
// A link is performed once, whether the player runs when the link is sent, is started by the daemon, starts slowly, or is
// killed before it acknowledges.

import DeepLinkClient
import Foundation

@main struct Player {
    static func main() async throws {
        let arguments = CommandLine.arguments
        switch (arguments.dropFirst().first, arguments.count) {
        case ("run", 3...4): try await run(Queue(in: arguments[2]), socket: arguments.dropFirst(3).first)
        case ("queue", 3): print(try Queue(in: arguments[2]).episodes.map(String.init).joined(separator: " "))
        default: print("usage: PlayerExample run FOLDER [SOCKET]\n       PlayerExample queue FOLDER")
        }
    }

    /// Performs links until the process is stopped; the library connects again when the daemon restarts.
    private static func run(_ queue: Queue, socket: String?) async throws {
        var queue = queue
        for try await link in DeepLinkDaemon(socket: socket).subscribe(to: "player", waitsForDaemon: true) {
            do {
                guard link.action == "play", let episode = link.inputs["episode"]?.int else {
                    try await link.fail("This player cannot \(link.action).")
                    continue
                }
                try queue.add(episode, delivery: link.id)
                try await link.acknowledge()
            } catch DeepLinkError.unknownDelivery {
                // Its time is over. The link arrives again, and is acknowledged without another effect.
            }
        }
    }
}

/// The effects of links, kept together with the names of the deliveries that caused them.
struct Queue: Codable {
    /// A user has at most so many links in all held channels together, so no older delivery arrives again.
    private static let rememberedDeliveries = 1000

    private(set) var episodes: [Int64] = []
    private var deliveries: [String] = []
    private var file = URL(fileURLWithPath: "queue.json")

    private enum CodingKeys: CodingKey { case episodes, deliveries }

    /// Reads the queue of a folder; an empty one where there is none.
    init(in folder: String) throws {
        let file = URL(fileURLWithPath: folder).appendingPathComponent("queue.json")
        if FileManager.default.fileExists(atPath: file.path) {
            self = try JSONDecoder().decode(Queue.self, from: Data(contentsOf: file))
        }
        self.file = file
    }

    /// Adds an episode, unless that delivery has added it before.
    ///
    /// The effect and the name of the delivery are one file, which is replaced as a whole: a player that is killed has
    /// both or none.
    mutating func add(_ episode: Int64, delivery: String) throws {
        guard !deliveries.contains(delivery) else { return }
        var next = self
        next.episodes.append(episode)
        next.deliveries = deliveries.suffix(Self.rememberedDeliveries - 1) + [delivery]
        try JSONEncoder().encode(next).write(to: file, options: .atomic)
        self = next
    }
}
