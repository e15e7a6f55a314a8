internal import Conf
internal import Contract
internal import DeepLinkClient
internal import HostSystem

// The last line of a run that reports errors, on standard error, so that the output for programs is the same with and
// without it:
//
//     more: deeplinkctl help RT303 RT404
//
// Behind reports about files it always stands, in the log of a CI job too. Behind the outcome of a link it stands on a
// terminal alone: scripts that open links have read the code, and would only pass the line on.

/// The command that explains the codes of a run, collected as they are reported.
struct MoreHelp {
    /// *Units*: codes that the line names; the first ones, since later errors often follow from them.
    private static let mostCodes = 3

    private var codes: [String] = []

    /// Takes a code, unless the line names enough already.
    mutating func add(_ code: String) {
        if codes.count < Self.mostCodes, !codes.contains(code) { codes.append(code) }
    }

    /// Takes the code of an outcome that is not `ok`; one of a newer daemon is unknown here and left out.
    mutating func add(outcome code: String) {
        if let known = OutcomeCode(rawValue: code), known.outcomeClass != .ok { add(code) }
    }

    /// Prints the line on standard error; nothing without codes.
    ///
    /// - Parameter language: of the person who reads it.
    func show(in language: PersonLanguage = .english) {
        guard !codes.isEmpty else { return }
        let line = language.words.text(.more) + " deeplinkctl help " + codes.joined(separator: " ")
        Output.error(Escaping.printable(line) + "\n")
    }

    /// The same, on a terminal alone and in the language of the person's session.
    func showOnTerminal() {
        if StandardStreams.Output.errors.isTerminal { show(in: .ofSession) }
    }

    /// Prints the line for the errors of a report; nothing if it has none.
    static func show(for diagnostics: Diagnostics) {
        show(for: diagnostics.inOrder.lazy.filter { $0.severity == .error }.map(\.code.rawValue))
    }

    /// Prints the line for codes in the order of their reports; nothing if there are none.
    static func show(for codes: some Sequence<String>) {
        var more = MoreHelp()
        for code in codes { more.add(code) }
        more.show()
    }
}
