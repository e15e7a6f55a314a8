import ArgumentParser

// Chooses the command by its first word, so that only the chosen command's options are built. To open a link takes less
// time than to parse a command line. So `open t://a`, which has no option, makes `Open` of its URLs without the parser:
// 11 in place of 30 million instructions. So does `handle`, with the words that desktop entries write. Every other word
// with a dash is the parser's, so texts of help and of errors have one origin. Both ways give the same command
// (CommandChoiceTests).

extension Deeplinkctl {
    /// Parses a command line.
    ///
    /// - Parameter words: the command line, without the program's name.
    ///
    /// *Throws*: the parser's error, and misuse of `handle`.
    static func command(of words: [String]) throws -> any ParsableCommand {
        if let command = commandWithoutOptions(of: words) { return command }
        // No person types it, so it is not in the tree of commands, and in no help.
        if words.first == NoticeCommand.name { return try NoticeCommand.parse(Array(words.dropFirst())) }
        try HandleCommand.check(words)
        return try parseAsRoot(words)
    }

    /// The command of a command line with no option that the parser has to read; nil for others.
    static func commandWithoutOptions(of words: [String]) -> (any ParsableCommand)? {
        let hasOptions = words.contains { $0.utf8.first == UInt8(ascii: "-") }
        switch words.first {
        case Open.configuration.commandName? where words.count > 1 && !hasOptions:
            return Open(urls: Array(words.dropFirst()))
        case HandleCommand.configuration.commandName?: return HandleCommand(words.dropFirst())
        default: return nil
        }
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
        (idempotencyKey, deadline, wait, traceparent, with) = (nil, nil, nil, nil, nil)
        target.words = urls
    }
}

extension HandleCommand {
    /// The command of `URL`, `-- URL`, `--or-fail URL` or `--or-fail -- URL`; nil for other words.
    fileprivate init?(_ words: ArraySlice<String>) {
        var words = words
        let orFail = words.first == "--or-fail"
        if orFail { words.removeFirst() }
        if words.first == "--" { words.removeFirst() }
        guard words.count == 1, let url = words.first, !url.isEmpty, url.utf8.first != UInt8(ascii: "-") else {
            return nil
        }
        self.init()
        (self.orFail, self.url) = (orFail, url)
    }
}
