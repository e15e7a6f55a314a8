// Plays the episodes whose links arrive in the channel `player`: subscriber [SOCKET]
//
// It goes on when the daemon restarts: the library connects again, and continues after the last link.

import DeepLinkClient
import Foundation

@main struct Subscriber {
    static func main() async throws {
        let daemon = DeepLinkDaemon(socket: CommandLine.arguments.dropFirst().first)
        for try await link in daemon.subscribe(to: "player", waitsForDaemon: true) {
            guard link.action == "play", let episode = link.inputs["episode"]?.int else {
                try await link.fail("This player cannot \(link.action).")
                continue
            }
            FileHandle.standardOutput.write(Data("play episode \(episode)\n".utf8))
            try await link.acknowledge()
        }
    }
}
