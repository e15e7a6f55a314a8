import ArgumentParser
internal import Conf
internal import Contract
import HostSystem

/// Prints to standard output and standard error.
enum Output {
    /// Prints one line; returns false if the reader is gone, which ends an endless output.
    @discardableResult
    static func line(_ line: Line) -> Bool { write(Array((line.fitted + "\n").utf8)) }

    /// Prints lines, all at once.
    static func lines(_ lines: [Line]) { text(lines.map { $0.fitted + "\n" }.joined()) }

    /// Prints a text unchanged.
    static func text(_ text: String) { bytes(Array(text.utf8)) }

    /// Prints bytes unchanged; the exit status does not depend on a reader.
    static func bytes(_ bytes: [UInt8]) { _ = write(bytes) }

    /// Prints bytes unchanged; returns false as `line`.
    static func bytesReachReader(_ bytes: [UInt8]) -> Bool { write(bytes) }

    /// Prints a value as one line of JSON, safe for a terminal; returns false as `line`.
    @discardableResult
    static func json(_ value: some WireValue) -> Bool {
        write(Array((Escaping.json(JSONText.text(of: value)) + "\n").utf8))
    }

    /// Writes to standard output; returns false if the reader is gone, as after `head`.
    ///
    /// Another failure, such as a full disk, ends the tool: it must not report success for output that is lost.
    private static func write(_ bytes: [UInt8]) -> Bool {
        do {
            try StandardStreams.write(bytes, to: .output)
            return true
        } catch {
            if ["EPIPE", "ECONNRESET"].contains(error.codeName) { return false }
            self.error("Error: \(error)\n")
            Deeplinkctl.exit(withError: ExitCode.failure)
        }
    }

    /// Prints a text on standard error.
    static func error(_ text: String) { error(bytes: Array(text.utf8)) }

    /// Prints bytes unchanged on standard error.
    static func error(bytes: [UInt8]) {
        // ignored: there is no other place for the message.
        _ = try? StandardStreams.write(bytes, to: .errors)
    }

    /// Prints diagnostics on standard error, each with its place in one of the texts.
    static func errors(_ diagnostics: [Diagnostic], in sources: [SourceText]) {
        let printer = Colour.printer(sources, on: .errors)
        for diagnostic in diagnostics { error(printer.text(of: diagnostic)) }
    }
}
