import DesktopEntries
import Foundation
import TestSupport
import Testing

@testable import Desktop

/// Our reading of the lists is compared with the programs themselves, on random trees of entries and lists.
@Suite struct LookupTests {
    private static let ids = ["a.desktop", "b.desktop", "c-d.desktop", "e.desktop", "io.deeplinkd.Links.desktop"]
    private static let types = ["x-scheme-handler/podcast", "x-scheme-handler/shop"]
    private static let folders = ["user/.local/share/applications", "local/applications", "share/applications"]
    private static let configs = ["user/.config", "etc"]

    private func list(_ random: inout SeededGenerator, isCache: Bool = false) -> String {
        let groups = isCache ? ["MIME Cache"] : ["Default Applications", "Added Associations", "Removed Associations"]
        var text = ["", "# a comment\n", "\n"].randomElement(using: &random) ?? ""
        for group in groups where Int.random(in: 0..<10, using: &random) < 6 {
            text += "[\(group)]\n"
            for type in Self.types where Int.random(in: 0..<10, using: &random) < 7 {
                let count = Int.random(in: 0...3, using: &random)
                let ids = (0..<count).map { _ in Self.ids.randomElement(using: &random) ?? "" }
                let sign = ["=", "=", "=", " = "].randomElement(using: &random) ?? "="
                text += type + sign + ids.joined(separator: ";") + (Bool.random(using: &random) ? ";" : "") + "\n"
            }
        }
        let rubbish = ["x\n", "[a\n", "=b\n", "[\u{1}]\n"].randomElement(using: &random) ?? ""
        return Int.random(in: 0..<20, using: &random) == 0 ? text + rubbish : text
    }

    private func entry(_ random: inout SeededGenerator) -> String {
        let odd = Int.random(in: 0..<12, using: &random)
        var lines = ["[Desktop Entry]", "Type=" + (odd == 0 ? "Link" : "Application"), "Name=x"]
        lines.append(odd == 1 ? "Exec=/nonexistent %u" : odd == 2 ? "Exec=true 'a" : "Exec=/usr/bin/true %u")
        if odd == 3 { lines.append("TryExec=/nonexistent") }
        if odd == 4 { lines.append("Hidden=true") }
        if odd == 5 { lines.insert("[Other]", at: 0) }
        if odd == 6 { lines.append("rubbish") }
        if odd == 7 { lines.append("InitialPreference=\(Int.random(in: 0...9, using: &random))") }
        let types = Self.types.filter { _ in Bool.random(using: &random) }
        if !types.isEmpty { lines.append("MimeType=" + types.map { $0 + ";" }.joined()) }
        return lines.map { $0 + "\n" }.joined()
    }

    private func fill(_ tree: DesktopTree, _ random: inout SeededGenerator) throws {
        for folder in Self.folders {
            for id in Self.ids where Int.random(in: 0..<10, using: &random) < 4 {
                let name = Bool.random(using: &random) ? id : id.replacing("c-d", with: "c/d")
                try tree.write("\(folder)/\(name)", entry(&random))
            }
            if Bool.random(using: &random) {
                try tree.write("\(folder)/mimeinfo.cache", list(&random, isCache: true))
            }
            if Int.random(in: 0..<4, using: &random) == 0 { try tree.write("\(folder)/defaults.list", list(&random)) }
        }
        for folder in Self.configs + Self.folders {
            for name in ["mimeapps.list", "gnome-mimeapps.list"] where Int.random(in: 0..<10, using: &random) < 4 {
                try tree.write("\(folder)/\(name)", list(&random))
            }
        }
    }

    @Test func `gio's default and recommended entries are ours, on random trees`() throws {
        guard "/usr/bin/gio".isInstalled(for: "gio on random trees", package: "libglib2.0-bin") else { return }
        var random = SeededGenerator(for: "gio on random trees")
        for number in 0..<150 {
            try DesktopTree.with { tree in
                try fill(tree, &random)
                let desktop = ["", "GNOME", "ubuntu:GNOME"].randomElement(using: &random) ?? ""
                let lookup = HandlerLookup(tree.places(desktop: desktop))
                for type in Self.types {
                    let output = try tree.run("/usr/bin/gio", ["mime", type], desktop: desktop)
                    let theirs = Self.gio(output)
                    #expect(
                        lookup.gioDefault(of: type)?.id == theirs.standard,
                        "tree \(number): \(output)\n\(tree.contents().keys.sorted())")
                    #expect(lookup.recommended(for: type) == theirs.recommended, "tree \(number): \(output)")
                }
            }
        }
    }

    @Test(arguments: ListChangeTests.hostile)
    func `a list that was installed into has the effect for gio that it has by our reading`(
        _ hostile: ListChangeTests.Hostile
    ) throws {
        guard "/usr/bin/gio".isInstalled(for: "gio after an installation", package: "libglib2.0-bin") else { return }
        try DesktopTree.with { tree in
            try tree.write("user/.config/mimeapps.list", hostile.text)
            let target = DesktopTarget.user(tree.places())
            let entry = LinkEntry(package: nil, title: nil, icon: nil, schemes: ["podcast"])
            let plan = try DesktopPlanner(
                entriesFolder: try #require(target.entriesFolder), listsFolder: target.listsFolder, record: .init()
            ).plan([entry], text: { $0.text(program: "/usr/bin/true", tableRevision: "0") })
            try plan.apply(recordPath: target.recordPath)
            let output = try tree.run("/usr/bin/gio", ["mime", "x-scheme-handler/podcast"])
            let isRefused = KeyFile(tree.bytes("user/.config/mimeapps.list") ?? []).fault != nil
            // A refused list is said to be one; without a cache of types nothing else names the entry.
            #expect(Self.gio(output).standard == (isRefused ? nil : entry.id), "\(output)")
            #expect(plan.notes.isEmpty != isRefused)
        }
    }

    private static func gio(_ output: String) -> (standard: String?, recommended: [String]) {
        let lines = output.split(separator: "\n").map(String.init)
        let standard = lines.first.flatMap { line in
            line.hasPrefix("No default") ? nil : line.split(separator: ": ").last.map(String.init)
        }
        let start = lines.firstIndex { $0.hasPrefix("Recommended applications") }
        let recommended = start.map { lines[($0 + 1)...].prefix { $0.hasPrefix("\t") }.map { String($0.dropFirst()) } }
        return (standard, recommended ?? [])
    }

    @Test func `xdg-mime's default entry is ours, on random trees`() throws {
        guard "/usr/bin/xdg-mime".isInstalled(for: "xdg-mime on random trees", package: "xdg-utils") else { return }
        var random = SeededGenerator(for: "xdg-mime on random trees")
        for number in 0..<60 {
            try DesktopTree.with { tree in
                try fill(tree, &random)
                let desktop = ["", "GNOME"].randomElement(using: &random) ?? ""
                let lookup = HandlerLookup(tree.places(desktop: desktop))
                for type in Self.types {
                    let output = try tree.run("/usr/bin/xdg-mime", ["query", "default", type], desktop: desktop)
                    let theirs = output.split(separator: "\n").first.map(String.init)
                    #expect(
                        lookup.xdgMimeDefault(of: type)?.id == theirs,
                        "tree \(number): \(tree.contents().keys.sorted())")
                }
            }
        }
    }

    @Test func `the portal opens the only entry, asks between two, and opens what it remembers`() throws {
        try DesktopTree.with { tree in
            let entry =
                "[Desktop Entry]\nType=Application\nName=x\nExec=/usr/bin/true %u\nMimeType=x-scheme-handler/shop;\n"
            try tree.write("share/applications/a.desktop", entry)
            try tree.write("share/applications/mimeinfo.cache", "[MIME Cache]\nx-scheme-handler/shop=a.desktop;\n")
            let type = "x-scheme-handler/shop"
            #expect(HandlerLookup(tree.places()).portalChoice(for: type) == .opens("a.desktop"))
            #expect(HandlerLookup(tree.places()).portalChoice(for: "x-scheme-handler/none") == .nothing)
            try tree.write("local/applications/b.desktop", entry)
            try tree.write("local/applications/mimeinfo.cache", "[MIME Cache]\nx-scheme-handler/shop=b.desktop;\n")
            try tree.write("etc/mimeapps.list", "[Default Applications]\nx-scheme-handler/shop=a.desktop\n")
            let lookup = HandlerLookup(tree.places())
            #expect(lookup.portalChoice(for: type) == .asks(["b.desktop", "a.desktop"]))
            #expect(lookup.portalChoice(for: type, remembered: "a") == .opens("a.desktop"))
            #expect(lookup.portalChoice(for: type, remembered: "gone") == .asks(["b.desktop", "a.desktop"]))
            #expect(lookup.gioDefault(of: type) == .init(id: "a.desktop", source: tree.path + "/etc/mimeapps.list"))
            try tree.write("user/.config/mimeapps.list", "[Removed Associations]\nx-scheme-handler/shop=b.desktop;\n")
            #expect(HandlerLookup(tree.places()).portalChoice(for: type) == .opens("a.desktop"))
        }
    }

    @Test func `the faults of an entry are named`() throws {
        try DesktopTree.with { (tree) throws in
            func faults(_ lines: String) throws -> [DesktopEntry.Fault] {
                let path = try tree.write("x.desktop", "[Desktop Entry]\nType=Application\n" + lines)
                return DesktopEntry(path, programPath: "/usr/bin:/bin").faults
            }
            #expect(try faults("Exec=true %u\n") == [])
            #expect(try faults("Exec=true --open=%U\n") == [])
            #expect(try faults("Exec=true\n") == [.noLinkField])
            #expect(try faults("Exec=/nonexistent/app %u\n") == [.noProgram("/nonexistent/app")])
            #expect(try faults("Exec=true %u\nTryExec=no-such-program\n") == [.notInstalled("no-such-program")])
            #expect(try faults("Exec=true \"%u\n") == [.badCommand])
            #expect(try faults("DBusActivatable=true\n") == [])
            #expect(try faults("Hidden=true\nExec=true %u\n") == [.hidden])
            #expect(try faults("rubbish\n") == [.unreadable("line 3: a line is no comment, group or `key=value`")])
        }
    }
}
