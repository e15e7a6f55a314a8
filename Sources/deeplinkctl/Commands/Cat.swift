import ArgumentParser
internal import Conf
internal import HostSystem
internal import Routing
internal import Tables

/// `cat`: prints the text of a table's files in reading order.
struct Cat: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cat",
        abstract: "Print the files of a route table, each under its name, in the order they are read.",
        discussion: """
            Example: deeplinkctl cat --root /srv/image

            A terminal shows control characters as \\u{…}; a file or a pipe gets each byte as it is.

            Exit status: 0, or 3 if one of them cannot be read.
            """)

    @OptionGroup var table: TableOption
    @OptionGroup var socket: TableInForceOption

    func validate() throws { try socket.validate(besides: table) }

    func run() throws {
        let set = try socket.client.map(TableInForce.set) ?? table.read().set
        for (number, member) in set.members.enumerated() where !member.document.bytes.isEmpty {
            let bytes = member.document.bytes
            Output.text((number == 0 ? "" : "\n") + "# \(Escaping.printable(member.document.name))\n")
            Self.show(bytes)
        }
        guard set.lacksText else { return }
        Output.errors(set.textDiagnostics.inOrder, in: set.sources(for: set.textDiagnostics))
        MoreHelp.show(for: set.textDiagnostics)
        throw ExitCode(3)
    }

    /// Prints a text as it is, or on a terminal fit for it.
    private static func show(_ bytes: [UInt8]) {
        guard StandardStreams.Output.output.isTerminal else {
            return Output.bytes(bytes.last == 0x0A ? bytes : bytes + [0x0A])
        }
        let lines = (bytes.last == 0x0A ? bytes.dropLast() : bytes[...])
            .split(separator: 0x0A, omittingEmptySubsequences: false)
        Output.lines(lines.map { Line(whole: String(decoding: $0, as: UTF8.self)) })
    }
}
