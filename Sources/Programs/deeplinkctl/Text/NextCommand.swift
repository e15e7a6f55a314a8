internal import Contract
internal import HostSystem

/// The `deeplinkctl` command to run next after a remedy or an error, quoted for the shell.
struct NextCommand {
    /// The options for the daemon and the subject, as given to this command.
    let socket: String?
    let subject: String?

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
        return words.map(\.asShellWord).joined(separator: " ")
    }
}
