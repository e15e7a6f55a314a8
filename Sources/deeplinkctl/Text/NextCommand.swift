internal import Contract

/// The command that a remedy or an error asks for, ready to paste.
struct NextCommand {
    /// The options for the daemon and the subject, as given to this command.
    let socket: String?
    let subject: String?

    init(_ socket: SocketOption, _ subject: SubjectOption? = nil) {
        self.socket = socket.path
        self.subject = subject?.subject
    }

    /// The command that applies a remedy; nil if this tool has none.
    func text(for remedy: Remedy) -> String? {
        guard let feature = remedy.arguments.first(where: { $0.name == "feature" })?.value.text else { return nil }
        switch remedy.kind {
        case .enableToggle: return text(["toggle", feature, "on"], forSubject: true)
        case .enableRuntime: return text(["runtime", feature, "on"])
        default: return nil
        }
    }

    /// A command line, with `--socket` if this command has it.
    func text(_ words: [String], forSubject: Bool = false) -> String {
        var words = ["deeplinkctl"] + words
        if let socket { words += ["--socket", socket] }
        if forSubject, let subject { words += ["--subject", subject] }
        return words.map(Self.quoted).joined(separator: " ")
    }

    /// A word, quoted for a shell if necessary.
    static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "/._-:=@%+,".utf8.contains(byte)
            }
        }
        guard !isPlain || word.isEmpty else { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
