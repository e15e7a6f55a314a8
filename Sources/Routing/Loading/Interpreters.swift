import Features

/// Programs that run what an argument says: where they do, no value of a link may stand.
///
/// *Source*: the manual of each. A list of the common ones; it cannot be complete.
enum Interpreters {
    /// What an option's letter or name says about the argument with it or after it.
    private struct Code {
        /// Letters that take code, alone, behind other letters (`-lc`), or with it in one word (`-eCODE`).
        let letters: Set<UInt8>
        /// Whether the first operand is code where no option brought it, as in `sed s/a/b/`.
        var isFirstOperand = false
    }

    private static let families: [String: Code] = {
        let shells = ["sh", "bash", "dash", "zsh", "ksh", "mksh", "fish", "csh", "tcsh", "ash"]
        let languages = [
            "python", "pypy", "perl", "ruby", "node", "nodejs", "php", "lua", "luajit", "tclsh", "Rscript", "julia",
            "guile", "gjs", "deno", "bun",
        ]
        let filters = ["awk", "gawk", "mawk", "nawk", "sed", "gsed", "jq"]
        return Dictionary(
            uniqueKeysWithValues: shells.map { ($0, Code(letters: bytes("c"))) }
                + languages.map { ($0, Code(letters: bytes("ceEprR"))) }
                + filters.map { ($0, Code(letters: bytes("e"), isFirstOperand: true)) })
    }()

    private static let longOptions = [
        "--eval", "--execute", "--command", "--expression", "--print", "--run", "--init-command", "--source",
        "--rcfile",
        "--init-file", "--require", "--import",
    ]

    /// Programs whose arguments are a command.
    private static let launchers: Set<String> = [
        "env", "sudo", "doas", "su", "runuser", "pkexec", "ssh", "xargs", "find", "nohup", "setsid", "timeout", "nice",
        "systemd-run", "eval", "exec", "watch", "script", "chroot", "unshare", "nsenter", "busybox", "toybox", "stdbuf",
        "ionice", "chrt", "taskset", "flock", "setpriv", "strace", "gdb", "parallel", "docker", "podman",
        "machinectl", "dbus-run-session", "start-stop-daemon", "make", "vi", "vim", "emacs", "expect", "socat",
    ]

    /// Whether the program would run the value in this argument.
    static func runs(argument offset: Int, of arguments: [TextTemplate], program: String) -> Bool {
        if launchers.contains(program) { return true }
        // `python3.11` is `python`.
        let trimmed = String(program.reversed().drop { $0.isNumber || $0 == "." || $0 == "-" }.reversed())
        guard let code = families[program] ?? families[trimmed] else { return false }
        let before = arguments[..<offset].map { $0.inputs.isEmpty ? $0.leadingText : "" }
        if let last = before.last, takesCode(last, code) { return true }
        let own = arguments[offset].leadingText
        if own.utf8.first == UInt8(ascii: "-"), takesCode(own, code) || isLongOption(own) { return true }
        return code.isFirstOperand && before.last != "-v" && !hasOperand(before)
    }

    /// Whether a word that is no option stands there; what follows `-v` is a variable of awk.
    private static func hasOperand(_ words: [String]) -> Bool {
        words.indices.contains { index in
            let isVariable = index > 0 && words[index - 1] == "-v"
            return !isVariable && !words[index].isEmpty && words[index].utf8.first != UInt8(ascii: "-")
        }
    }

    private static func takesCode(_ option: String, _ code: Code) -> Bool {
        if option.hasPrefix("--") { return longOptions.contains(option) }
        return option.utf8.first == UInt8(ascii: "-") && option.utf8.dropFirst().contains(where: code.letters.contains)
    }

    private static func isLongOption(_ text: String) -> Bool { longOptions.contains { text.hasPrefix($0 + "=") } }

    private static func bytes(_ letters: String) -> Set<UInt8> { Set(letters.utf8) }
}
