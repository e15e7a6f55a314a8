internal import Conf
internal import Contract
internal import DeepLinkClient
import HostSystem

/// The input of a command: files and standard input.
enum Input {
    /// Reads a whole file.
    static func file(_ path: String) throws -> [UInt8] {
        try FileReader.read(path, byteLimit: Limits.tableBytes).bytes
    }

    /// Calls `body` with each line of a file (`-` is standard input) and its number, empty lines too.
    ///
    /// *Shape*: numbers begin at 1; the text has no line end, and is nil for a line that is not UTF-8.
    static func forEachLine(of path: String = "-", _ body: (_ number: Int, _ text: String?) throws -> Void) throws {
        var bytes =
            try path == "-" ? FileReader.readStandardInput(byteLimit: Limits.tableBytes) : file(path)
        guard !bytes.isEmpty else { return }
        // The last line may lack its end.
        if bytes.last == 0x0A { bytes.removeLast() }
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            try body(index + 1, String(validating: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self))
        }
    }

    /// Says on standard error that a line cannot be used, and answers it, so that there is one answer for each line.
    ///
    /// - Parameter language: of the person, if a terminal shows it, for a line without text.
    static func refuse(
        line number: Int, _ fault: String, answer: JSONObject, _ output: FormatOption, in language: PersonLanguage
    ) {
        let sentence = "line \(number) of standard input \(fault)"
        func text(_ stream: StandardStreams.Output, _ english: String) -> String {
            guard stream.isTerminal, language != .english else { return english }
            return language.words.text(.notUTF8(line: number))
        }
        let mark = StandardStreams.Output.errors.isTerminal ? language.words.text(.mark) : "Error:"
        Output.error(mark + " " + Escaping.printable(text(.errors, sentence)) + "\n")
        output.show(answer, line: Line(text(.output, "line \(number)  ✗  \(fault)")))
    }

    /// What is wrong with a line without text.
    static let notUTF8 = "is not UTF-8"
}
