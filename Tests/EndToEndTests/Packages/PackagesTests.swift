import Foundation
import Glibc
import Testing

/// Packages with an error, from the start of a daemon to the repair.
@Suite struct PackagesTests {
    private static let plain =
        "scheme t\nfeature F {\n    action a {\n        respond\n    }\n    route r /r do a\n}\n"
    private static let monitor = "io.deeplinkd.Monitor."

    private static func package(_ name: String, _ answer: String, _ lines: String = "") -> String {
        "package \(name)\nscheme \(name)\n\(lines)"
            + plain.replacing("scheme t\n", with: "").replacing("respond", with: "respond \(answer)")
    }

    private func code(_ url: String, _ daemon: RunningDaemon) throws -> String {
        try daemon.connect().open(url)["code"].text
    }

    @Test func `a start leaves a bad package out, and a reload of the mended one puts it in force`() throws {
        let packages = ["a.conf": Self.package("shop", "1", "nonsense\n"), "b.conf": Self.package("radio", "1")]
        try withDaemon(table: Self.plain, packages: packages) { daemon in
            #expect(try code("t:r", daemon) == "ok.performed")
            #expect(try code("radio:r", daemon) == "ok.performed")
            let outcome = try daemon.connect().open("shop:r")
            #expect(outcome["code"].text == "rejected.package.unavailable")
            #expect(outcome["message"].text.contains("`shop`"), "\(outcome)")
            #expect(try daemon.tool("open", "shop:r").exit == .code(3))
            let status = try daemon.tool("status")
            #expect(
                status.exit == .code(6) && status.output.contains("package  shop, with 1 error: left out"), "\(status)")
            #expect(status.output.contains("a.conf:3:1: error RT101:"))
            #expect(daemon.log.contains("package has errors") && daemon.log.contains("package=shop"))
            try daemon.folder.write("a.conf", Self.package("shop", "2"))
            let reload = try daemon.tool("reload")
            #expect(reload.exit == .code(0), "\(reload)")
            #expect(try daemon.connect().open("shop:r")["text"].text == "2")
            #expect(try daemon.tool("status").exit == .code(0))
        }
    }

    @Test func `the features of a package stand by themselves, by their paths`() throws {
        let feature = "feature Outer {\n    feature Inner {\n        require toggle on\n    }\n}\n"
        let packages = ["a.conf": Self.package("shop", "1") + feature]
        try withDaemon(table: Self.plain + feature, packages: packages) { daemon in
            let run = try daemon.tool("features")
            #expect(
                run.output == """
                    DeepLinking  available
                    F            available
                    Outer        available
                      Inner      available
                    shop/F       available
                    shop/Outer   available
                      Inner      available

                    """, "\(run)")
        }
    }

    @Test func `the name of a package is no feature in the tree that others are shown`() throws {
        try withFolder { folder in
            let routes = [("r", "F/G"), ("shop:r", "shop/F")].map { name, feature in
                ["name": name, "feature": feature, "action": "a", "patterns": ["/r"], "scopes": ["t"]] as [String: Any]
            }
            let table = try JSONTree.write(["parameters": ["tableRevision": "1", "routes": routes]])
            let refusal = try JSONTree.write(["error": "org.varlink.service.PermissionDenied"])
            let path = folder.path(of: "socket")
            let daemon = try ScriptedDaemon(at: path) { [$0.contains(#""files":true"#) ? refusal : table] }
            defer { daemon.stop() }
            let run = try Program.tool("tree", "--socket", path)
            #expect(
                run.output == """
                    names, patterns and features; operators are told the rest
                    feature F
                    └─ feature G
                       └─ action a
                          └─ route r  /r
                    feature shop/F
                    └─ action a
                       └─ route shop:r  /r

                    """, "\(run)")
        }
    }

    @Test func `a reload keeps a bad package as it was, and tells so until it is mended`() throws {
        let packages = ["a.conf": Self.package("shop", "1")]
        try withDaemon(table: Self.plain, packages: packages) { daemon in
            try daemon.folder.write("a.conf", Self.package("shop", "2", "nonsense\n"))
            try daemon.replaceTable(Self.plain + "\nvalues v x\n")
            let client = try daemon.connect()
            let answer = try client.call(Self.monitor + "Reload")
            #expect(answer["parameters.packages.0.name"].text == "shop", "\(answer)")
            #expect(answer["parameters.packages.0.state"].text == "kept")
            #expect(answer["parameters.errors.0.code"].text == "RT101")
            #expect(answer["parameters.warnings"]?.elements.allSatisfy { $0["severity"].text == "warning" } == true)
            #expect(try client.open("shop:r")["text"].text == "1")
            for _ in 0..<2 {
                let reload = try daemon.tool("reload")
                #expect(reload.exit == .code(3), "\(reload)")
                #expect(reload.output.contains("package  shop, with 1 error: its earlier version stays in force"))
                #expect(reload.output.contains("in force: 2 routes"))
            }
            let status = try client.call(Self.monitor + "Status")
            #expect(status["parameters.table.state"].text == "current")
            #expect(status["parameters.table.packages.0.firstError.code"].text == "RT101", "\(status)")
            let line = "STATUS=serving; the package shop has errors"
            while try !daemon.notifications.receive().contains(where: { $0.hasPrefix(line) }) {}
            // The file is gone, and its path is known.
            try FileManager.default.removeItem(atPath: daemon.folder.path(of: "a.conf"))
            #expect(try client.call(Self.monitor + "Reload")["parameters.errors.0.code"].text == "RT011")
            #expect(try client.open("shop:r")["text"].text == "1")
            // An error outside of packages refuses all.
            try daemon.replaceTable(Self.plain + "nonsense\n")
            #expect(try client.call(Self.monitor + "Reload")["error"].text == Self.monitor + "BadTable")
            #expect(try client.open("shop:r")["text"].text == "1")
        }
    }

    @Test func `strict-packages yes refuses the whole table at a reload`() throws {
        try withDaemon(
            table: Self.plain + "strict-packages yes\n", packages: ["a.conf": Self.package("shop", "1")]
        ) { daemon in
            try daemon.folder.write("a.conf", Self.package("shop", "2", "nonsense\n"))
            #expect(try daemon.tool("reload").exit == .code(3))
            #expect(try daemon.connect().call(Self.monitor + "Status")["parameters.table.state"].text == "stale")
        }
    }

    @Test func `a channel of a package is named by its word where that is unique`() throws {
        let text =
            "package shop\nscheme shop\nchannel links {\n    kind latest\n}\nfeature F {\n    action a {\n"
            + "        channel links\n    }\n    route r /r do a\n}\n"
        try withDaemon(table: Self.plain, packages: ["a.conf": text]) { daemon in
            let client = try daemon.connect()
            for (channel, isKnown) in [("links", true), ("shop:links", true), ("other:links", false)] {
                let answer = try client.call("io.deeplinkd.Channels.Clear", ["channel": channel])
                #expect((answer["error"] == nil) == isKnown, "\(channel): \(answer)")
            }
        }
    }

    @Test func `check reports the errors of all packages, and says what a start and a reload do`() throws {
        try withFolder { folder in
            let files = try [
                folder.write("t.conf", Self.plain), folder.write("a.conf", Self.package("shop", "1", "nonsense\n")),
                folder.write("b.conf", Self.package("radio", "1", "nonsense\n")),
            ]
            let check = try Program.run(Products.tool, ["check"] + files.flatMap { ["-f", $0] })
            #expect(check.exit == .code(3))
            for text in [
                "a.conf:3:1: error RT101", "b.conf:3:1: error RT101", "package shop has errors: a start leaves",
            ] {
                #expect(check.output.contains(text), "\(check)")
            }
            // Tools that need the whole table refuse it.
            #expect(try Program.run(Products.tool, ["list"] + files.flatMap { ["-f", $0] }).exit == .code(3))
            try folder.write("t.conf", Self.plain + "nonsense\n")
            let whole = try Program.run(Products.tool, ["check"] + files.flatMap { ["-f", $0] })
            #expect(whole.exit == .code(3) && !whole.output.contains("a start leaves"), "\(whole)")
        }
    }

    @Test func `a package for users is no fault of a system instance, in its replies and its log`() throws {
        let users = "package rezept\ninstances user\nscheme rezept\n" + Self.program
        try withDaemon(
            table: Self.plain, packages: ["a.conf": users], environment: ["DEEPLINKD_EXEC": "no"]
        ) { daemon in
            let outcome = try daemon.connect().open("rezept:r")
            #expect(outcome["code"].text == "rejected.package.unavailable")
            let words = "are for user instances: start yours with `systemctl --user enable --now deeplinkd.socket`."
            #expect(outcome["message"].text == "Links of the package rezept \(words)")
            #expect(outcome["remedies"] == nil || outcome["remedies"]?.elements.isEmpty == true, "\(outcome)")
            let line = "package  rezept, not for this instance: it is for user instances\n"
            for command in ["status", "reload"] {
                let run = try daemon.tool(command)
                #expect(run.exit == .code(0) && run.output.contains(line), "\(run)")
            }
            let check = try daemon.tool("check")
            #expect(check.exit == .code(0) && check.output.contains(line), "\(check)")
            #expect(!daemon.log.contains("package has errors"))
            #expect(daemon.log.contains("package is for other instances"))
            // Without the line it is a fault, and the help says first to write it.
            try daemon.folder.write("a.conf", users.replacing("instances user\n", with: ""))
            let reload = try daemon.tool("reload")
            #expect(reload.exit == .code(3) && reload.output.contains("write `instances user` below `package rezept`"))
        }
    }

    private static let program =
        "feature F {\n    action a {\n        exec /bin/true\n    }\n    route r /r do a\n}\n"
}
