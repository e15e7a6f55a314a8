import Foundation
import Testing

/// The listings of docs/clients/c.md and of deeplink(3), as their readers compile and run them.
@Suite struct CLibraryPageTests {
    private var page: MarkdownPage { get throws { try MarkdownPage("docs/clients/c.md") } }

    @Test func `the programs of the page compile without a warning, and do what it says`() throws {
        let blocks = try page.blocks(in: "c")
        #expect(blocks.count == 3)
        try withFolder { folder in
            var programs: [String] = []
            for (number, block) in blocks.enumerated() {
                let source = try folder.write("listing\(number).c", block)
                guard let program = try CLibrary.compile(source, as: "listing\(number)") else { return }
                programs.append(program)
            }
            try withDaemon(in: folder, table: PlayerTable.text()) { daemon in
                let environment = CLibrary.environment.merging(["DEEPLINKD_SOCKET": daemon.socket]) { $1 }
                let player = try BackgroundProgram([programs[2]], environment: environment, in: folder)
                defer { player.program.kill() }
                let opened = try Program.run(programs[0], ["podcast://episodes/7"], environment: environment)
                #expect(opened.exit == .code(0), "\(opened) \(player.errors)")
                let shown = try page.blocks(in: "console").joined()
                #expect(shown.hasSuffix("$ ./open podcast://episodes/7\n" + opened.output), "\(opened)")
                let performed = try Program.run(programs[1], [], environment: environment)
                #expect(performed.output == "A subscriber of the channel player performed the action.\n")
                let refused = try Program.run(programs[0], ["podcast://nothing"], environment: environment)
                #expect(refused.exit == .code(1) && refused.output.hasPrefix("rejected.route.notFound "))
                #expect(player.output == "play episode 7\nplay episode 7\n")
                guard let python = HostPrograms.paths(of: ["python3"], for: "ctypes of docs/clients/c.md")?.first else {
                    return
                }
                let script = try #require(try page.blocks(in: "python").first)
                let run = try Program.run(
                    python, ["-c", script, "podcast://episodes/8"], environment: environment)
                #expect(run.output == "A subscriber of the channel player performed the action.\n", "\(run)")
            }
        }
    }

    @Test func `the program of the manual page compiles, and prints the sentence of a link`() throws {
        let text = try String(contentsOfFile: Products.package + "/packaging/man/deeplink.3.in", encoding: .utf8)
        let listing = try #require(text.firstMatch(of: /\n\.Bd -literal\n(.*?)\n\.Ed/.dotMatchesNewlines())?.1)
        try withFolder { folder in
            let source = try folder.write("manual.c", listing + "\n")
            guard let program = try CLibrary.compile(source, as: "manual") else { return }
            try withDaemon(in: folder, table: "scheme t\n") { daemon in
                let environment = CLibrary.environment.merging(["DEEPLINKD_SOCKET": daemon.socket]) { $1 }
                let run = try Program.run(program, ["t://x"], environment: environment)
                #expect(run.output == "No route takes this URL.\n" && run.exit == .code(1), "\(run)")
            }
        }
    }
}
