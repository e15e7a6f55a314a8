import Contract
import Foundation
import Glibc
import TestSupport
import Testing

/// The client library in C, with daemons that answer, and with some that are not there or hostile.
@Suite struct CLibraryTests {
    private static let table = """
        scheme t
        feature Off {
            require toggle off
            action switch {
                respond "on"
            }
            route off /off do switch
        }
        feature Say {
            action say {
                input id uint
                respond "Said $(id)."
            }
            route say /say/$(id:uint) do say
        }
        feature Jobs {
            action job {
                input id uint
                channel jobs
                detach
            }
            route job /job/$(id:uint) do job
        }
        channel jobs {
            kind held
        }

        """

    @Test func `the library needs the C library alone, and shows the functions of its header and no other`() throws {
        guard let folder = CLibrary.folder,
            HostPrograms.paths(of: ["readelf", "nm"], for: "the symbols of libdeeplink") != nil
        else { return }
        let library = folder + "/lib/libdeeplink.so.1"
        let script = "readelf -d \"$0\"; nm -D --defined-only \"$0\""
        let text = try Program.run("/bin/sh", ["-c", script, library], environment: CLibrary.environment).output
        #expect(text.matches(of: /NEEDED.*\[(.*)\]/).map { String($0.1) } == ["libc.so.6"])
        #expect(text.contains("soname: [libdeeplink.so.1]"))
        let header = try String(contentsOfFile: folder + "/include/deeplink.h", encoding: .utf8)
        let code = header.replacing(/\/\*.*?\*\//.dotMatchesNewlines(), with: "")
        let declared = Set(code.matches(of: /\b(deeplink_\w+)\(/).map { String($0.1) })
        let shown = Set(text.matches(of: #/ T (\w+)@@DEEPLINK_1/#).map { String($0.1) })
        #expect(shown == declared && declared.count > 35)
        let page = try String(contentsOfFile: Products.package + "/packaging/man/deeplink.3.in", encoding: .utf8)
        for name in declared { #expect(page.contains(".Fn \(name) "), "deeplink(3) has no \(name)") }
        for name in code.matches(of: /\b(DEEPLINK_\w+) = \d/).map(\.1) {
            #expect(page.contains("Dv \(name)"), "deeplink(3) has no \(name)")
        }
    }

    @Test(arguments: CLibrary.Form.allCases)
    func `each end of a call is an event with its number, and a sentence`(_ form: CLibrary.Form) throws {
        try withDaemon(table: Self.table) { daemon in
            let rows: [(words: [String], line: String)] = [
                (["open", "t://say/3"], "1 0 ok The action was performed. {\"outcome\":{"),
                (["start", "t://say/3"], "1 0 ok The action was performed. {\"outcome\":{"),
                (["open", "t://say/3", "subject", "machine"], "1 0 "),
                (["open", "t://off"], "1 0 - The feature is off by default, "),
                (["open", "t://nothing"], "1 0 - No route takes this URL. "),
                (["open", "nonsense"], "1 0 - The text does not begin with a scheme. "),
                (["open", "t://say/3", "urll", "x"], "9 8 - the daemon does not take the `urll` of this "),
                (["open", ""], "1 0 - "),
                (["call", "io.deeplinkd.Channels.List"], "2 0 ok  {\"channels\":["),
                (
                    ["call", "io.deeplinkd.Channels.Lists"],
                    "9 7 - the daemon has no method io.deeplinkd.Channels.Lists;"
                ),
                (["call", "org.varlink.service.GetInfo", "{"], "none Invalid argument"),
                (["subscribe", "jobs", "1"], "3 0 ok  {\"sequence\":"),
                (["subscribe", "job", "1"], "9 9 - the daemon's table declares no such channel; did you mean `jobs`?"),
                (["watch", "1"], "6 0 ok  {\"features\":["),
            ]
            for row in rows {
                guard let run = try CLibrary.run(form, [daemon.socket] + row.words) else { return }
                #expect(run.output.hasPrefix(row.line), "\(row.words): \(run)")
                #expect(
                    run.exit == .code(row.line.contains(" ok ") ? 0 : 1) || row.line == "1 0 ", "\(row.words): \(run)")
                #expect(run.errors == "", "\(row.words)")
            }
        }
        try withFolder { folder in
            let path = folder.path(of: "io.deeplinkd.sock")
            let absent = try CLibrary.run(form, [path, "open", "t://x"])
            #expect(absent?.output == "9 1 - no daemon is listening at \(path); start it, or name its socket -\n")
            try folder.write("io.deeplinkd.sock", "")
            let file = try CLibrary.run(form, [path, "open", "t://x"])
            #expect(file?.output.hasPrefix("9 1 - no daemon") == true)
            let long = try CLibrary.run(form, ["/" + String(repeating: "x", count: 200), "open", "t://x"])
            #expect(long?.output.contains("its path is too long") == true)
        }
    }

    @Test(arguments: CLibrary.Form.allCases)
    func `the languages of a session are those that gettext reads, as the library in Swift reads them`(
        _ form: CLibrary.Form
    ) throws {
        let many = "abcdefgh".flatMap { one in "stuvwxyz".map { "\(one)\($0)" } }
        let long = String(repeating: "x", count: 5000)
        let rows: [[String: String]] = [
            ["LANG": "de_AT.UTF-8"], ["LANGUAGE": "pt_BR:es:PT_br", "LANG": "en_GB.UTF-8"],
            ["LANG": "sr_RS.UTF-8@latin"],
            ["LANG": "de_DE@euro"], ["LANG": "C"], ["LC_ALL": "POSIX", "LANG": "de", "LANGUAGE": "de"], ["LANG": ""],
            ["LANG": "C.UTF-8"], ["LC_MESSAGES": "fr_FR", "LANG": "de"], ["LC_ALL": "nds", "LC_MESSAGES": "fr"],
            ["LANG": "de", "LANGUAGE": "fr:C:es"], ["LANG": "de", "LANGUAGE": ":fr::"],
            ["LANG": "de", "LANGUAGE": ":"],
            ["LANG": "deutsch"], ["LANG": "de_\"\\"], ["LANG": "de", "LANGUAGE": many.joined(separator: ":")],
            ["LANG": long], ["LANG": "de_" + long], ["LANG": "de@" + long], ["LANG": "dé"],
        ]
        try withFolder { folder in
            let path = folder.path(of: "socket")
            let daemon = try ScriptedDaemon(at: path) { call in
                let tags = call.firstMatch(of: #/"languages":\[([^\]]*)\]/#).map { $0.1.filter { $0 != "\"" } } ?? "-"
                return [Self.outcome.replacing("Done.", with: tags)]
            }
            defer { daemon.stop() }
            for row in rows {
                let own = ["LANG": "", "LC_ALL": "", "LC_MESSAGES": "", "LANGUAGE": ""].merging(row) { $1 }
                guard let run = try CLibrary.run(form, [path, "session", "t://x"], own) else { return }
                let tags = LanguageList(environment: row).texts?.joined(separator: ",") ?? "-"
                #expect(run.output.lowercased().hasPrefix("1 0 ok \(tags.lowercased()) {"), "\(row): \(run)")
            }
        }
    }

    @Test func `the socket is that of the variable, or the user's, or the system's`() throws {
        try withFolder { folder in
            let path = folder.path(of: "socket")
            let named = try CLibrary.run(.shared, ["-", "open", "t://x"], ["DEEPLINKD_SOCKET": path])
            #expect(named?.output.contains("listening at \(path);") != false)
            // A folder of its own stands for the session's; the system's daemon may run on this machine.
            let runtime = try folder.makeFolder("run")
            _ = try folder.makeFolder("run/deeplinkd")
            let user = runtime + "/deeplinkd/io.deeplinkd.sock"
            let script = try ScriptedDaemon(at: user) { _ in [#"{"error":"a.b.C"}"#] }
            defer { script.stop() }
            let found = try CLibrary.run(.shared, ["-", "open", "t://x"], ["XDG_RUNTIME_DIR": runtime])
            #expect(
                found?.output.hasPrefix("9 13 - the daemon replied a.b.C {}") != false, "\(String(describing: found))")
        }
    }

    // MARK: Hostile daemons

    private static let deep = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
    private static let outcome = #"{"parameters":{"outcome":{"class":"ok","code":"ok.performed","message":"Done."}}}"#
    /// Replies to a call and to a subscription, and what the event's line begins with.
    private static let hostile: [(verb: String, reply: String, line: String)] = [
        ("open", outcome, "1 0 ok Done. "),
        ("open", "{", "9 5 - .*it is not JSON at byte 1: it ends too early"),
        ("open", "", "9 5 - .*it is not JSON at byte 0: it ends too early"),
        ("open", "[]", "9 5 - .*it is not an object"),
        ("open", outcome + "x", "9 5 - .*there is more behind its end"),
        ("open", #"{"parameters":[]}"#, "9 5 - .*`parameters` is not an object"),
        ("open", #"{"parameters":{}}"#, "9 5 - .*expected object at `outcome`"),
        ("open", #"{"parameters":{"outcome":{"class":1}}}"#, "9 5 - .*expected string at `outcome.class`"),
        ("open", #"{"parameters":{"a":\#(deep)}}"#, "9 5 - .*nested too deeply"),
        ("open", #"{"parameters":{},"parameters":{}}"#, "9 5 - .*a member twice"),
        ("open", #"{"parameters":{},"other":1}"#, "9 5 - .*a member that no reply has"),
        ("open", #"{"error":1}"#, "9 5 - .*`error` is not a string"),
        ("open", #"{"error":"a.b.C","continues":true}"#, "9 5 - .*an error cannot continue"),
        ("open", #"{"parameters":{},"continues":true}"#, "9 5 - .*it continues, and was not asked to"),
        ("open", #"{"parameters":{"a":"\ud800"}}"#, "9 5 - .*half a surrogate pair"),
        ("open", #"{"parameters":{"a":1e}}"#, "9 5 - .*not expected there"),
        ("open", outcome.replacing("Done.", with: "a\\u0000b"), "1 0 ok  "),
        (
            "open", outcome.replacing("\"ok\"", with: "\"ok\",\"class\":\"ok\""),
            "9 5 - .*expected string at `outcome.class`"
        ),
        ("open", #"{"error":"org.varlink.service.PermissionDenied"}"#, "9 6 - the daemon does not let you call "),
        ("open", #"{"error":"io.deeplinkd.Features.NotKept","parameters":{"reason":"full"}}"#, "9 13 - .*: full"),
        ("subscribe", #"{"parameters":{"sequence":"1"},"continues":true}"#, "9 5 - .*expected integer at `sequence`"),
        ("subscribe", #"{"parameters":{"sequence":1e2},"continues":true}"#, "9 5 - .*expected integer at `sequence`"),
        (
            "subscribe", #"{"parameters":{"sequence":9223372036854775808},"continues":true}"#,
            "9 5 - .*expected integer at `sequence`"
        ),
        (
            "subscribe", #"{"parameters":{"sequence":1,"link":[]},"continues":true}"#,
            "9 5 - .*expected object at `link`"
        ),
        (
            "subscribe",
            #"{"parameters":{"sequence":1,"link":{"feature":"F","action":"a","inputs":1}},"continues":true}"#,
            "9 5 - .*expected object at `link.inputs`"
        ),
        (
            "subscribe",
            #"{"parameters":{"sequence":1,"link":{"feature":"F","action":"a","inputs":{},"delivery":"a\u0000"}},"continues":true}"#,
            "9 5 - .*has a NUL character"
        ),
        ("subscribe", #"{"parameters":{"sequence":1,"missed":0},"continues":true}"#, "5 0 ok "),
        (
            "subscribe",
            #"{"error":"io.deeplinkd.Channels.SubscriptionEnded","parameters":{"code":"channel.removed"}}"#,
            "9 11 - the daemon's new table does not declare the channel any more"
        ),
    ]

    @Test(arguments: CLibrary.Form.allCases)
    func `a reply that breaks the protocol is a failure that says where it is wrong`(_ form: CLibrary.Form) throws {
        try withFolder { folder in
            for (number, row) in Self.hostile.enumerated() {
                let path = folder.path(of: "\(number)")
                let daemon = try ScriptedDaemon(at: path) { _ in [row.reply] }
                defer { daemon.stop() }
                let words = row.verb == "open" ? ["start", "t://x"] : ["subscribe", "jobs", "1"]
                guard let run = try CLibrary.run(form, [path] + words) else { return }
                #expect(run.output.prefixMatch(of: try Regex(row.line)) != nil, "\(row): \(run)")
                #expect(run.errors == "", "\(row)")
            }
        }
    }

    @Test(arguments: [CLibrary.Form.sanitized])
    func `a reply is read however it is cut, and a connection that is cut is a lost one`(_ form: CLibrary.Form) throws {
        let bytes = Array(Self.outcome.utf8) + [0]
        try withFolder { folder in
            for count in Array(stride(from: 0, to: bytes.count, by: 9)) + [bytes.count] {
                let path = folder.path(of: "\(count)")
                let piece = Array(bytes[..<count])
                let daemon = try ScriptedDaemon(
                    at: path, bytes: { _ in .init(pieces: piece.map { [$0] }, isLast: true) })
                defer { daemon.stop() }
                guard let run = try CLibrary.run(form, [path, "open", "t://x"]) else { return }
                let line = count == bytes.count ? "1 0 ok Done. " : "9 4 - the daemon at \(path) closed the connection"
                #expect(run.output.hasPrefix(line), "\(count): \(run)")
            }
            let path = folder.path(of: "endless")
            let blanks = [UInt8](repeating: UInt8(ascii: " "), count: 65 << 20)
            let daemon = try ScriptedDaemon(at: path, bytes: { _ in .init(pieces: [blanks], isLast: true) })
            defer { daemon.stop() }
            let run = try CLibrary.run(.shared, [path, "open", "t://x"])
            #expect(run?.output.contains("more than 67108864 bytes") != false, "\(String(describing: run))")
        }
    }

    @Test func `a daemon that is silent is a failure, and one that answers other calls is waited for`() throws {
        try withFolder { folder in
            let path = folder.path(of: "silent")
            let silent = try ScriptedDaemon(at: path) { _ in [] }
            defer { silent.stop() }
            let run = try CLibrary.run(.shared, [path, "open", "t://x"], ["PROBE_ANSWER_TIME": "100"])
            #expect(
                run?.output.hasPrefix("9 3 - the daemon at \(path) takes connections and has not answered") != false)
        }
    }

    // MARK: Its JSON

    @Test func `its reader of JSON reads what Python's reads`() throws {
        guard let python = HostPrograms.paths(of: ["python3", "cc"], for: "libdeeplink's JSON beside Python's")?.first,
            CLibrary.folder != nil
        else { return }
        let reader = try CLibrary.compileSanitized("json-reader", with: ["json.c", "json-find.c"])
        let seed = UInt32.random(in: 0...UInt32.max)
        let script = Products.package + "/Tests/libdeeplink/compare-json.py"
        let run = try Program.run(
            python, [script, reader, "\(seed)", "30000"], environment: CLibrary.environment, patience: 120_000)
        #expect(run.exit == .code(0), "seed \(seed): \(run.errors)")
        print("libdeeplink's JSON beside Python's, seed \(seed): \(run.output)", terminator: "")
    }
}
