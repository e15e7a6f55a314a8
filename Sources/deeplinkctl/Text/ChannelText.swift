internal import Channels
internal import Features
internal import HostSystem

/// A channel for people and for programs: its kind, who hears its links, and what starts its app.
struct ChannelText {
    let channel: ChannelDeclaration

    /// *Shape*: `held, durable`.
    var nature: String { channel.rules.kind.rawValue + (channel.isDurable ? ", durable" : "") }

    /// All who hear a link: `the user's own apps`, `group audio`.
    var audience: [String] { ["the user's own apps"] + channel.hearers.map(\.description) }

    /// The lines of an explanation.
    var rows: [Line] {
        let starts = channel.starter.map { Line(whole: Self.commandLine($0.vector(for: []))) }
        return TextRow.lines(["channel": "\(channel.name) (\(nature))"])
            + TextRow.lines("heard by", audience.map { Line($0) })
            + TextRow.lines("starts", [starts].compactMap(\.self))
    }

    /// The cells of a list.
    var cells: [String] {
        let starts = channel.starter.map { "starts " + Self.commandLine($0.vector(for: [])) }
        return [channel.name, nature, "heard by " + audience.joined(separator: ", ")] + [starts].compactMap(\.self)
    }

    /// The object of `--format json`.
    var object: JSONObject {
        [
            "name": channel.name, "kind": channel.rules.kind.rawValue, "durable": channel.isDurable,
            "hearers": channel.hearers.map(\.description), "starts": channel.starter?.vector(for: []),
        ]
    }

    /// A program with its arguments, as a shell would read them.
    static func commandLine(_ arguments: [String]) -> String {
        arguments.map(\.asShellWord).joined(separator: " ")
    }
}
