import Foundation
import Glibc
import Testing

/// `deeplinkctl features`: golden texts of a table with all six kinds of constraints, three levels deep.
@Suite struct FeaturesCommandTests {
    private static let table = """
        scheme t
        product pro {
            kind subscription
        }
        feature Library {
            description "Everything you own"
            require platform linux 2.6
            require runtime on
            feature Studio {
                require caller uid \(getuid())
                require purchase pro
                feature Voice {
                    description "Voice\u{202E} notes"
                    require toggle off
                    require permission microphone
                    action record {
                        respond
                    }
                    route voice /voice do record
                }
            }
        }
        """

    @Test func `features prints the tree, with each feature's code and the deciding constraint`() throws {
        try withDaemon(table: Self.table) { daemon in
            let run = try daemon.tool("features")
            #expect(
                run.output == """
                    DeepLinking  available
                    Library      available
                      Studio     blocked.purchase.unsupported (purchase:pro)
                        Voice    blocked.purchase.unsupported (purchase:pro)

                    """, "\(run)")
        }
    }

    @Test func `features NAME prints every constraint, its origin, its remedy and the next command`() throws {
        let facts = "with purchase pro active\nwith permission microphone notDetermined"
        try withDaemon(table: Self.table, facts: facts) { daemon in
            let uid = getuid()
            let expected = """
                blocked.toggle.off  The feature is off by default, and the user has not switched it on.
                  feature    Library/Studio/Voice
                  about      Voice\\u{202e} notes
                  because    toggle:Library/Studio/Voice
                  needs      ✓ platform:linux 2.6: present, inherited from Library, source host
                             ✓ runtime:Library: on, inherited from Library
                             ✓ caller:uid \(uid): allowed, inherited from Library/Studio, source kernel
                             ✓ purchase:pro: entitled, inherited from Library/Studio, source override (override)
                             ✗ toggle:Library/Studio/Voice: offByDefault
                             ✗ permission:microphone: notDetermined, source override (override)
                  remedy     enableToggle Library/Studio/Voice (user)
                  not yet    requestPermissions microphone (client), only after toggle:Library/Studio/Voice
                  next       deeplinkctl toggle Library/Studio/Voice on --socket \(daemon.socket)
                  actions    record
                  routes     voice

                """
            let run = try daemon.tool("features", "Voice")
            #expect(run.exit == .code(0) && run.output == expected, "\(run)")
            // The printed command works when it is pasted.
            let line = try #require(run.output.split(separator: "\n").first { $0.contains("  next ") })
            let words = line.split(separator: " ").dropFirst(2).map(String.init)
            #expect(try Program.run(Products.tool, words).exit == .code(0))
            #expect(try daemon.tool("features", "Voice").output.hasPrefix("blocked.permission.notDetermined  "))
            try daemon.override("with permission microphone authorized")
            #expect(try daemon.tool("features", "Voice").output.hasPrefix("available  The feature can be used.\n"))
        }
    }

    @Test func `the next command names the switch of the ancestor and the given subject`() throws {
        let facts = "with purchase pro active\nwith permission microphone notDetermined"
        try withDaemon(table: Self.table, facts: facts) { daemon in
            let at = "--socket \(daemon.socket)"
            let ann = try daemon.tool("features", "Voice", "--subject", "account:it's ann").output
            #expect(
                ann.contains(
                    "  next       deeplinkctl toggle Library/Studio/Voice on \(at) --subject 'account:it'\\''s ann'\n"),
                "\(ann)")
            #expect(try daemon.tool("runtime", "Library", "off").exit == .code(0))
            for command in [["features", "Voice"], ["open", "t://voice"]] {
                let run = try daemon.tool(command[0], command[1])
                #expect(
                    run.output.contains("✗ runtime:Library: off, inherited from Library, source memory\n"), "\(run)")
                #expect(run.output.contains("  next       deeplinkctl runtime Library on \(at)\n"), "\(run)")
            }
        }
    }

    // MARK: Watching

    /// A running `features --watch`, and the descriptor of its output.
    private func watching(_ socket: String, _ arguments: [String], errors: Int32? = nil) throws -> (Program, Int32) {
        var pipe: [Int32] = [-1, -1]
        #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pipe) == 0)
        let tool = try Program(
            Products.tool, ["features", "--watch", "--socket", socket] + arguments, environment: [:],
            descriptors: [nil, pipe[1], errors])
        close(pipe[1])
        return (tool, pipe[0])
    }

    private func line(_ descriptor: Int32) throws -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            try Patience.awaitReadable(descriptor, "a line")
            guard unsafe recv(descriptor, &byte, 1, 0) == 1, byte != 0x0A else { break }
            line.append(byte)
        }
        return String(decoding: line, as: UTF8.self)
    }

    @Test func `a watch prints all features by path, then the changed and the removed ones`() throws {
        try withDaemon(table: Self.table) { daemon in
            let (tool, output) = try watching(daemon.socket, [])
            defer { close(output) }
            let first = try (0..<4).map { _ in try line(output) }
            #expect(first[3] == "Library/Studio/Voice  blocked.purchase.unsupported (purchase:pro)")
            _ = try daemon.tool("runtime", "Library", "off")
            #expect(try line(output) == "Library  blocked.feature.disabled (runtime:Library)")
            #expect(try line(output) == "Library/Studio  blocked.feature.disabled (runtime:Library)")
            #expect(try line(output) == "Library/Studio/Voice  blocked.feature.disabled (runtime:Library)")
            try daemon.replaceTable("scheme t\nfeature Library {\n}\n")
            _ = try daemon.tool("reload")
            let last = try Set((0..<3).map { _ in try line(output) })
            #expect(last == ["Library  available", "Library/Studio  removed", "Library/Studio/Voice  removed"])
            tool.kill()
        }
    }

    @Test func `a watch prints replies that arrive together, and those that arrive later`() throws {
        try withFolder { folder in
            let socket = folder.path(of: "socket")
            let listening = try SocketAddress(socket).listen()
            defer { close(listening) }
            let (tool, output) = try watching(socket, [])
            defer { close(output) }
            try Patience.awaitReadable(listening, "a connection")
            let daemon = RawClient(adopting: accept(listening, nil, nil))
            _ = try daemon.receive()
            func reply(_ removed: String) -> [UInt8] {
                Array(#"{"parameters":{"features":[],"removed":["\#(removed)"]},"continues":true}"#.utf8) + [0]
            }
            try daemon.send(bytes: reply("A") + reply("B"))
            #expect(try [line(output), line(output)] == ["A  removed", "B  removed"])
            try daemon.send(bytes: reply("C"))
            #expect(try line(output) == "C  removed")
            tool.kill()
        }
    }

    @Test func `a watch of one feature prints only that one, as lines of JSON with --format json`() throws {
        try withDaemon(table: Self.table) { daemon in
            let (tool, output) = try watching(daemon.socket, ["Studio", "--format", "json"])
            defer { close(output) }
            func next() throws -> JSONTree { try JSONTree(parsing: Array(try line(output).utf8)) }
            #expect(try next()["path"].text == "Library/Studio")
            _ = try daemon.tool("runtime", "Library", "off")
            let changed = try next()
            #expect(changed["path"].text == "Library/Studio" && changed["code"].text == "blocked.feature.disabled")
            try daemon.replaceTable("scheme t\n")
            _ = try daemon.tool("reload")
            #expect(try next()["removed"].text == "Library/Studio")
            tool.signal(SIGINT)
            #expect(try tool.wait() == .signal(SIGINT))
        }
    }

    @Test func `a watch with a closed output ends with the next change, as a success`() throws {
        try withDaemon(table: Self.table) { daemon in
            let (tool, output) = try watching(daemon.socket, [])
            _ = try line(output)
            close(output)
            _ = try daemon.tool("runtime", "Library", "off")
            #expect(try tool.wait() == .code(0))
        }
    }

    @Test(arguments: [SIGTERM, SIGKILL])
    func `a watch fails when the daemon ends, by SIGTERM or by SIGKILL`(signal: Int32) throws {
        try withFolder { folder in
            let daemon = try RunningDaemon(in: folder, table: Self.table)
            let errors = unsafe open(folder.path(of: "errors"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            defer { close(errors) }
            let (tool, output) = try watching(daemon.socket, [], errors: errors)
            defer { close(output) }
            _ = try line(output)
            daemon.program.signal(signal)
            try daemon.program.wait()
            #expect(try tool.wait() == .code(1))
            let said = try String(contentsOfFile: folder.path(of: "errors"), encoding: .utf8)
            #expect(said.hasPrefix("Error: the daemon ") && said.hasSuffix("\n"), "\(said)")
        }
    }
}
