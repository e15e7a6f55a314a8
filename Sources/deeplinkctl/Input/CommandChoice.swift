import ArgumentParser

// To open a link takes less time than to parse the command line with all commands in view. So a command line takes the
// shortest of three ways that accepts it:
//
//     open t://a                  has no option: `Open` is made of its URLs, without the parser
//     open --dry-run t://a        `Open` parses it alone, as the root of a tree of its own
//     open --help, open --wrong   the whole tree parses it
//     licence sign a.toml         the whole tree parses it: the command has commands of its own
//
// There is one grammar, that of the commands' properties: the first way takes no word with a dash, and what the second way
// refuses, or answers with a command of the parser's own, comes from the whole tree. So texts of help and of errors have one
// origin. The three ways give the same command (CommandChoiceTests).

extension Deeplinkctl {
    /// Parses a command line.
    ///
    /// - Parameter words: the command line, without the program's name.
    ///
    /// *Throws*: the parser's error for the whole tree of commands.
    static func command(of words: [String]) throws -> any ParsableCommand {
        if let open = commandWithoutOptions(of: words) { return open }
        return try commandAlone(of: words) ?? parseAsRoot(words)
    }

    /// The command of a command line without options; nil where the parser has to read it.
    static func commandWithoutOptions(of words: [String]) -> Open? {
        guard words.count > 1, words[0] == Open.configuration.commandName,
            !words.contains(where: { $0.utf8.first == UInt8(ascii: "-") })
        else { return nil }
        return Open(urls: Array(words.dropFirst()))
    }

    /// What the named command alone makes of its words; nil where the whole tree has to parse them.
    static func commandAlone(of words: [String]) -> (any ParsableCommand)? {
        guard let name = words.first, let named = configuration.subcommands.first(where: { $0._commandName == name }),
            named.configuration.subcommands.isEmpty
        else { return nil }
        // ignored: the whole tree gives the same error, with the text for the user.
        guard let command = try? named.parseAsRoot(Array(words.dropFirst())), type(of: command) == named
        else { return nil }
        return command
    }
}

extension Open {
    /// The command of a command line that has URLs and no option.
    ///
    /// Each property is set, because the parser's properties have no value before.
    fileprivate init(urls: [String]) {
        self.init()
        (socket, output, colour, subject, target) = (.init(), .init(), .init(), .init(), .init())
        (socket.path, subject.subject, target.action) = (nil, nil, nil)
        (output.named, output.isJSON, colour.use) = (.text, false, .auto)
        (dryRun, timings, authorise, stdin) = (false, false, false, false)
        (idempotencyKey, deadline, wait) = (nil, nil, nil)
        target.words = urls
    }
}
