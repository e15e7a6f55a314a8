import ArgumentParser
internal import Contract
internal import HostSystem

/// The command-line tool: checks and tests route tables offline, and sends requests to the daemon.
@main
struct Deeplinkctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deeplinkctl",
        abstract: "Tests deep-link route tables and sends requests to the dispatcher.",
        discussion: """
            deeplinkctl help RT303 explains that code of a report, and so for other codes; deeplinkctl help query explains \
            that word of a table, and so for other words. The lists of all: deeplinkctl help language, types, limits, cases, \
            protocol or codes.

            Exit status: 0 done, 1 the tool's own failure or a failed test, 2 misuse; by the class of the outcome 3 rejected, \
            4 blocked and a user can act, 5 blocked, 6 pending, 7 failed, 8 unknown.
            """,
        version: Version.text,
        groupedSubcommands: [
            CommandGroup(
                name: "ROUTE TABLES",
                subcommands: [
                    Check.self, FormatCommand.self, Cat.self, Match.self, Explain.self, MatrixCommand.self, Test.self,
                    GenCases.self, RecordCommand.self, LinkCommand.self, ListCommand.self, Tree.self, GraphCommand.self,
                    Overlap.self, DiffCommand.self, URLs.self, ImportCommand.self, ExportCommand.self,
                    VerifyHostCommand.self, Bench.self, LSPCommand.self, GrammarCommand.self,
                ]),
            CommandGroup(name: "THE DESKTOP", subcommands: [DesktopCommand.self, HandleCommand.self]),
            CommandGroup(name: "LICENCES", subcommands: [LicenceCommand.self]),
            CommandGroup(
                name: "THE DAEMON",
                subcommands: [
                    Open.self, FeaturesCommand.self, Toggle.self, RuntimeCommand.self,
                    PermissionCommand.self, PurchaseCommand.self, ConsentCommand.self, OverrideCommand.self,
                    Subscribe.self, LedgerCommand.self, AuditCommand.self, CacheCommand.self, JournalCommand.self,
                    Status.self, TimelineCommand.self, FocusCommand.self, MetricsCommand.self, ReportCommand.self,
                    Reload.self, ShadowCommand.self, Call.self,
                ]),
        ])

    static func main() {
        do {
            try ProcessSetup.normalizeInheritedState()
            let words = try Arguments.words()
            if CodeHelp.answers(words) {
                var command = try CodeHelp.parseAsRoot(Array(words.dropFirst()))
                return try command.run()
            }
            try ErrorText.checkHelp(words)
            var command = try Self.command(of: words)
            try command.run()
        } catch {
            finish(error)
        }
    }

    /// Exits with the documented status; the argument parser's own status for misuse is 64.
    private static func finish(_ error: any Error) -> Never {
        let isMisuse = error is UsageError || exitCode(for: error) == .validationFailure
        if exitCode(for: error) == .success {
            let text = fullMessage(for: error)
            Output.text(text.hasSuffix("\n") ? text : text + "\n")
        } else {
            Output.error(ErrorText.text(of: error, arguments: Array(CommandLine.arguments.dropFirst())))
        }
        Self.exit(withError: isMisuse ? ExitCode(2) : ExitCode(exitCode(for: error).rawValue))
    }
}
