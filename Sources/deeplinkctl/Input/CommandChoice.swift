import ArgumentParser

// To open a link takes less time than to parse a command line. So `open t://a`, which has no option, makes `Open` of its URLs
// without the parser: 11 in place of 30 million instructions. Every word with a dash is the parser's, so texts of help and of
// errors have one origin. Both ways give the same command (CommandChoiceTests).

extension Deeplinkctl {
    /// Parses a command line.
    ///
    /// - Parameter words: the command line, without the program's name.
    ///
    /// *Throws*: the parser's error.
    static func command(of words: [String]) throws -> any ParsableCommand {
        try commandWithoutOptions(of: words) ?? parseAsRoot(words)
    }

    /// The command of a command line without options; nil where the parser has to read it.
    static func commandWithoutOptions(of words: [String]) -> Open? {
        guard words.count > 1, words[0] == Open.configuration.commandName,
            !words.contains(where: { $0.utf8.first == UInt8(ascii: "-") })
        else { return nil }
        return Open(urls: Array(words.dropFirst()))
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
