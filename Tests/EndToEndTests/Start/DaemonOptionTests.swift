import Foundation
import Testing

/// The daemon's command line, by its exit status and its texts.
@Suite struct DaemonOptionTests {
    private static let usage =
        "Usage: deeplinkd [--file <routes.conf> ...] [--socket <path>] [--state-dir <directory>] [--log-level <level>]\n"
        + "  See 'deeplinkd --help' for more information.\n"
    private static let file = "A route table; may be repeated."
    private static let socket = "The socket to listen on, in a folder that is there."
    private static let level = "Which lines the log has: those of a level, and of all levels above it."
    private static let noLevel =
        "is invalid for '--log-level <level>'. Please provide one of 'error', 'warning', 'notice', 'info' or 'debug'."

    /// Words, the sentence about the first of them that is wrong, and the help line of its option.
    private static let faults: [(words: [String], sentence: String, help: String)] = [
        (["--nonsense"], "Unknown option '--nonsense'", ""),
        (["--nonsense=3"], "Unknown option '--nonsense'", ""),
        (["-x"], "Unknown option '-x'", ""),
        (["--sock", "x"], "Unknown option '--sock'. Did you mean '--socket'?", ""),
        (["--fil=x"], "Unknown option '--fil'. Did you mean '--file'?", ""),
        (["--s", "x"], "Unknown option '--s'", ""),
        (["-socket", "x"], "Unknown option '-socket'. Did you mean '--socket'?", ""),
        (["--log_level", "error"], "Unknown option '--log_level'. Did you mean '--log-level'?", ""),
        (["---"], "Unknown option '---'", ""),
        (["--experimental-dump-help"], "Unknown option '--experimental-dump-help'", ""),
        (["--file"], "Missing value for '--file <routes.conf>'", "Help:  --file <routes.conf>  \(file)\n"),
        (["-f"], "Missing value for '-f <routes.conf>'", "Help:  -f <routes.conf>  \(file)\n"),
        (["-f", "-f"], "Missing value for '-f <routes.conf>'", "Help:  -f <routes.conf>  \(file)\n"),
        (["--file="], "Missing value for '--file <routes.conf>'", "Help:  --file <routes.conf>  \(file)\n"),
        (["--socket", "--"], "Missing value for '--socket <path>'", "Help:  --socket <path>  \(socket)\n"),
        (["--socket", "--version"], "Missing value for '--socket <path>'", "Help:  --socket <path>  \(socket)\n"),
        (["--log-level", "loud"], "The value 'loud' \(noLevel)", "Help:  --log-level <level>  \(level)\n"),
        (["--log-level=Info", "-x"], "The value 'Info' \(noLevel)", "Help:  --log-level <level>  \(level)\n"),
        (["extra"], "Unexpected argument 'extra'", ""),
        (["-"], "Unexpected argument '-'", ""),
        (["extra", "--socket", "s", "other"], "2 unexpected arguments: 'extra', 'other'", ""),
        (["--", "--socket"], "Unexpected argument '--socket'", ""),
        (["extra", "--nonsense"], "Unknown option '--nonsense'", ""),
    ]

    @Test(arguments: faults.indices)
    func `words that are wrong are refused with the reason, the usage and status 2`(_ index: Int) throws {
        let (words, sentence, help) = Self.faults[index]
        let run = try Program.run(Products.daemon, words)
        #expect(run.exit == .code(2) && run.output == "", "\(words): \(run)")
        #expect(run.errors == "Error: \(sentence)\n\(help)\(Self.usage)", "\(words)")
    }

    @Test(arguments: [
        ["-f", "FILE"], ["-fFILE"], ["--file", "FILE"], ["--file=FILE"], ["-f", "FILE", "--"],
        ["-f", "FILE", "--log-level", "error", "--state-dir", "FOLDER"], ["--log-level=debug", "-f", "FILE"],
        ["--socket", "other", "-f", "FILE", "--socket=FOLDER/s"],
    ])
    func `a value is the next word or a part of the option's own`(_ words: [String]) throws {
        try withFolder { folder in
            let table = folder.path(of: "none.conf")
            let words = words.map {
                $0.replacingOccurrences(of: "FILE", with: table).replacingOccurrences(of: "FOLDER", with: folder.path)
            }
            let run = try Program.run(Products.daemon, ["--socket", folder.path(of: "s")] + words)
            #expect(run.exit == .code(78) && run.errors.hasPrefix("\(table): error RT011"), "\(words): \(run)")
        }
    }

    @Test func `every table of a repeated -f is read`() throws {
        try withFolder { folder in
            let names = ["a.conf", "b.conf"].map(folder.path)
            let run = try Program.run(
                Products.daemon, ["--socket", folder.path(of: "s")] + names.flatMap { ["-f", $0] })
            for name in names { #expect(run.errors.contains("\(name): error RT011"), "\(run)") }
        }
    }

    @Test func `--help comes before --version, and both before a word that is wrong`() throws {
        let help = try Program.run(Products.daemon, ["--help"]).output
        for (words, isHelp) in [
            (["-h"], true), (["--nonsense", "--help"], true), (["--version", "-h"], true), (["--help", "extra"], true),
            (["--help=x"], true), (["--version", "--nonsense"], false), (["extra", "--version"], false),
        ] {
            let run = try Program.run(Products.daemon, words)
            #expect(run.exit == .code(0) && run.errors == "", "\(words): \(run)")
            #expect(
                isHelp ? run.output == help : run.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil, "\(words): \(run)")
        }
    }

    @Test func `deeplinkd(8) has the options of --help, with the same texts`() throws {
        let help = try Program.run(Products.daemon, ["--help"]).output
        #expect(help.split(separator: "\n").allSatisfy { $0.count < 80 || $0.hasPrefix("USAGE: ") }, "\(help)")
        let page = try String(contentsOfFile: Products.package + "/packaging/man/deeplinkd.8.in", encoding: .utf8)
        let options = try #require(
            page.components(separatedBy: ".Sh OPTIONS\n").last?.components(separatedBy: ".El").first)
        let shown = options.components(separatedBy: "\n.It ").dropFirst().map { entry in
            let lines = entry.split(separator: "\n").filter { $0 != ".Pp" }
            let label = lines[0].replacing(/Fl -?/) { "-" + $0.output.dropFirst(3) }.replacing(" , ", with: ", ")
                .replacing(#/ Ar (.*)/#) { " <\($0.1)>" }
            return label + " " + lines.dropFirst().joined(separator: " ")
        }
        // The page has no entry for --version and --help, and says at an entry's end which values there are.
        let listed = try #require(help.components(separatedBy: "OPTIONS:\n").last)
            .replacing(/(?s)\n  --version.*/, with: "").replacing(/\s+/, with: " ")
            .replacing(#/ \(values: ([^)]*)\)(.*)/#) { "\($0.2) One of \($0.1)." }
        #expect(shown.joined(separator: " ") == listed.dropFirst())
        #expect(shown.count == 5)
    }
}
