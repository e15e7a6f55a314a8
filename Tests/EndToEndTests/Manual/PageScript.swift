import Foundation

// The commands of a page as one shell script, so that a later command finds what an earlier one made. A page shows
//
//     ```console
//     $ deeplinkctl check -f podcasts.conf
//     no errors; 1 route, 1 feature
//     ```
//
// The script runs the command behind the prompt between two control characters, so the output of each is told apart.
// Blocks of `sh` have no prompt and no output; their exit status is compared with 0. A block of `conf` is checked.

/// The commands of a page, and what the page shows of each.
struct PageScript {
    /// One command.
    struct Step {
        let command: String
        /// What the page shows below it; for a block of `sh`, its status.
        let shown: String
    }

    /// What a command printed in the place of what the page shows.
    struct Difference: CustomStringConvertible {
        let command: String
        let shown: String
        let printed: String

        var description: String { "$ \(command)\n\(printed)the page shows:\n\(shown)" }
    }

    let steps: [Step]

    private init(steps: [Step]) { self.steps = steps }

    /// Blocks with a reason not to be run are left out.
    init(_ page: MarkdownPage) {
        steps = page.blocks.filter { $0.reason == nil }.flatMap { block -> [Step] in
            switch block.language {
            case "sh": [Step(command: block.text + "echo \"status $?\"", shown: "status 0\n")]
            case "console": Self.steps(of: block.text)
            case "conf":
                // Warnings are allowed: a part of a table declares what another part uses.
                [
                    Step(
                        command: "deeplinkctl check -f - > /dev/null <<'TABLE'\n\(block.text)TABLE\necho \"status $?\"",
                        shown: "status 0\n")
                ]
            default: []
            }
        }
    }

    private static func steps(of text: String) -> [Step] {
        var steps: [(command: String, shown: String)] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.hasPrefix("$ ") {
                steps.append((String(line.dropFirst(2)), ""))
            } else if line.hasPrefix("> "), let last = steps.indices.last, steps[last].command.hasSuffix("\\") {
                steps[last].command += "\n" + line.dropFirst(2)
            } else if let last = steps.indices.last {
                steps[last].shown += line + "\n"
            }
        }
        return steps.map { Step(command: $0.command, shown: $0.shown) }
    }

    /// Whether a command of the page starts this program; the shell itself is always needed.
    func needs(_ program: String) -> Bool {
        program == "bash" || steps.contains { $0.command.split(whereSeparator: \.isWhitespace).contains(program[...]) }
    }

    /// The same page without the commands that begin with one of these programs.
    func without(_ programs: [String]) -> PageScript {
        PageScript(
            steps: steps.filter { step in !programs.contains { step.command.hasPrefix($0 + " ") } })
    }

    /// Runs the commands in a folder with the example table; what they start ends with the script.
    func differences(in folder: TemporaryFolder) throws -> [Difference] {
        for name in ["routes.conf", "routes.cases"] {
            try folder.write(name, try String(contentsOfFile: Products.package + "/" + name, encoding: .utf8))
        }
        let runtime = try folder.makeFolder("run-of-the-reader")
        let own = ProcessInfo.processInfo.environment
        let folders = [Products.folder, own["PATH"] ?? "/usr/bin:/bin"]
        let run = try Program.run(
            "/bin/bash", ["-c", "cd \"$0\"\n" + script, folder.path],
            environment: [
                "HOME": folder.path, "XDG_RUNTIME_DIR": runtime, "PATH": folders.joined(separator: ":"),
                "LANG": "C.UTF-8",
                // Where rustup's compiler is; rustup looks below HOME otherwise.
                "RUSTUP_HOME": own["RUSTUP_HOME"] ?? (own["HOME"] ?? "") + "/.rustup",
            ], patience: 6 * Patience.milliseconds)
        let output = run.output.replacingOccurrences(of: runtime, with: "/run/user/1000")
            .replacingOccurrences(of: folder.path, with: "/tmp")
        let printed = output.matches(of: /\u{1E}([^\u{1F}]*)\u{1F}/).map { String($0.1) }
        guard printed.count == steps.count else {
            throw TestFailure("\(printed.count) of \(steps.count) commands ran: \(run)")
        }
        return zip(steps, printed).compactMap { step, printed in
            guard Self.masked(printed) != Self.masked(step.shown) else { return nil }
            return Difference(command: step.command, shown: step.shown, printed: printed)
        }
    }

    private var script: String {
        let commands = steps.map { step in
            "printf '\\036'\n\(step.command)\n\(step.startsDaemon ? Self.awaitDaemon : "")printf '\\037'\n"
        }
        return "exec 2>&1\ntrap 'kill $(jobs -p) 2>/dev/null; wait' EXIT\n" + commands.joined()
    }

    /// A machine that runs tests can be slower than the machine of a reader, for whom the page's pause is enough.
    private static let awaitDaemon = """
        for try in $(seq 1000); do
            [ -S "${DEEPLINKD_SOCKET:-$XDG_RUNTIME_DIR/deeplinkd/io.deeplinkd.sock}" ] && break
            sleep 0.02
        done

        """

    /// The text without what differs from run to run: revisions, ids, times, and the user.
    static func masked(_ text: String) -> String {
        text.replacing(/\b[0-9a-f]{16,}\b/, with: "#")
            .replacing(/\b(id=|"outcomeId":"|DEEPLINKD_OUTCOME_ID=|id {9})\w+/) { "\($0.1)#" }
            .replacing(/\b(uid[=: ]|"uid":)\d+/) { "\($0.1)#" }
            .replacing(/(, up | after )\d[\w. ]*/) { "\($0.1)#" }
            .replacing(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/, with: "#")
            .replacing(/"stateRevision":"[\d.]+"/, with: "#")
            .replacing(/: \d+ bytes\n/, with: ": # bytes\n")
    }
}

extension PageScript.Step {
    fileprivate var startsDaemon: Bool { command.hasPrefix("deeplinkd ") && command.hasSuffix("&") }
}
