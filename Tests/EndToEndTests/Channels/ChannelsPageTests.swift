import Contract
import Foundation
import Glibc
import Testing

/// docs/channels.md: what a reader copies from it works, and what it says of limits and replies is so.
@Suite struct ChannelsPageTests {
    private let page: MarkdownPage

    init() throws { page = try MarkdownPage("docs/channels.md") }

    /// Its table, and the same with more statements in the channel.
    private func table(_ statements: String = "") throws -> String {
        let table = try #require(page.blocks(in: "conf").first)
        return table.replacingOccurrences(of: "    kind held\n", with: "    kind held\n" + statements)
    }

    /// What a reader's shell finds.
    private func environment(_ folder: TemporaryFolder) -> [String: String] {
        let folders = [Products.folder, ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
        return ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "PATH": folders.joined(separator: ":")]
    }

    private func shell(_ command: String, in folder: TemporaryFolder) throws -> Program.Run {
        try Program.run(
            "/bin/sh", ["-c", "cd \"$0\" && \(command)", folder.path], environment: environment(folder))
    }

    /// Runs a test with the daemon that the page's commands start.
    private func withDocumentedDaemon(_ body: (TemporaryFolder) throws -> Void) throws {
        try withFolder { folder in
            try folder.write("player.conf", try table())
            let last = try #require(page.commands.firstIndex { $0.hasPrefix("deeplinkd ") })
            let commands = page.commands[...last].joined(separator: "\n")
            #expect(commands.contains("deeplinkctl check -f player.conf\n"))
            let run = try shell("set -e\n\(commands)\necho $!", in: folder)
            let words = run.output.split(whereSeparator: \.isWhitespace)
            let daemon = try #require(words.last.flatMap { pid_t($0) }, "\(run)")
            defer { Glibc.kill(daemon, SIGTERM) }
            try Patience.lookFor("the daemon: \(run)") {
                (try? SocketAddress(folder.path(of: "deeplinkd/io.deeplinkd.sock")).connect()).map { close($0) } != nil
            }
            try body(folder)
            Glibc.kill(daemon, SIGTERM)
            try Patience.lookFor("the end of the daemon") { Glibc.kill(daemon, 0) != 0 }
        }
    }

    @Test(.enabled(if: PythonEnvironment.interpreter != nil, "there is no Python with varlink"))
    func `the first five minutes: the commands, the subscriber and the outcome are as shown`() throws {
        let sample = try #require(
            page.text.firstMatch(of: /```\n\$ (deeplinkctl [^\n]+)\n(.*?)```\n/.dotMatchesNewlines()))
        let script = try #require(page.blocks(in: "python").first)
        let interpreter = try #require(PythonEnvironment.interpreter)
        try withDocumentedDaemon { folder in
            let subscriber = try BackgroundProgram(
                [interpreter, "-c", script], environment: environment(folder), in: folder)
            defer { subscriber.program.kill() }
            let run = try shell(String(sample.1), in: folder)
            #expect(
                PageScript.masked(run.output) == PageScript.masked(String(sample.2)) && run.exit == .code(0),
                "\(run) \(subscriber.errors)")
            #expect(subscriber.output == "play episode 7\n")
        }
    }

    @Test func `a link has the members that are shown and explained`() throws {
        let sample = try JSONTree(parsing: Array(try #require(page.blocks(in: "json").first).utf8))
        try withDocumentedDaemon { folder in
            let daemon = folder.path(of: "deeplinkd/io.deeplinkd.sock")
            let subscriber = try RawClient(daemon)
            try subscriber.send(
                #"{"method":"io.deeplinkd.Channels.Subscribe","parameters":{"channel":"player"},"more":true}"#)
            #expect(try subscriber.receive()?["parameters.link"] == nil)
            let sender = try RawClient(daemon)
            try sender.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "podcast://episodes/7"]))
            // Here and not later: its end would take the link back.
            let reply = try withExtendedLifetime(sender) { try #require(try subscriber.receive()?["parameters"]) }
            let sent = try #require(reply["link"])
            #expect(sample["link"].text == sent.text, "the names of the members")
            for name in ["action", "feature", "route", "url", "inputs", "redelivered"] {
                #expect(sample["link"]?[name] == sent[name], "\(name)")
            }
            // Each explained member is one of the interface, and the other way round.
            let description = try RawClient(daemon).call(
                "org.varlink.service.GetInterfaceDescription", ["interface": "io.deeplinkd.Channels"])
            let type = try #require(
                description["parameters.description"].text.firstMatch(of: /type Link \((.*?)\n\)/.dotMatchesNewlines())?
                    .1)
            let members = type.matches(of: #/(?m)^\s*(\w+): /#).map { String($0.1) }
            let explained = page.rows(under: "member").flatMap { row in
                row[0].matches(of: /`(\w+)`/).map { String($0.1) }
            }
            #expect(Set(members) == Set(explained) && !members.isEmpty, "\(members) \(explained)")
        }
    }

    @Test func `each statement of a channel that is shown is accepted`() throws {
        let statements = page.blocks(in: "conf").dropFirst()
        #expect(statements.count >= 3)
        try withFolder { folder in
            for statement in statements {
                let path = try folder.write("player.conf", try table(statement))
                let run = try Program.tool("check", "-f", path)
                #expect(run.exit == .code(0), "\(statement): \(run)")
            }
        }
    }

    @Test func `each command that is shown is accepted`() throws {
        try withDocumentedDaemon { folder in
            let rest = page.commands.drop { !$0.hasPrefix("deeplinkd ") }.dropFirst()
            #expect(rest.count >= 4, "\(rest)")
            // A subscription does not end; other tests run those.
            for command in rest where !command.contains("ubscribe") {
                let program = String(command.prefix { $0 != " " })
                let isOurs = program == "deeplinkctl"
                guard isOurs || HostPrograms.paths(of: [program], for: "`\(program)` of the page") != nil else {
                    continue
                }
                let run = try shell(command, in: folder)
                #expect(run.exit == .code(0), "\(command): \(run)")
            }
        }
    }

    @Test func `the limits are those of the code`() {
        let expected: [(row: String, limit: String)] = [
            ("subscriptions of one user", "\(Limits.subscriptionsPerUser)"),
            (
                "links in all held channels, of one user",
                Limits.heldLinksPerUser.formatted(.number.locale(Locale(identifier: "en")))
            ),
            ("links that wait for one user", "\(Limits.channelBytesPerUser >> 20) MiB"),
            ("links that wait in a held channel", "\(Limits.channelCapacity), or"),
            ("time that a link waits", "\(Limits.channelLifetime.components.seconds / 60) minutes"),
            ("time to acknowledge", "\(Limits.acknowledgeTime.components.seconds) seconds"),
            ("links that a subscription was given", "\(Limits.unacknowledgedLinks); 1 with"),
            ("deadlines that a subscription may miss", "\(Limits.missedDeadlines - 1); after the third"),
        ]
        let rows = page.rows(under: "what")
        #expect(rows.count >= expected.count)
        for (row, limit) in expected {
            #expect(rows.contains { $0[0].hasPrefix(row) && $0[1].hasPrefix(limit) }, "\(row): \(limit)")
        }
    }

    @Test func `every outcome code of a channel is explained`() {
        let codes = OutcomeCode.allCases.map(\.rawValue).filter { $0.contains(".channel.") }
        let explained = page.rows(under: "code").map { $0[0].trimmingCharacters(in: ["`"]) }
        #expect(Set(codes).isSubset(of: explained) && codes.count >= 3, "\(codes) \(explained)")
    }
}
