import ArgumentParser
internal import Tables

/// The drop-ins that a check reads beside the installed ones.
struct DropInOption: ParsableArguments {
    @Option(
        name: .customLong("with-file"),
        help: ArgumentHelp(
            "Check the installed tables with this file as the drop-in of that name; may be repeated.",
            discussion:
                "It takes the place of a drop-in that has the name. An empty file masks those of later folders.",
            valueName: "name.conf=file"),
        completion: .file(extensions: ["conf"]))
    var words: [String] = []

    private var pairs: [(name: String, path: String)] {
        words.map { word in
            let name = String(word.prefix { $0 != "=" })
            return (name, String(word.dropFirst(name.count + 1)))
        }
    }

    func validate() throws {
        for (word, pair) in zip(words, pairs) {
            guard !pair.path.isEmpty else {
                throw ValidationError(
                    "--with-file takes the name of a drop-in and a file, as in --with-file 30-cafe.conf=new.conf, not "
                        + "\(UsageError.quoted(word)).")
            }
            guard ProposedDropIn.isName(pair.name) else {
                throw ValidationError(
                    "\(UsageError.quoted(pair.name)) is no name of a drop-in: it ends in .conf, begins with no dot, and has "
                        + "no slash.")
            }
        }
        let names = pairs.map(\.name)
        if let name = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw ValidationError("--with-file names the drop-in \(UsageError.quoted(name)) twice.")
        }
    }

    /// *Throws*: misuse where files of the command line or the environment are checked, or a daemon's table.
    func validate(besides table: TableOption, _ socket: TableInForceOption) throws {
        guard !words.isEmpty else { return }
        if socket.path != nil {
            throw ValidationError("--socket checks the daemon's table as it is: leave out --with-file.")
        }
        guard !table.paths.isEmpty else { return }
        throw ValidationError(
            "--with-file adds a drop-in to the installed tables: leave out "
                + (table.named.isEmpty ? "DEEPLINKD_TABLE." : "-f."))
    }

    /// Reads the files, with the rights that the process has now.
    ///
    /// *Throws*: where one cannot be read.
    func read() throws -> [ProposedDropIn] { try pairs.map { try ProposedDropIn($0.name, from: $0.path) } }
}
