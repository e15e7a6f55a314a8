import Contract
import Features
import Foundation
import Glibc
import Testing

@testable import PermissionRules

/// docs/permissions.md: what a reader copies from it works, and what it says of names, limits and refusals is so.
@Suite struct PermissionsPageTests {
    private let page: MarkdownPage

    init() throws { page = try MarkdownPage("docs/permissions.md") }

    private func shell(_ command: String, in folder: TemporaryFolder) throws -> Program.Run {
        try Program.run(
            "/bin/sh", ["-c", "cd \"$0\" && \(command)", folder.path],
            environment: ["XDG_RUNTIME_DIR": folder.path, "PATH": Products.folder + ":/usr/bin:/bin"])
    }

    /// The words in backquotes of a text.
    private func quoted(_ text: String) -> [String] { text.matches(of: /`([^`]+)`/).map { String($0.output.1) } }

    /// Runs a test with the daemon that the page's commands start.
    private func withDocumentedDaemon(_ body: (TemporaryFolder) throws -> Void) throws {
        try withFolder { folder in
            try folder.write("clips.conf", try #require(page.blocks(in: "conf").first))
            let last = try #require(page.commands.firstIndex { $0.hasPrefix("deeplinkd ") })
            let run = try shell(
                "set -e\n" + page.commands[...last].joined(separator: "\n") + "\necho $!", in: folder)
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

    @Test func `the first five minutes: the refusal is as shown, and what an operator sets lifts it`() throws {
        let sample = try #require(
            page.text.firstMatch(of: /```\n\$ (deeplinkctl [^\n]+)\n(.+?)```\n/.dotMatchesNewlines()))
        try withDocumentedDaemon { folder in
            let refused = try shell(String(sample.1), in: folder)
            #expect(
                PageScript.masked(refused.output) == PageScript.masked(String(sample.2)) && refused.exit == .code(4),
                "\(refused)")
            let settings = page.commands.filter { $0.hasPrefix("deeplinkctl permission ") }
            try #require(settings.count == 2)
            let subject = "uid:\(getuid())"
            for (command, status) in zip(settings, [0, 4] as [Int32]) {
                let set = try shell(command.replacing("uid:1000", with: subject), in: folder)
                #expect(set.exit == .code(0), "\(command): \(set)")
                let outcome = try shell(String(sample.1), in: folder)
                #expect(outcome.exit == .code(status), "\(command): \(outcome)")
            }
        }
    }

    @Test func `the other commands are accepted`() throws {
        let known = ["deeplinkctl permission ", "deeplinkctl check ", "export ", "mkdir ", "deeplinkd ", "sleep "]
        let rest = page.commands.filter { command in !known.contains { command.hasPrefix($0) } }
        #expect(rest.count == 1, "\(rest)")
        try withDocumentedDaemon { folder in
            for command in rest {
                let run = try shell(command, in: folder)
                #expect(run.exit == .code(4) && run.output.hasPrefix("blocked."), "\(command): \(run)")
            }
        }
    }

    @Test func `the lines of a table that are shown are accepted beside the example`() throws {
        let blocks = page.blocks(in: "conf")
        #expect(blocks.count == 5)
        let names = "camera photos contacts bluetooth notifications microphone location.whenInUse"
        let example = try #require(blocks.first).replacing(
            #"permission microphone from consent { usage "To record your clip" }"#, with: ""
        )
        .replacing("require permission microphone", with: "require permission \(names)")
        try withFolder { folder in
            let path = try folder.write("routes.conf", example + blocks.dropFirst().joined())
            let run = try Program.tool("check", "-f", path)
            #expect(run.exit == .code(0) && !run.output.contains("RT"), "\(run)")
        }
    }

    @Test func `the policy that is shown refuses with its sentence, and grants`() throws {
        let rules = try #require(page.blocks(in: "policy").first)
        let table = try #require(page.blocks(in: "conf").first)
        try withFolder { folder in
            let policy = try folder.write("permissions.policy", rules)
            try withDaemon(table: table + "permission policy \(policy)\n") { daemon in
                let denied = try daemon.connect().open("podcast://clips/new")
                #expect(denied["code"].text == "blocked.permission.denied", "\(denied)")
                #expect(denied["constraints.0.evidence.note"].text == "Not in the lecture hall.")
            }
        }
    }

    // MARK: What it lists

    @Test func `every refusal of a permission is explained`() {
        let codes = OutcomeCode.allCases.map(\.rawValue).filter { $0.hasPrefix("blocked.permission.") }
        let explained = page.rows(under: "code").flatMap { quoted($0[0]) }
        #expect(Set(explained) == Set(codes + ["blocked.confirmation.required", "pending.undetermined"]))
    }

    @Test func `every name of a permission and every status is listed`() throws {
        let names = try #require(
            page.text.firstMatch(of: /The names of permissions are (.*?) and `background`/.dotMatchesNewlines()))
        #expect(Set(quoted(String(names.1)) + ["background"]) == Set(Permission.names + ["location"]))
        let words = try #require(
            page.text.firstMatch(of: /The words of a file or a service are (.*?)\.\n/.dotMatchesNewlines()))
        let statuses = PermissionStatus.allCases.filter { $0 != .unknown }.map(\.rawValue)
        #expect(Set(quoted(String(words.1))) == Set(statuses))
    }

    @Test func `every kind of source is explained, with the permissions that it is usual for`() throws {
        let rows = page.rows(under: "source")
        #expect(
            rows.compactMap { quoted($0[0]).first?.split(separator: " ").first } == [
                "file", "varlink", "consent", "polkit", "store", "device",
            ])
        let store = try #require(rows.first { $0[0].hasPrefix("`store") })
        for name in quoted(store[1]).dropFirst() {
            guard case .store = try #require(Permission(name)).usualOrigin else {
                Issue.record("\(name)")
                continue
            }
        }
    }

    @Test func `the limits are those of the code`() {
        let expected: [(row: String, limit: String)] = [
            (
                "questions to one user",
                "\(Limits.promptsPerWindow) in \(Limits.promptWindow.components.seconds) seconds"
            ),
            ("time for a program", "\(Limits.machinePace.components.seconds) seconds"),
            ("time for a person", "\(Limits.humanPace.components.seconds / 60) minutes"),
            ("time in which what was denied", "\(Limits.denialRest.components.seconds / 60) minutes"),
            ("time that a link waits", "\(Limits.longestWait.components.seconds / 60) minutes"),
            ("text of a confirmation", "\(Limits.confirmationBytes) bytes"),
            ("value of an input in it", "\(Limits.confirmationValueCharacters) characters"),
            ("sentence of a policy", "\(Limits.noteBytes) bytes"),
            ("policy file", "\(Limits.policyFileBytes >> 10) KiB"),
            ("file of a permission", "\(Limits.factFileBytes) bytes"),
        ]
        let rows = page.rows(under: "what")
        #expect(rows.count == expected.count)
        for (row, limit) in expected {
            #expect(rows.contains { $0[0].hasPrefix(row) && $0[1] == limit }, "\(row): \(limit)")
        }
    }
}
