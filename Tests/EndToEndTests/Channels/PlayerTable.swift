/// A table whose links go to a player through a held channel.
enum PlayerTable {
    /// - Parameter channel: more statements of the channel.
    static func text(channel: String = "") -> String {
        """
        scheme podcast

        channel player {
            kind held
            acknowledge within 30s
            \(channel)
        }

        feature Playback {
            action play {
                input   episode uint
                channel player
            }
            action delete {
                input   episode uint
                channel player
            }
            route episode  /episodes/$(episode:uint) do play
            route deletion /delete/$(episode:uint) do delete
        }

        """
    }
}
