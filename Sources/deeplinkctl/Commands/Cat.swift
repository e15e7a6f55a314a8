import ArgumentParser
internal import Conf
internal import Routing
internal import Tables

/// `cat`: prints the text of a table's files in reading order.
struct Cat: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cat",
        abstract: "Print the files of a route table, each under its name, in the order they are read.",
        discussion: """
            Example: deeplinkctl cat --root /srv/image

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
            Output.bytes(bytes)
            if bytes.last != 0x0A { Output.text("\n") }
        }
        guard set.lacksText else { return }
        Output.errors(set.textDiagnostics.inOrder, in: set.sources(for: set.textDiagnostics))
        MoreHelp.show(for: set.textDiagnostics)
        throw ExitCode(3)
    }
}
