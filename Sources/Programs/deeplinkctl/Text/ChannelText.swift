internal import Contract
internal import HostSystem

/// A channel for people: its kind, who hears its links, and what starts its app.
struct ChannelText {
    let channel: ExplainedChannel

    /// *Shape*: `held, durable`.
    var nature: String { channel.kind + (channel.isDurable ? ", durable" : "") }

    /// All who hear a link: `the user's own apps`, `group audio`.
    var audience: [String] { ["the user's own apps"] + channel.hearers }

    /// The lines of an explanation.
    var rows: [Line] {
        let starts = channel.starts.map { Line(whole: Self.commandLine($0)) }
        return TextRow.lines(["channel": "\(channel.name) (\(nature))"])
            + TextRow.lines("heard by", audience.map { Line($0) })
            + TextRow.lines("starts", [starts].compactMap(\.self))
    }

    /// The cells of a list.
    var cells: [String] {
        let starts = channel.starts.map { "starts " + Self.commandLine($0) }
        return [channel.name, nature, "heard by " + audience.joined(separator: ", ")] + [starts].compactMap(\.self)
    }

    /// A program with its arguments, as a shell would read them.
    static func commandLine(_ arguments: [String]) -> String {
        arguments.map(\.asShellWord).joined(separator: " ")
    }
}
