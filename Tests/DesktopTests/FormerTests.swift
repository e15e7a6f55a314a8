import DesktopEntries
import Foundation
import TestSupport
import Testing

@testable import Desktop

/// Which browser gets what this program hands on.
@Suite struct FormerTests {
    private static let type = "x-scheme-handler/https"
    private static let web = "io.deeplinkd.Web.desktop"

    /// The line of defaults, the recorded browser, and the one that is found.
    static let rows: [(line: String, recorded: String?, former: String?)] = [
        ("", nil, "a.desktop"), ("b.desktop", nil, "b.desktop"),
        // The role is ours: the recorded one, as long as it is installed.
        ("\(web);b.desktop", "a.desktop", "a.desktop"), ("\(web);b.desktop", "gone.desktop", "b.desktop"),
        ("\(web);b.desktop", nil, "b.desktop"), (web, nil, "a.desktop"), (web, web, "a.desktop"),
        ("\(web);io.deeplinkd.Links.desktop;b.desktop", "io.deeplinkd.Links.desktop", "b.desktop"),
        // Another browser has taken it.
        ("b.desktop;\(web);a.desktop", "a.desktop", "b.desktop"), ("gone.desktop;\(web)", "b.desktop", "b.desktop"),
    ]

    @Test(arguments: rows)
    func `the newest choice of another browser counts, then the recorded one, then the next of the lists`(
        _ row: (line: String, recorded: String?, former: String?)
    ) throws {
        try DesktopTree.with { tree in
            for id in ["a.desktop", "b.desktop"] { try tree.addBrowser(id) }
            let entry = LinkEntry(webTitle: nil, icon: nil).text(program: "/usr/bin/true", tableRevision: "0")
            try tree.write("user/.local/share/applications/" + Self.web, entry)
            try tree.write("user/.config/mimeapps.list", "[Default Applications]\n\(Self.type)=\(row.line)\n")
            let lookup = HandlerLookup(tree.places())
            #expect(lookup.former(of: Self.type, recorded: row.recorded) == row.former)
        }
    }

    @Test func `without another browser there is none`() throws {
        try DesktopTree.with { tree in
            let entry = LinkEntry(webTitle: nil, icon: nil).text(program: "/usr/bin/true", tableRevision: "0")
            try tree.write("user/.local/share/applications/" + Self.web, entry)
            #expect(HandlerLookup(tree.places()).former(of: Self.type, recorded: "gone.desktop") == nil)
        }
    }

    @Test func `a browser that brings links back, or takes none, is refused, and the others are named`() throws {
        try DesktopTree.with { tree in
            for name in ["xdg-open", "gio", "sensible-browser", "x-www-browser", "deeplinkctl", "kde-open5"] {
                try tree.write("bin/" + name, "#!/bin/sh\n", mode: 0o755)
                try tree.addBrowser("back-\(name).desktop", exec: "\(tree.path)/bin/\(name) %u")
            }
            try tree.addBrowser("good.desktop")
            try tree.addBrowser("none.desktop", exec: "/usr/bin/true")
            try tree.addBrowser("gone.desktop", exec: "/nonexistent/browser %u")
            try tree.write(
                "share/applications/" + Self.web, "[Desktop Entry]\nType=Application\nExec=/usr/bin/true %u\n")
            let lookup = HandlerLookup(tree.places())
            for name in ["xdg-open", "gio", "sensible-browser", "x-www-browser", "deeplinkctl", "kde-open5"] {
                guard case .loops? = lookup.refusal(ofFormer: "back-\(name).desktop") else {
                    Issue.record("\(name): \(String(describing: lookup.refusal(ofFormer: "back-\(name).desktop")))")
                    continue
                }
            }
            guard case .loops? = lookup.refusal(ofFormer: Self.web),
                case .noLink? = lookup.refusal(ofFormer: "none.desktop"),
                case .noApp? = lookup.refusal(ofFormer: "gone.desktop"),
                case .noApp? = lookup.refusal(ofFormer: "unknown.desktop")
            else {
                Issue.record("a browser without a use is not refused")
                return
            }
            #expect(lookup.refusal(ofFormer: "good.desktop") == nil)
            #expect(lookup.possibleFormers(of: Self.type) == ["good.desktop"])
        }
    }

    @Test func `an app that is started on the message bus needs no program, but none that brings links back`() throws {
        try DesktopTree.with { tree in
            let lines = "[Desktop Entry]\nType=Application\nName=x\nDBusActivatable=true\n"
            try tree.write("share/applications/org.example.Bus.desktop", lines + "Exec=/nonexistent %u\n")
            try tree.write("bin/xdg-open", "#!/bin/sh\n", mode: 0o755)
            try tree.write("share/applications/org.example.Back.desktop", lines + "Exec=\(tree.path)/bin/xdg-open %u\n")
            let lookup = HandlerLookup(tree.places())
            #expect(lookup.refusal(ofFormer: "org.example.Bus.desktop") == nil)
            guard case .loops? = lookup.refusal(ofFormer: "org.example.Back.desktop") else {
                Issue.record("an entry that brings links back is not refused")
                return
            }
        }
    }

    @Test func `the portal opens links of the web by the default, however many browsers there are`() throws {
        try DesktopTree.with { tree in
            for id in ["a.desktop", "b.desktop"] { try tree.addBrowser(id) }
            #expect(HandlerLookup(tree.places()).portalChoice(for: Self.type) == .opens("a.desktop"))
            #expect(HandlerLookup(tree.places()).portalChoice(for: "text/html") == .asks(["a.desktop", "b.desktop"]))
        }
    }
}
