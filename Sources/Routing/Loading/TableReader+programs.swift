// What a table may start. A value from a URL must never become an option, a second argument or code: at most one
// placeholder per argument, none after an option that takes code in a program known to run it, and no argument that
// begins with dashes alone.

import Conf
import Features

extension TableReader {
    /// Programs that run what their argument says, with the options after which they do.
    ///
    /// *Source*: the manuals of each; a launcher's every argument is a command, so any placeholder in one is refused.
    private static let interpreters: [String: Set<String>] = {
        let shells = ["sh", "bash", "dash", "zsh", "ksh", "fish", "csh", "tcsh", "busybox"]
        let languages = [
            "python", "python2", "python3", "perl", "ruby", "node", "php", "lua", "awk", "gawk", "mawk", "sed",
        ]
        let options: Set<String> = ["-c", "-e", "-E", "-r", "-p", "--eval", "--execute", "--command", "--expression"]
        return Dictionary(uniqueKeysWithValues: (shells + languages).map { ($0, options) })
    }()

    private static let launchers: Set<String> = [
        "env", "sudo", "doas", "su", "runuser", "pkexec", "ssh", "xargs", "find", "nohup", "setsid", "timeout", "nice",
        "systemd-run", "eval", "exec", "watch", "script", "chroot", "unshare", "nsenter",
    ]

    mutating func readProgram(_ statement: Int, inputs: [ActionInput]) -> Performer? {
        let program = word(1, statement)
        guard isSafeProgram(program, place(1, statement)) else { return nil }
        var arguments: [TextTemplate] = []
        for index in 2..<max(2, document.wordCount(of: statement)) {
            guard let template = readTemplate(index, statement, inputs: inputs) else { return nil }
            arguments.append(template)
        }
        for (offset, template) in arguments.enumerated() where !template.inputs.isEmpty {
            guard isSafeArgument(offset, of: arguments, program: program, statement, inputs: inputs) else { return nil }
        }
        warnUnusedInputs(arguments, inputs: inputs, statement)
        return .exec(ProgramTemplate(program: program, arguments: arguments))
    }

    private mutating func isSafeProgram(_ program: String, _ place: SourceRange) -> Bool {
        guard environment.allowsPrograms else {
            report(
                .programsNotAllowed, place, "this instance may not start programs",
                help:
                    "a program would inherit the service's sandbox; install the drop-in `exec.conf`, which relaxes the "
                    + "unit and sets DEEPLINKD_EXEC=yes")
            return false
        }
        let parts = program.split(separator: "/", omittingEmptySubsequences: false)
        guard program.hasPrefix("/"), !program.contains("$("),
            parts.dropFirst().allSatisfy({ !["", ".", ".."].contains($0) })
        else {
            report(
                .badProgram, place, "a program is named by its absolute path, without placeholders",
                help: "as in `exec /usr/bin/xdg-open …`")
            return false
        }
        if let fault = environment.programFault(program) {
            report(.badProgram, place, fault, help: "install it, owned by root and writable by its owner alone")
            return false
        }
        return true
    }

    private mutating func isSafeArgument(
        _ offset: Int, of arguments: [TextTemplate], program: String, _ statement: Int, inputs: [ActionInput]
    ) -> Bool {
        let (text, place) = (word(offset + 2, statement), place(offset + 2, statement))
        let template = arguments[offset]
        let name = program.split(separator: "/").last.map(String.init) ?? program
        let previous = offset > 0 ? word(offset + 1, statement) : ""
        func refuse(_ message: String, _ help: String) -> Bool {
            report(.badPlaceholder, place, message, help: help)
            return false
        }
        if template.inputs.count > 1 {
            return refuse("an argument has one placeholder at most", "make two arguments of it")
        }
        if text.contains(where: { $0 == " " || $0 == "\t" || $0 == "\n" }) {
            return refuse(
                "a placeholder stands in an argument with a blank",
                "an argument is never split: put the placeholder into a word of its own")
        }
        if !template.leadingText.isEmpty, template.leadingText.allSatisfy({ $0 == "-" }) {
            return refuse(
                "the value would choose the option", "write the option in full, as in `--page=$(page)`")
        }
        if Self.launchers.contains(name) || Self.interpreters[name]?.contains(previous) == true {
            return refuse(
                "`\(name)` would run the value as code",
                "start the program itself, or pass the value as a plain operand")
        }
        if let input = inputs.first(where: { $0.name == template.inputs[0] }), input.isOptional {
            report(
                .optionalInput, place, "the input `\(input.name)` may be missing, and an argument cannot be",
                help: "give it a default: `input \(input.name) TYPE = VALUE`")
            return false
        }
        return true
    }

    private mutating func warnUnusedInputs(_ arguments: [TextTemplate], inputs: [ActionInput], _ statement: Int) {
        let used = Set(arguments.flatMap(\.inputs))
        for input in inputs where !used.contains(input.name) {
            report(
                .unusedInput, document.place(of: statement), "the program does not get the input `\(input.name)`",
                help: "pass it, or remove the input")
        }
    }
}
