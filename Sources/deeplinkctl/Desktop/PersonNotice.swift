internal import Conf
internal import Contract

/// What tells the person who clicked how it ended.
enum PersonNotice {
    /// Tells of a click whose outcome is not of the class `ok`.
    static func show(_ result: ClickResult) {
        guard result.isTerminal else { return }
        let sentence = result.received.map { "\($0.code)  \($0.message)" } ?? result.failure ?? ""
        Output.error(Escaping.printable(sentence) + "\n")
    }
}
