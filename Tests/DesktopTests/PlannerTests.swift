import Contract
import DesktopEntries
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Desktop

/// Installations and removals, on files.
@Suite struct PlannerTests {
    private static let entries = [
        LinkEntry(package: nil, title: nil, icon: nil, schemes: ["podcast", "deeplinkd"]),
        LinkEntry(package: "my-shop", title: "Shop", icon: "shop", schemes: ["shop"]),
    ]
    private static let webEntries = entries + [LinkEntry(webTitle: nil, icon: nil)]

    private func install(
        _ tree: DesktopTree, _ entries: [LinkEntry] = entries, rivals: [String] = [], revision: String = "0"
    ) throws -> DesktopPlan {
        let target = DesktopTarget.user(tree.places())
        let record = try DesktopRecord(readFrom: try #require(target.recordPath))
        let plan = try DesktopPlanner(
            entriesFolder: try #require(target.entriesFolder), listsFolder: target.listsFolder, record: record
        ).plan(
            entries, text: { $0.text(program: "/usr/bin/true", tableRevision: revision) }, rivals: { _ in rivals },
            former: { HandlerLookup(tree.places()).former(of: $0, recorded: record.former(of: $0)) })
        try plan.apply(recordPath: target.recordPath)
        return plan
    }

    private func remove(_ tree: DesktopTree) throws -> DesktopPlan { try install(tree, []) }

    @Test(arguments: ListChangeTests.hostile)
    func `installed, installed again and removed, a list has the bytes of before`(
        _ hostile: ListChangeTests.Hostile
    ) throws {
        try DesktopTree.with { tree in
            try tree.write("user/.config/mimeapps.list", hostile.text, mode: 0o640)
            try tree.write("user/.config/gnome-mimeapps.list", hostile.text)
            try tree.write("user/.local/share/applications/a.desktop", "[Desktop Entry]\n")
            let before = tree.contents()
            #expect(try install(tree, rivals: ["b.desktop"]).writes.count > 0)
            let installed = tree.contents()
            #expect(installed["user/.config/mimeapps.list"]?.hasPrefix("416 ") == true)
            #expect(try install(tree, rivals: ["b.desktop"]).writes.isEmpty)
            #expect(tree.contents() == installed)
            #expect(try remove(tree).refusals.isEmpty)
            #expect(tree.contents() == before)
            #expect(try remove(tree).writes.isEmpty)
        }
    }

    @Test(arguments: ListChangeTests.hostile)
    func `as the default browser, installed twice and removed, a list has the bytes of before`(
        _ hostile: ListChangeTests.Hostile
    ) throws {
        let text = String(decoding: hostile.text, as: UTF8.self)
        // The lists say of the web, of pages and of nothing else what they say of one scheme.
        let webs = ["x-scheme-handler/https", "x-scheme-handler/http", "text/html"].map {
            text.contains("\u{FFFD}") ? hostile.text : Array(text.replacing("x-scheme-handler/podcast", with: $0).utf8)
        }
        for web in webs + [hostile.text] {
            try DesktopTree.with { tree in
                try tree.addBrowser("a.desktop")
                try tree.write("user/.config/mimeapps.list", web, mode: 0o640)
                try tree.write("user/.config/gnome-mimeapps.list", web)
                let before = tree.contents()
                #expect(try install(tree, Self.webEntries).writes.count > 0)
                let installed = tree.contents()
                #expect(try install(tree, Self.webEntries).writes.isEmpty)
                #expect(tree.contents() == installed)
                #expect(try remove(tree).refusals.isEmpty)
                #expect(tree.contents() == before)
                #expect(try remove(tree).writes.isEmpty)
            }
        }
    }

    @Test func `in an empty home, nothing is left over but folders`() throws {
        for (entries, count) in [(Self.entries, 4), (Self.webEntries, 5)] {
            try DesktopTree.with { tree in
                let before = tree.contents()
                _ = try install(tree, entries)
                #expect(tree.contents().count == count)
                _ = try remove(tree)
                #expect(tree.contents() == before)
            }
        }
    }

    @Test func `random lists: installed, installed again, changed and removed, all have the bytes of before`() throws {
        var random = SeededGenerator(for: "random lists on files")
        let lines = [
            "[Default Applications]", "[Added Associations]", "[Removed Associations]",
            "x-scheme-handler/podcast=a.desktop",
            "x-scheme-handler/shop=b.desktop;c.desktop", "# x", "", "text/html=f.desktop;", "rubbish",
            "x-scheme-handler/shop=", "x-scheme-handler/https=a.desktop;c.desktop", "text/html=a.desktop",
            "x-scheme-handler/http=io.deeplinkd.Web.desktop;a.desktop", "application/xhtml+xml=",
        ]
        for number in 0..<200 {
            try DesktopTree.with { tree in
                try tree.addBrowser("a.desktop")
                for name in ["mimeapps.list", "gnome-mimeapps.list", "kde-mimeapps.list"]
                where Bool.random(using: &random) {
                    let end = ["\n", "\r\n"].randomElement(using: &random) ?? "\n"
                    let text = (0..<Int.random(in: 0..<9, using: &random)).map { _ in
                        lines.randomElement(using: &random) ?? ""
                    }
                    try tree.write("user/.config/" + name, text.joined(separator: end))
                }
                let before = tree.contents()
                _ = try install(tree)
                _ = try install(tree, rivals: ["c.desktop"])
                _ = try install(tree, Self.webEntries)
                _ = try install(tree, Array(Self.webEntries.dropFirst()))
                if Bool.random(using: &random) { _ = try install(tree, Array(Self.entries.dropFirst())) }
                _ = try remove(tree)
                #expect(tree.contents() == before, "\(number)")
            }
        }
    }

    @Test func `a table that has changed gets other entries, and lines of schemes that are gone are undone`() throws {
        try DesktopTree.with { tree in
            try tree.write("user/.config/mimeapps.list", "[Default Applications]\nx-scheme-handler/podcast=a.desktop\n")
            _ = try install(tree)
            let shop = [LinkEntry(package: "my-shop", title: "Shop", icon: nil, schemes: ["shop", "cart"])]
            _ = try install(tree, shop, revision: "1")
            let text = String(decoding: try #require(tree.bytes("user/.config/mimeapps.list")), as: UTF8.self)
            #expect(
                text.hasPrefix(
                    "[Default Applications]\nx-scheme-handler/podcast=a.desktop\nx-scheme-handler/cart=io.deeplinkd.Links.my_shop.desktop;\n"
                ))
            #expect(tree.bytes("user/.local/share/applications/io.deeplinkd.Links.desktop") == nil)
            #expect(tree.bytes("user/.local/share/applications/io.deeplinkd.Links.my_shop.desktop") != nil)
        }
    }

    @Test func `a symbolic link and a read-only file are not touched, and the other files are written`() throws {
        try DesktopTree.with { tree in
            let list = "[Default Applications]\nx-scheme-handler/podcast=a.desktop\n"
            try tree.write("dotfiles/mimeapps.list", list)
            try FileManager.default.createDirectory(
                atPath: tree.path + "/user/.config", withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: tree.path + "/user/.config/mimeapps.list",
                withDestinationPath: tree.path + "/dotfiles/mimeapps.list")
            try tree.write("user/.config/gnome-mimeapps.list", list, mode: 0o444)
            let plan = try install(tree)
            #expect(
                plan.refusals.map(\.reason) == [
                    "it is a symbolic link to \(tree.path)/dotfiles/mimeapps.list", "it is read-only",
                ])
            #expect(tree.bytes("dotfiles/mimeapps.list") == Array(list.utf8))
            #expect(tree.bytes("user/.config/gnome-mimeapps.list") == Array(list.utf8))
            #expect(tree.bytes("user/.local/share/applications/io.deeplinkd.Links.desktop") != nil)
            #expect(ResolvedLink.isLink(tree.path + "/user/.config/mimeapps.list"))
            // With the lines written by hand there is nothing left to refuse.
            let wanted = try #require(plan.refusals.first?.new)
            try tree.write("dotfiles/mimeapps.list", wanted)
            #expect(try install(tree).refusals.map(\.reason) == ["it is read-only"])
        }
    }

    @Test func `an entry at a symbolic link or a folder is not touched`() throws {
        try DesktopTree.with { tree in
            let folder = "user/.local/share/applications/"
            try tree.write("elsewhere", "x")
            try tree.write(folder + "other.desktop", "")
            try FileManager.default.createSymbolicLink(
                atPath: tree.path + "/" + folder + "io.deeplinkd.Links.desktop",
                withDestinationPath: tree.path + "/elsewhere")
            try tree.write(folder + "io.deeplinkd.Links.my_shop.desktop/file", "")
            #expect(try install(tree).refusals.count == 2)
            #expect(tree.bytes("elsewhere") == Array("x".utf8))
        }
    }

    @Test func `an installation that was cut off after any file is repaired by the next one, and by a removal`() throws
    {
        for count in 0...4 {
            for repairs in [true, false] {
                try DesktopTree.with { tree in
                    try tree.write(
                        "user/.config/mimeapps.list", "[Default Applications]\nx-scheme-handler/podcast=a.desktop\n")
                    let before = tree.contents()
                    let target = DesktopTarget.user(tree.places())
                    let folder = try #require(target.entriesFolder)
                    var plan = try DesktopPlanner(
                        entriesFolder: folder, listsFolder: target.listsFolder, record: .init()
                    )
                    .plan(Self.entries, text: { $0.text(program: "/usr/bin/true", tableRevision: "0") })
                    // The record is there, and then the power fails.
                    plan.writes = Array(plan.writes.prefix(count))
                    plan.record = plan.pending
                    try plan.apply(recordPath: target.recordPath)
                    if repairs {
                        _ = try install(tree)
                        #expect(tree.bytes("user/.local/share/applications/io.deeplinkd.Links.desktop") != nil)
                        #expect(
                            HandlerLookup(tree.places()).gioDefault(of: "x-scheme-handler/podcast")?.id
                                == "io.deeplinkd.Links.desktop")
                    }
                    _ = try remove(tree)
                    #expect(tree.contents() == before, "cut off after \(count) files")
                }
            }
        }
    }

    @Test func `what others change between an installation and a removal stays`() throws {
        try DesktopTree.with { tree in
            let list = "[Default Applications]\nx-scheme-handler/podcast=a.desktop\n"
            try tree.write("user/.config/mimeapps.list", list)
            _ = try install(tree)
            let text = String(decoding: try #require(tree.bytes("user/.config/mimeapps.list")), as: UTF8.self)
            try tree.write("user/.config/mimeapps.list", text + "[Added Associations]\ntext/html=new.desktop;\n")
            let entry = "user/.local/share/applications/io.deeplinkd.Links.desktop"
            try tree.write(entry, "[Desktop Entry]\n# mine now\n")
            let plan = try remove(tree)
            #expect(plan.notes == ["\(tree.path)/\(entry) was edited, and is kept: remove it by hand"])
            let after = String(decoding: try #require(tree.bytes("user/.config/mimeapps.list")), as: UTF8.self)
            #expect(
                after.hasPrefix(list) && after.hasSuffix("[Added Associations]\ntext/html=new.desktop;\n")
                    && !after.contains("deeplinkd"))
        }
    }

    @Test func `the record has the handler of before, and a removal gives it back`() throws {
        try DesktopTree.with { tree in
            try tree.write(
                "share/applications/a.desktop", "[Desktop Entry]\nType=Application\nName=a\nExec=/usr/bin/true %u\n")
            try tree.write("etc/mimeapps.list", "[Default Applications]\nx-scheme-handler/podcast=a.desktop\n")
            _ = try install(tree)
            _ = try install(tree, revision: "1")
            let record = try DesktopRecord(readFrom: try #require(DesktopTarget.user(tree.places()).recordPath))
            #expect(record.formers.first { $0.type == "x-scheme-handler/podcast" }?.handler == "a.desktop")
            #expect(record.formers.contains { $0.type == "x-scheme-handler/shop" && $0.handler == nil })
            _ = try remove(tree)
            #expect(HandlerLookup(tree.places()).gioDefault(of: "x-scheme-handler/podcast")?.id == "a.desktop")
        }
    }

    @Test func `the browser gets the role back, and meanwhile it keeps pages and is the former of http and https`()
        throws
    {
        try DesktopTree.with { tree in
            // Without any list: the folder of the home goes before that of the machine.
            for id in ["a.desktop", "b.desktop"] { try tree.addBrowser(id) }
            let lookup = { HandlerLookup(tree.places()) }
            func defaults() -> [String?] {
                ["x-scheme-handler/http", "x-scheme-handler/https", "text/html", "application/xhtml+xml"].map {
                    lookup().gioDefault(of: $0)?.id
                }
            }
            let browser = defaults()
            #expect(browser == ["a.desktop", "a.desktop", "a.desktop", "a.desktop"])
            let path = try #require(DesktopTarget.user(tree.places()).recordPath)
            #expect(try !DesktopRecord(readFrom: path).hasWebRole)
            for _ in 0..<2 {
                _ = try install(tree, Self.webEntries)
                try tree.addCache("user/.local/share/applications")
                let web = "io.deeplinkd.Web.desktop"
                #expect(defaults() == [web, web, "a.desktop", "a.desktop"])
                #expect(
                    ["text/html", "x-scheme-handler/https"].map { lookup().xdgMimeDefault(of: $0)?.id } == [
                        "a.desktop", web,
                    ])
                let record = try DesktopRecord(readFrom: path)
                #expect(record.hasWebRole && record.former(of: "x-scheme-handler/https") == "a.desktop")
                #expect(record.former(of: "x-scheme-handler/http") == "a.desktop")
            }
            _ = try remove(tree)
            try FileManager.default.removeItem(atPath: tree.path + "/user/.local/share/applications/mimeinfo.cache")
            #expect(defaults() == browser)
        }
    }

    @Test func `a browser that has made itself the default again is the former from the next installation on`() throws {
        try DesktopTree.with { tree in
            for id in ["a.desktop", "b.desktop"] { try tree.addBrowser(id) }
            let list = "[Default Applications]\nx-scheme-handler/http=a.desktop\nx-scheme-handler/https=a.desktop\n"
            try tree.write("user/.config/mimeapps.list", list)
            _ = try install(tree, Self.webEntries)
            let text = String(decoding: try #require(tree.bytes("user/.config/mimeapps.list")), as: UTF8.self)
            try tree.write(
                "user/.config/mimeapps.list",
                text.replacing("handler/https=io", with: "handler/https=b.desktop;io", maxReplacements: 1))
            #expect(HandlerLookup(tree.places()).gioDefault(of: "x-scheme-handler/https")?.id == "b.desktop")
            _ = try install(tree, Self.webEntries)
            let record = try DesktopRecord(readFrom: try #require(DesktopTarget.user(tree.places()).recordPath))
            #expect(record.former(of: "x-scheme-handler/https") == "b.desktop")
            #expect(record.former(of: "x-scheme-handler/http") == "a.desktop")
            _ = try remove(tree)
            #expect(
                tree.bytes("user/.config/mimeapps.list").map { String(decoding: $0, as: UTF8.self) }
                    == list.replacing("https=a", with: "https=b.desktop;a"))
        }
    }

    @Test func `a record is read as it was written, and a file that is none is refused`() throws {
        try DesktopTree.with { tree in
            _ = try install(tree, rivals: ["x.desktop"])
            let path = try #require(DesktopTarget.user(tree.places()).recordPath)
            let record = try DesktopRecord(readFrom: path)
            #expect(record.bytes == FileManager.default.contents(atPath: path).map { Array($0) })
            #expect(record.lists.count == 1 && record.entries.count == 2)
            for text in ["", "{}", "[1]", "{\"version\":2}"] {
                try tree.write("user/.local/state/deeplinkd/desktop.json", text)
                #expect(throws: DesktopError.unreadableRecord(path: path)) { try DesktopRecord(readFrom: path) }
            }
            // It leads to no file but this program's own and lists.
            try tree.write(
                "user/.local/state/deeplinkd/desktop.json",
                #"{"version":1,"entries":[{"path":"/etc/passwd","digest":"x"}],"lists":[{"path":"/etc/shadow","digest":"x"}]}"#
            )
            #expect(try DesktopRecord(readFrom: path).isEmpty)
        }
    }

    @Test func `packages whose entries would have one id are refused`() {
        let entries = ["a-b", "a_b"].map { LinkEntry(package: $0, title: nil, icon: nil, schemes: [$0]) }
        let planner = DesktopPlanner(entriesFolder: "/nonexistent", listsFolder: nil, record: .init())
        #expect(throws: DesktopError.sameID("io.deeplinkd.Links.a_b.desktop", first: "a-b", second: "a_b")) {
            try planner.plan(entries, text: { _ in [] })
        }
    }
}

/// Whether a path is a symbolic link.
private enum ResolvedLink {
    static func isLink(_ path: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
    }
}
