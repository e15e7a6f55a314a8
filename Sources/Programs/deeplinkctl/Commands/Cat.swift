import ArgumentParser
internal import Conf
internal import HostSystem
internal import Routing
internal import Tables

/// `cat`: prints the text of a table's files in reading order, or writes them into a folder.
struct Cat: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cat",
        abstract: "Print the files of a route table, each under its name, in the order they are read.",
        discussion: """
            Example: deeplinkctl cat --root /srv/image

            A terminal shows control characters as \\u{…}; a file or a pipe gets each byte as it is.

            With --output the files of the daemon's table in force are written below a folder, each under its own path, to \
            restore tables that were overwritten: cat --socket SOCKET --output in-force. The folder gets its name when all \
            files are complete. Packages that the daemon left out are not written.

            Exit status: 0, or 3 if one of them cannot be read.
            """)

    @OptionGroup var table: TableOption
    @OptionGroup var socket: TableInForceOption
    @Option(
        name: .customLong("output"),
        help: ArgumentHelp("Write the files below this folder, which is new or empty.", valueName: "folder"),
        completion: .directory)
    var folder: String?

    func validate() throws {
        try socket.validate(besides: table)
        if folder == "" { throw ValidationError("The name of the folder is empty.") }
        if folder != nil, socket.path == nil {
            throw ValidationError("--output writes the table of a daemon: name its socket with --socket.")
        }
    }

    func run() throws {
        let set = try socket.client.map(TableInForce.set) ?? table.read().set
        if let folder { return try write(set.texts, below: folder) }
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

    // MARK: Into a folder

    private func write(_ texts: [TableText], below folder: String) throws {
        let kept = try texts.filter(\.isInForce).map { (parts: try Self.parts(of: $0.name), bytes: $0.bytes) }
        do throws(LoopError) {
            let new = try NewFolder(folder)
            for file in kept { try new.add(file.parts, bytes: file.bytes) }
            try new.publish()
        } catch {
            if error.codeName == "ENOTEMPTY" {
                throw ToolFailure("\(folder) exists and is no empty folder, so nothing is written: name a new one")
            }
            if error.codeName == "EEXIST" {
                throw ToolFailure("the daemon names one file twice, so nothing is written: \(error)")
            }
            throw ToolFailure(creating: folder, error) ?? error
        }
        for file in kept { Output.line("\(([folder] + file.parts).joined(separator: "/"))") }
        for text in texts where !text.isInForce { Output.error(Escaping.printable("left out: \(text.name)") + "\n") }
    }

    /// The parts of a file's path, without those that lead to a folder above.
    ///
    /// *Throws*: for a path that leads out of the folder.
    private static func parts(of name: String) throws -> [String] {
        var parts: [String] = []
        for part in name.utf8.split(separator: UInt8(ascii: "/")).map({ String(decoding: $0, as: UTF8.self) }) {
            switch part {
            case ".": continue
            case "..":
                if parts.popLast() == nil { throw outside(name) }
            default: parts.append(part)
            }
        }
        if parts.isEmpty { throw outside(name) }
        return parts
    }

    private static func outside(_ name: String) -> ToolFailure {
        ToolFailure(
            "the daemon names a file \(UsageError.quoted(name)), which leads out of the folder, so nothing is written: print "
                + "the texts without --output")
    }
}
