import ArgumentParser
internal import Conf
internal import Contract
internal import Formatting
internal import HostSystem
internal import Routing

/// `fmt`: lays out tables and files of test cases.
struct FormatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fmt",
        abstract: "Lay out route tables and files of test cases.",
        discussion: """
            Example: deeplinkctl fmt --check routes.conf

            Blanks and empty lines change, and nothing else: blocks are indented by four blanks, one blank stands between \
            words, and where the words of several lines stand in a column, all of them do. Comments, the order of the lines, \
            and what the table means stay. A second run changes nothing.

            Each file is replaced as a whole, and keeps its mode and owner; a link stays, and its file is replaced. - reads \
            standard input and writes to standard output. A file with a syntax error stays as it is: the error is reported, \
            and the other files are laid out.

            Exit status: 0, 1 with --check if a file would change, 3 if a file has an error or cannot be read or written.
            """)

    @Flag(help: "Change no file; fail if one would change.")
    var check = false
    @Flag(help: "Change no file; print the differences in the form of `diff -u`.")
    var diff = false
    @OptionGroup var output: FormatOption
    @OptionGroup var colour: ColourOption
    @Argument(help: "The files, or - for standard input.", completion: .file(extensions: ["conf", "cases"]))
    var files: [String]

    /// What becomes of one file.
    private struct Result {
        let path: String
        let text: FormattedText
        var isWritten = false

        /// The first line that is not as it would be, from 1.
        var firstLine: Int? { TextDifference(text).firstLine }
    }

    private var isInput: Bool { files == [Self.standardInput] }
    private static let standardInput = "-"

    func validate() throws {
        if files.contains("") { throw ValidationError("The name of a file is empty.") }
        if files.contains(Self.standardInput), !isInput {
            throw ValidationError("- is standard input: it cannot stand beside files.")
        }
        if diff, output.format == .json {
            throw ValidationError("--diff prints the differences themselves: leave out --format json.")
        }
        if isInput, !check, output.format == .json {
            throw ValidationError("- prints the text itself: leave out --format json, or add --check.")
        }
    }

    func run() throws {
        var results: [Result] = []
        var hasFailed = false
        for path in files {
            do {
                if let result = try layOut(path) { results.append(result) } else { hasFailed = true }
            } catch let error as LoopError {
                hasFailed = true
                Output.error("Error: " + Escaping.printable("\(error)") + "\n")
            } catch let error as ToolFailure {
                hasFailed = true
                Output.error("Error: " + Escaping.printable("\(error)") + "\n")
            }
        }
        show(results)
        if hasFailed { throw ExitCode(3) }
        if check, results.contains(where: \.text.isChanged) { throw ExitCode(1) }
    }

    // MARK: One file

    /// Lays out one file; nil where it has errors, which are printed.
    private func layOut(_ path: String) throws -> Result? {
        let name = isInput ? "standard input" : path
        // Before it is read: what changes it afterwards is not lost. Where it fails, the reading says why.
        let before = isInput ? nil : try? FileStatus(of: path)
        let bytes = isInput ? try FileReader.readStandardInput(byteLimit: Limits.tableBytes) : try Input.file(path)
        var diagnostics = Diagnostics()
        guard let text = FormattedText(bytes, name: name, diagnostics: &diagnostics) else {
            refuse(diagnostics, SourceText(name: name, bytes: bytes))
            return nil
        }
        var result = Result(path: name, text: text)
        guard text.isChanged, let before, !check, !diff else { return result }
        try write(text.bytes, to: path, as: before)
        result.isWritten = true
        return result
    }

    private func refuse(_ diagnostics: Diagnostics, _ source: SourceText) {
        switch output.format {
        case .json: for diagnostic in diagnostics.inOrder { Output.json(diagnostic.report(in: [source])) }
        case .text:
            Output.errors(diagnostics.inOrder, in: [source])
            MoreHelp.show(for: diagnostics)
        }
    }

    /// Replaces a file, unless it was changed since.
    private func write(_ bytes: [UInt8], to path: String, as before: FileStatus) throws {
        // A link to the file stays one: its target is replaced.
        let target = ResolvedPath.path(of: path) ?? path
        guard try FileStatus(of: target) == before else {
            throw ToolFailure("\(path) was changed while it was laid out, so it stays as it is: run the command again")
        }
        do throws(LoopError) {
            try DurableFile.replace(target, bytes: bytes, mode: before.mode, owner: before)
        } catch {
            guard ["EACCES", "EPERM", "EROFS"].contains(error.codeName) else { throw error }
            let isOther = before.ownerID != HostFacts.userID
            throw ToolFailure(
                "\(path) stays as it is: "
                    + (isOther
                        ? "it belongs to another user, and only root can replace it and keep its owner"
                        : "you may not write in its folder, where the new file has to be made"))
        }
    }

    // MARK: What is printed

    private func show(_ results: [Result]) {
        if diff {
            for result in results where result.text.isChanged { showDifference(result) }
        } else if isInput, !check {
            for result in results { Output.bytes(result.text.bytes) }
        } else {
            output.show(each: results.map(Self.object)) { showSummary(results) }
        }
    }

    private static func object(_ result: Result) -> JSONObject {
        [
            "file": result.path, "changed": result.text.isChanged, "written": result.isWritten,
            "line": result.firstLine,
        ]
    }

    private func showSummary(_ results: [Result]) {
        guard !results.isEmpty else { return }
        let changed = results.filter(\.text.isChanged)
        let all = DiagnosticSummary.count(results.count, "file")
        guard !changed.isEmpty else { return Output.lines([Line("\(all), nothing to change")]) }
        Output.line("\(changed.count) of \(all) \(check ? "would change" : "changed")")
        for result in changed {
            Output.line(Line(whole: "  \(result.path)" + (check ? result.firstLine.map { ":\($0)" } ?? "" : "")))
        }
    }

    private func showDifference(_ result: Result) {
        let difference = TextDifference(result.text)
        // For `patch` each byte stays as it is.
        guard StandardStreams.Output.output.isTerminal || Colour.isUsed(on: .output) else {
            return Output.bytes(difference.text(name: result.path))
        }
        Output.lines([Line(whole: "--- \(result.path)", .name), Line(whole: "+++ \(result.path)", .name)])
        for hunk in difference.hunks {
            Output.line(Line(whole: hunk.header, .label))
            Output.lines(
                hunk.lines.map { line in
                    let paint: Paint? =
                        switch line.kind {
                        case .kept: nil
                        case .removed: .bad
                        case .added: .good
                        }
                    return Line(whole: line.kind.rawValue + String(decoding: line.text, as: UTF8.self), paint)
                })
        }
    }
}
