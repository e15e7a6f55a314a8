import Foundation
import Glibc
import TestSupport
import Testing

/// The notification of a refused link: its texts, its buttons, and what they do.
@Suite struct NoticeTests {
    @Test func `the toggle's button moves the switch, and the second button performs the link once, with the token`()
        throws
    {
        try NoticeStage.with { stage in
            let app = try stage.startApp()
            defer { app.program.kill() }
            let program = try stage.show(try stage.click("t:/r/7"))
            defer { program.kill() }
            let first = try stage.service.shown()
            #expect(first.summary == "Recipes" && first.body == "Your switch “Recipes” is off.")
            #expect(first.labels == ["Switch on"] && first.replaced == 0)
            #expect(first.tree["app"].text == "Recipes")
            #expect(first.tree["hints"]?.members["desktop-entry"]?.text == "io.deeplinkd.Links")
            #expect(first.tree["hints.urgency"].text == "1")
            try stage.service.press(first, "Switch on")
            let second = try stage.service.shown()
            #expect(second.body == "“Recipes” is on now." && second.labels == ["Open it now"])
            #expect(second.replaced == first.number)
            #expect(app.output.isEmpty, "the first button performs nothing")
            // The first button again, which is not shown any more, and the second one twice.
            try stage.service.press(second.number, key: first.keys[0])
            try stage.service.press(second, "Open it now", token: "token-1")
            try stage.service.press(second, "Open it now", token: "token-2")
            try stage.service.awaitClose(of: second.number)
            #expect(try program.wait() == .code(0))
            #expect(app.output == "t:/r/7 token-1\n")
        }
    }

    @Test func `a trial is started, and the link is opened afterwards`() throws {
        try NoticeStage.with { stage in
            let app = try stage.startApp()
            defer { app.program.kill() }
            let program = try stage.show(try stage.click("t:/best"))
            defer { program.kill() }
            let first = try stage.service.shown()
            #expect(first.summary == "Best recipes" && first.body == "You need “Rezept Premium” for “Best recipes”.")
            #expect(first.labels == ["Try 14 days", "Open the shop"])
            try stage.service.press(first, "Try 14 days")
            let second = try stage.service.shown()
            #expect(second.body == "You can use “Rezept Premium” for 14 days." && second.labels == ["Open it now"])
            try stage.service.press(second, "Open it now")
            try stage.service.awaitClose(of: second.number)
            #expect(app.output == "t:/best \n")
        }
    }

    @Test func `the shop is opened by xdg-open with its own address, and the link waits for the second button`() throws
    {
        try NoticeStage.with { stage in
            let folder = stage.daemon.folder
            let record = folder.path(of: "opened")
            try folder.write(
                "xdg-open",
                """
                #!/bin/sh
                echo "$# $1 $XDG_ACTIVATION_TOKEN" > \(record)-part
                mv \(record)-part \(record)
                """,
                mode: 0o755)
            let program = try stage.show(try stage.click("t:/best"))
            defer { program.kill() }
            let first = try stage.service.shown()
            try stage.service.press(first, "Open the shop", token: "token-3")
            let second = try stage.service.shown()
            #expect(second.labels == ["Open it now"] && second.body.contains("The shop is open."))
            try Patience.lookFor("the shop") { FileManager.default.fileExists(atPath: record) }
            #expect(try String(contentsOfFile: record, encoding: .utf8) == "1 https://shop.example/premium token-3\n")
            // Nothing was bought: the same refusal again, in the same place.
            try stage.service.press(second, "Open it now")
            let third = try stage.service.shown()
            #expect(third.body == first.body && third.labels == first.labels && third.replaced == second.number)
        }
    }

    @Test func `a permission is asked for in the notification, and a no is taken as one`() throws {
        try NoticeStage.with { stage in
            let app = try stage.startApp()
            defer { app.program.kill() }
            for (answer, body) in [
                ("Not now", "and you have not allowed that yet."), ("Allow", "You have allowed it."),
            ] {
                let program = try stage.show(try stage.click("t:/share"))
                defer { program.kill() }
                let first = try stage.service.shown()
                #expect(first.body == "“Sharing” needs your contacts, and you have not allowed that yet.")
                try stage.service.press(first, "Ask me")
                let question = try stage.service.shown()
                #expect(question.labels == ["Allow", "Don’t allow", "Not now"] && !question.body.isEmpty)
                try stage.service.press(question, answer)
                let result = try stage.service.shown()
                #expect(result.body.contains(body), "\(result.body)")
                #expect(app.output.isEmpty)
                guard answer == "Allow" else { continue }
                try stage.service.press(result, "Open it now")
                try stage.service.awaitClose(of: result.number)
                #expect(app.output == "t:/share \n")
            }
        }
    }

    @Test func `five refusals at once are one notification, and the next one counts the rest`() throws {
        try NoticeStage.with { stage in
            let outcome = try JSONTree(
                parsing: Array(#"{"class":"rejected","code":"rejected.url.invalid","message":"","feature":"A"}"#.utf8))
            let clicks = (0..<5).map { number in
                NoticeStage.click("t:\(number)", outcome: outcome, socket: stage.daemon.socket)
                    .replacing(#""feature":"A""#, with: #""feature":"F\#(number)""#)
            }
            let first = try stage.show(clicks[0], pause: "5s")
            #expect(try first.wait() == .code(0), "there are no buttons to wait for")
            #expect(try stage.service.shown().body == "This link is not valid.")
            let others = try clicks.dropFirst().map { try stage.show($0, pause: "5s") }
            for other in others { #expect(try other.wait() == .code(0)) }
            let next = try stage.service.shown()
            #expect(next.body == "This link is not valid. 3 more links were not opened." && next.replaced == 0)
            // What follows is the answer to a question that is asked now.
            #expect(stage.bus.call(Self.close(next.number)) != nil)
            try stage.service.awaitClose(of: next.number)
        }
    }

    private static func close(_ number: Int) -> [String] {
        [
            "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.Notifications",
            "CloseNotification", "u", "\(number)",
        ]
    }

    @Test func `a second refusal of a feature takes the place of the first, and its own button counts`() throws {
        try NoticeStage.with { stage in
            let app = try stage.startApp()
            defer { app.program.kill() }
            let programs = [try stage.show(try stage.click("t:/r/1"))]
            let first = try stage.service.shown()
            let second = try stage.show(try stage.click("t:/r/2"))
            defer { for program in programs + [second] { program.kill() } }
            let replaced = try stage.service.shown()
            #expect(replaced.replaced == first.number && replaced.number == first.number)
            #expect(try programs[0].wait() == .code(0), "the first process has nothing left to serve")
            try stage.service.press(replaced, "Switch on")
            let on = try stage.service.shown()
            try stage.service.press(on, "Open it now")
            try stage.service.awaitClose(of: on.number)
            #expect(app.output == "t:/r/2 \n")
            // The notification is gone: the next one is new.
            #expect(try daemonSwitch(off: "Recipes", stage))
            let third = try stage.show(try stage.click("t:/r/3"), pause: "1ms")
            defer { third.kill() }
            #expect(try stage.service.shown().replaced == 0)
        }
    }

    private func daemonSwitch(off feature: String, _ stage: NoticeStage) throws -> Bool {
        try stage.daemon.tool("toggle", feature, "off").exit == .code(0)
    }

    @Test func `a button that another connection says was pressed does nothing`() throws {
        try NoticeStage.with { stage in
            let app = try stage.startApp()
            defer { app.program.kill() }
            let program = try stage.show(try stage.click("t:/r/7"))
            defer { program.kill() }
            let first = try stage.service.shown()
            try stage.service.pretend(first.number, key: first.keys[0])
            // Keys that were not offered, and a number of another program.
            for key in ["default", "0", ""] { try stage.service.press(first.number, key: key) }
            try stage.service.press(first.number + 1, key: first.keys[0])
            try stage.service.press(first, "Switch on", token: "used")
            let second = try stage.service.shown()
            #expect(second.labels == ["Open it now"])
            try stage.service.pretend(second.number, key: second.keys[0])
            try stage.service.press(second, "Open it now", token: "own")
            try stage.service.awaitClose(of: second.number)
            #expect(app.output == "t:/r/7 own\n", "the press and the token of the other connection count for nothing")
        }
    }

    @Test func `what a button cannot do is said in the same notification`() throws {
        try NoticeStage.with { stage in
            let program = try stage.show(try stage.click("t:/r/7"))
            defer { program.kill() }
            let first = try stage.service.shown()
            // Another table, whose feature has no switch.
            try stage.daemon.replaceTable("scheme t\n")
            #expect(try stage.daemon.tool("reload").exit == .code(0))
            try stage.service.press(first, "Switch on")
            let second = try stage.service.shown()
            #expect(second.body.hasPrefix("That was not possible:") && second.labels.isEmpty)
            #expect(try program.wait() == .code(0))
        }
    }

    @Test func `without a daemon the notification names the command that starts one, and a button tries again`() throws
    {
        try NoticeStage.with { stage in
            let click = #"""
                {"url":"t:/r/7","failure":"x","command":"systemctl --user start deeplinkd.socket"}
                """#
            let program = try stage.show(click)
            defer { program.kill() }
            let first = try stage.service.shown()
            #expect(first.summary == "Link not opened" && first.labels == ["Try again"])
            #expect(first.body.hasSuffix("Start it with systemctl --user start deeplinkd.socket."))
            try stage.service.close(first.number)
            #expect(try program.wait() == .code(0))
        }
    }

    @Test func `a daemon that took a link and did not answer is not asked again`() throws {
        try NoticeStage.with { stage in
            let program = try stage.show(#"{"url":"t:/r/7","failure":"x","socket":"/nowhere"}"#)
            let shown = try stage.service.shown()
            #expect(shown.labels.isEmpty && shown.body.contains("look before you try again"))
            #expect(try program.wait() == .code(0))
        }
    }

    @Test func `a service without buttons or markup gets plain text, and no process waits`() throws {
        try NoticeStage.with(capabilities: "body") { stage in
            let click = try stage.click("t:/r/7").replacing(#""title":"Recipes""#, with: #""title":"<b>R & D</b>""#)
            let program = try stage.show(click)
            #expect(try program.wait() == .code(0))
            let shown = try stage.service.shown()
            #expect(shown.labels.isEmpty && shown.body == "Your switch “<b>R & D</b>” is off.")
        }
    }

    @Test func `when the time is over the buttons go, and the text stays`() throws {
        try NoticeStage.with { stage in
            let program = try stage.show(try stage.click("t:/r/7"), limit: "1ms")
            let first = try stage.service.shown()
            let last = try stage.service.shown()
            #expect(last.body == first.body && last.labels.isEmpty && last.replaced == first.number)
            #expect(try program.wait() == .code(0))
        }
    }

    @Test func `a service that dies or never answers ends the program`() throws {
        try NoticeStage.with { stage in
            let program = try stage.show(try stage.click("t:/r/7"))
            _ = try stage.service.shown()
            // The program has its answer when it remembers the number.
            let memory = stage.daemon.folder.path(of: "deeplinkd/notices.json")
            try Patience.lookFor("the memory") { FileManager.default.fileExists(atPath: memory) }
            stage.service.kill()
            #expect(try program.wait() == .code(0))
        }
        try NoticeStage.with { stage in
            stage.service.pause()
            let program = try stage.show(try stage.click("t:/r/7"))
            #expect(try program.wait() == .code(1))
        }
    }

    @Test func `without a service or a bus it says why, and nothing else happens`() throws {
        try withDaemon(table: NoticeStage.table) { daemon in
            for environment in [[:], ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"]] {
                let run = try Program.run(
                    Products.tool, ["notice"], input: #"{"url":"t:/r/7","failure":"x"}"#, environment: environment)
                #expect(run.exit == .code(1) && run.errors.contains("no notification can be shown"), "\(run)")
            }
        }
    }
}
