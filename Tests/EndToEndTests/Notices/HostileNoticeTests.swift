import Foundation
import Glibc
import TestSupport
import Testing

/// What a link, a table and a file can do to a notification: nothing.
@Suite struct HostileNoticeTests {
    /// *Shape*: what a title holds, and what is shown of it in a body that is markup.
    private static let titles: [(String, String)] = [
        ("<b>free</b> & \"more\"", "&lt;b&gt;free&lt;/b&gt; &amp; \"more\""),
        ("<a href='https://evil.example'>x</a>", "&lt;a href='https://evil.example'&gt;x&lt;/a&gt;"),
        ("Rezept\u{202E}muimerP", "RezeptmuimerP"), ("a\nb\r\n\tc\u{2028}d", "a b c d"),
        ("a\u{200B}\u{2066}\u{0}\u{1B}[31mb", "a[31mb"),
        (String(repeating: "long title ", count: 1_000), "long title long title long title long title long title…"),
        (String(repeating: "x", count: 10_000), String(repeating: "x", count: 59) + "…"),
        ("e" + String(repeating: "\u{301}", count: 5_000), "e" + String(repeating: "\u{301}", count: 11)),
        ("\u{202E}\u{200B}", ""),
    ]

    @Test func `titles of a table change neither markup nor length`() throws {
        try NoticeStage.with { stage in
            for (number, (title, shown)) in Self.titles.enumerated() {
                let arguments = #"{"feature":"F","title":\#(JSONTree.string(title))}"#
                let remedy = #"{"kind":"enableToggle","actor":"user","message":"","arguments":\#(arguments)}"#
                let outcome = """
                    {"class":"blocked","code":"blocked.toggle.off","message":"","feature":"F\(number)","remedies":[\(remedy)],
                    "title":\(JSONTree.string(title))}
                    """
                let click = NoticeStage.click(
                    "t:x", outcome: try JSONTree(parsing: Array(outcome.utf8)), socket: stage.daemon.socket)
                let program = try stage.show(click, pause: "1ms")
                defer { program.kill() }
                let first = try stage.service.shown()
                let name = shown.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
                #expect(first.summary == (name.isEmpty ? "Link not opened" : name))
                let sentence = shown.isEmpty ? "Your switch for this link is off." : "Your switch “\(shown)” is off."
                #expect(first.body == sentence)
                #expect(first.labels == ["Switch on"] && first.body.count <= 200 && first.summary.count <= 200)
                try stage.service.close(first.number)
                #expect(try program.wait() == .code(0))
            }
        }
    }

    @Test(arguments: [
        "t:/nowhere/%3Cb%3Ebold%3C/b%3E?secret=1", "t://%E2%80%AE.example/", "nonsense", "t:/r/seven",
        "t:/" + String(repeating: "x", count: 5_000),
    ])
    func `nothing of a link is shown`(_ url: String) throws {
        try NoticeStage.with { stage in
            let program = try stage.show(try stage.click(url))
            let shown = try stage.service.shown()
            #expect(try program.wait() == .code(0))
            #expect(shown.summary == "Link not opened" && shown.body.count <= 200 && shown.labels.isEmpty)
            for part in ["nowhere", "secret", "seven", "xxx", "bold", "\u{202E}", "<", "&", "t:"] {
                #expect(!shown.body.contains(part), "\(shown.body)")
            }
        }
    }

    @Test(arguments: [
        "", "{", "[]", "null", #"{"newestNs":-5,"unshown":0,"shown":[]}"#, "\u{0}\u{0}",
        #"{"newestNs":9000000000000000000,"unshown":7,"shown":[]}"#, #"{"newestNs":1,"unshown":-1,"shown":[]}"#,
        #"{"newestNs":1,"unshown":0,"shown":[{"feature":"Recipes","number":0,"service":""}]}"#,
        #"{"newestNs":1,"unshown":0,"shown":[{"feature":"Recipes","number":7,"service":"another :1.0"}]}"#,
    ])
    func `a memory of no use counts as empty`(_ text: String) throws {
        try NoticeStage.with { stage in
            let folder = try stage.daemon.folder.makeFolder("deeplinkd")
            try text.write(toFile: folder + "/notices.json", atomically: true, encoding: .utf8)
            let program = try stage.show(try stage.click("t:/r/7"))
            defer { program.kill() }
            let shown = try stage.service.shown()
            #expect(shown.replaced == 0 && shown.body == "Your switch “Recipes” is off.")
        }
    }

    @Test func `a folder that other users can write to is not used, and nothing is shown without a limit`() throws {
        try NoticeStage.with { stage in
            let folder = try stage.daemon.folder.makeFolder("deeplinkd", mode: 0o700)
            #expect(unsafe chmod(folder, 0o777) == 0)
            let program = try stage.show(try stage.click("t:/r/7"))
            #expect(try program.wait() == .code(1))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test func `the file is for its owner alone`() throws {
        try NoticeStage.with { stage in
            let program = try stage.show(try stage.click("t:/r/7"))
            defer { program.kill() }
            _ = try stage.service.shown()
            let folder = stage.daemon.folder.path(of: "deeplinkd")
            try Patience.lookFor("the memory") { FileManager.default.fileExists(atPath: folder + "/notices.json") }
            for (path, mode) in [(folder, 0o700), (folder + "/notices.json", 0o600)] {
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect((attributes[.posixPermissions] as? Int) == mode)
            }
        }
    }
}
