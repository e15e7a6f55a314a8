import Foundation
import Glibc
import TestSupport
import Testing

/// A link that has to be confirmed: its question in a notification, with what a yes runs.
@Suite struct ConfirmationNoticeTests {
    private static let labels = ["Open", "Don’t open"]

    @Test func `the question and what would run are shown at once, and only a yes performs the link`() throws {
        try NoticeStage.with { stage in
            let app = try stage.startApp()
            defer { app.program.kill() }
            for answer in ["Don’t open", "Open"] {
                let program = try stage.show(try stage.click("t:/trash/%3Cb%3Eold?count=7"))
                let question = try stage.service.shown()
                #expect(question.summary == "Trash" && question.labels == Self.labels)
                #expect(
                    question.body
                        == "Delete “&lt;b&gt;old”?\nRuns “empty” with:\nname = \"&lt;b&gt;old\"\ncount = 7")
                #expect(app.output.isEmpty)
                try stage.service.press(question, answer)
                try stage.service.awaitClose(of: question.number)
                #expect(try program.wait() == .code(0))
            }
            #expect(app.output == "t:/trash/%3Cb%3Eold?count=7 \n")
        }
    }

    @Test func `a click on a launcher asks by a notification, and the launcher goes on`() throws {
        try NoticeStage.with { stage in
            let app = try stage.startApp()
            defer { app.program.kill() }
            let environment = stage.environment.merging(["DEEPLINKD_SOCKET": stage.daemon.socket]) { $1 }
            let run = try Program.run(Products.tool, ["handle", "t:/trash/old"], environment: environment)
            #expect(run.exit == .code(0) && run.output.isEmpty && run.errors.isEmpty, "\(run)")
            let question = try stage.service.shown()
            #expect(question.body == "Delete “old”?\nRuns “empty” with:\nname = \"old\"\ncount = 1")
            try stage.service.press(question, "Don’t open")
            try stage.service.awaitClose(of: question.number)
            #expect(app.output.isEmpty)
        }
    }

    /// Values of a link, and how they are shown.
    ///
    /// The daemon refuses links with most of these characters; another program in its place may not.
    static let values: [(String, String)] = [
        ("a\"\ncount = 99", #""a\"\u{a}count = 99""#), ("\\\"", #""\\\"""#), ("\u{1B}[31mred", #""\u{1b}[31mred""#),
        ("<a href='https://evil.example'>x</a>", #""<a href='https://evil.example'>x</a>""#), ("&lt;b>", #""&lt;b>""#),
        ("\u{202E}gnp.exe", #""\u{202e}gnp.exe""#), ("\u{2066}x\u{2069}", #""\u{2066}x\u{2069}""#),
        ("אב 7", "\"אב 7\""),
        ("a\u{200B}b", #""a\u{200b}b""#), ("\u{2028}line", #""\u{2028}line""#), ("7", #""7""#), ("true", #""true""#),
        ("a\tb", #""a\tb""#), ("", #""""#),
        (String(repeating: "x", count: 5000), "\"" + String(repeating: "x", count: 64) + "…\" (5000 characters)"),
    ]

    @Test(arguments: values)
    func `a value cannot end its quotes, hide, turn the line around or be taken for another`(
        _ value: (text: String, shown: String)
    ) throws {
        try NoticeStage.with { stage in
            let parameters = #"{"name":\#(JSONTree.string(value.text)),"count":1}"#
            let arguments = #"{"feature":"Trash","question":\#(JSONTree.string("Delete “\(value.text.prefix(64))”?"))}"#
            let remedy = #"{"kind":"confirm","actor":"client","message":"","arguments":\#(arguments)}"#
            let outcome = """
                {"class":"blocked","code":"blocked.confirmation.required","message":"","feature":"Trash","action":"empty",
                "parameters":\(parameters),"remedies":[\(remedy)]}
                """
            let socket = JSONTree.string(stage.daemon.socket)
            let program = try stage.show(#"{"url":"t:/trash/x","outcome":\#(outcome),"socket":\#(socket)}"#)
            defer { program.kill() }
            let lines = try stage.service.shown().body.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
                .replacing("&amp;", with: "&").split(separator: "\n").map(String.init)
            #expect(lines.dropFirst() == ["Runs “empty” with:", "name = \(value.shown)", "count = 1"])
            for scalar in ["\u{1B}", "\u{202E}", "\u{200B}", "\u{2066}", "\u{2028}"] {
                #expect(!lines.contains { $0.contains(scalar) })
            }
        }
    }

    @Test func `a question that a person cannot read as a whole has no button`() throws {
        let many = (0..<9).map { "input i\($0) string = none" }.joined(separator: "\n")
        let keys = (0..<9).map { "query i\($0)?" }.joined(separator: "\n")
        let table = """
            scheme t
            feature Many {
                require confirmation "Really?"
                action go {
                    \(many)
                    respond hello
                }
                route many /many do go {
                    \(keys)
                }
            }
            feature Long {
                require confirmation "\(String(repeating: "why? ", count: 50))"
                action go {
                    respond hello
                }
                route long /long do go
            }
            """
        try NoticeStage.with(table: table) { stage in
            for url in ["t:/many", "t:/long"] {
                let program = try stage.show(try stage.click(url), pause: "1ms")
                #expect(try program.wait() == .code(0))
                let shown = try stage.service.shown()
                #expect(shown.labels.isEmpty && shown.body.hasPrefix("You have to confirm this link, and the question"))
            }
        }
    }

    @Test func `a yes that comes before the question can have been read does not count`() throws {
        try NoticeStage.with { stage in
            let app = try stage.startApp()
            defer { app.program.kill() }
            let program = try stage.show(try stage.click("t:/trash/old"), reading: "1h")
            let first = try stage.service.shown()
            try stage.service.press(first, "Open")
            let second = try stage.service.shown()
            #expect(second.body == first.body && second.labels == first.labels && second.keys != first.keys)
            // A no needs no time.
            try stage.service.press(second, "Don’t open")
            try stage.service.awaitClose(of: second.number)
            #expect(try program.wait() == .code(0))
            #expect(app.output.isEmpty)
        }
    }

    @Test func `the question of one link is never in the place of another's, and its button opens its own link`() throws
    {
        try NoticeStage.with { stage in
            let app = try stage.startApp()
            defer { app.program.kill() }
            let programs = try ["one", "two", "three"].map { name in
                try stage.show(try stage.click("t:/trash/" + name), pause: "1ms")
            }
            defer { for program in programs { program.kill() } }
            let questions = try programs.map { _ in try stage.service.shown() }
            #expect(questions.allSatisfy { $0.replaced == 0 } && Set(questions.map(\.number)).count == 3)
            // The keys of one question under the number of another do nothing.
            let two = try #require(questions.first { $0.body.contains("two") })
            let one = try #require(questions.first { $0.body.contains("one") })
            try stage.service.press(one.number, key: two.keys[0])
            try stage.service.press(two, "Open")
            try stage.service.awaitClose(of: two.number)
            #expect(app.output == "t:/trash/two \n")
            // The same link again is seen in its own place.
            let again = try stage.show(try stage.click("t:/trash/one"), pause: "1ms")
            defer { again.kill() }
            #expect(try stage.service.shown().replaced == one.number)
        }
    }

    @Test func `a flood of links to confirm is one question, and the next one counts the rest`() throws {
        try NoticeStage.with { stage in
            let first = try stage.show(try stage.click("t:/trash/0"), pause: "5s")
            defer { first.kill() }
            #expect(try stage.service.shown().body.hasPrefix("Delete “0”?"))
            let others = try (1...4).map { try stage.show(try stage.click("t:/trash/\($0)"), pause: "5s") }
            defer { for other in others { other.kill() } }
            let next = try stage.service.shown()
            #expect(next.body.hasSuffix("\ncount = 1\n3 more links were not opened.") && next.replaced == 0)
            #expect(next.labels == Self.labels)
        }
    }

    @Test func `a question that has changed since it was shown is asked anew, and so is a second one`() throws {
        try NoticeStage.with { stage in
            let app = try stage.startApp()
            defer { app.program.kill() }
            let program = try stage.show(try stage.click("t:/trash/old"))
            let first = try stage.service.shown()
            // The same question, but another action: what would run is a part of it.
            let table = NoticeStage.table.replacing("action empty", with: "action shred")
                .replacing("do empty", with: "do shred")
            try stage.daemon.replaceTable(table)
            #expect(try stage.daemon.tool("reload").exit == .code(0))
            try stage.service.press(first, "Open")
            let second = try stage.service.shown()
            #expect(second.body == first.body.replacing("empty", with: "shred") && second.labels == Self.labels)
            #expect(app.output.isEmpty)
            try stage.service.press(second, "Open")
            try stage.service.awaitClose(of: second.number)
            #expect(try program.wait() == .code(0))
            #expect(app.output == "t:/trash/old \n")
        }
        let table = """
            scheme t
            feature Outer {
                require confirmation "Outer?"
                feature Inner {
                    require confirmation "Inner?"
                    action go {
                        respond hello
                    }
                    route go /go do go
                }
            }
            """
        try NoticeStage.with(table: table) { stage in
            let program = try stage.show(try stage.click("t:/go"))
            for question in ["Outer?", "Inner?"] {
                let shown = try stage.service.shown()
                #expect(shown.body == "\(question)\nRuns “go”." && shown.labels == Self.labels)
                try stage.service.press(shown, "Open")
            }
            _ = try stage.service.next()
            #expect(try program.wait() == .code(0))
        }
    }
}
