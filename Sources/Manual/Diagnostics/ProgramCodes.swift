/// The codes of programs and their arguments: RT306, RT307, RT311, RT313 and RT314.
enum ProgramCodes {
    static let badProgram = DiagnosticHelp(
        "The program cannot be started so",
        """
        A program is named by its absolute path, without placeholders: `PATH` is not searched, and a link never chooses
        what is started. The code also stands where the file is no program, or its interpreter cannot be checked.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    exec podplay
                }
                route play /play do play
            }
            """, mended: ["podplay": "/opt/podcasts/podplay"])

    static let badPlaceholder = DiagnosticHelp(
        "The placeholder is not safe there",
        """
        A value of a link becomes one argument, never several, never an option and never code. So `$(x)` does not stand in
        an argument with a blank, directly behind `-p`, or where a known shell, language or tool would run the value. Write
        `--name=$(x)`, or give the value an argument of its own behind the option.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    input list string
                    exec  /opt/podcasts/podplay "--list $(list)"
                }
                route play /play/$(list) do play
            }
            """, mended: ["\"--list $(list)\"": "--list=$(list)"])

    static let programsNotAllowed = DiagnosticHelp(
        "This instance starts no programs",
        """
        The system's daemon runs in a sandbox that a started program would inherit, so its unit sets DEEPLINKD_EXEC=no and
        every `exec` is an error. An administrator who wants programs installs the drop-in `exec.conf`, which relaxes the
        unit; otherwise use `channel` or `respond`. `DEEPLINKD_EXEC=no deeplinkctl check` reports the same.
        """,
        noExample: "it depends on the unit of the daemon")

    static let uncheckedProgram = DiagnosticHelp(
        "A value is the first argument",
        """
        The program is not one whose arguments are known, and many programs run or open what their first argument names. A
        link would choose it. Write a literal before the value, as in `--list=$(list)`, or give the input a narrow type such
        as `uint` or `a|b`.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    input list string
                    exec  /opt/podcasts/podplay $(list)
                }
                route play /play/$(list) do play
            }
            """, mended: ["podplay $(list)": "podplay --list=$(list)"])

    static let unavailableProgram = DiagnosticHelp(
        "The program is missing or not trusted",
        """
        The file of an `exec` is not there, is not executable, or can be changed by another user. The daemon loads the
        table, and links to the action end with `failed.spawn` until the program is installed. A feature that should be
        unavailable meanwhile says `require program PATH`.
        """,
        noExample: "it depends on the programs of the machine")
}
