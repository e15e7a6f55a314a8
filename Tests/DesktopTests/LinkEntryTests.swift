import Contract
import DesktopEntries
import Foundation
import TestSupport
import Testing

@testable import Desktop

/// The entries that this program writes.
@Suite struct LinkEntryTests {
    private static let program = "/usr/bin/true"

    @Test func `an entry has the keys of a handler, and the schemes in their order`() {
        let entry = LinkEntry(
            package: "re-zept", title: "Rezept", icon: "org.example.Rezept", schemes: ["z", "rezept", "https", "z"])
        let expected = """
            [Desktop Entry]
            Type=Application
            Name=Rezept
            Comment=Opens links of installed apps
            Comment[de]=Öffnet Links installierter Apps
            Exec=/usr/bin/deeplinkctl handle %u
            TryExec=/usr/bin/deeplinkctl
            Icon=org.example.Rezept
            NoDisplay=true
            Terminal=false
            StartupNotify=true
            MimeType=x-scheme-handler/rezept;x-scheme-handler/z;
            X-Deeplinkd-Table=43b0b60e0ae8b127

            """
        let text = entry.text(program: "/usr/bin/deeplinkctl", tableRevision: "43b0b60e0ae8b127")
        #expect(String(decoding: text, as: UTF8.self) == expected)
        #expect(entry.id == "io.deeplinkd.Links.re_zept.desktop")
        #expect(LinkEntry(package: nil, title: nil, icon: nil, schemes: []).id == "io.deeplinkd.Links.desktop")
    }

    @Test func `the entry for the web looks like a browser's, and takes no other links`() {
        let entry = LinkEntry(webTitle: "Meine Links", icon: nil)
        let expected = """
            [Desktop Entry]
            Type=Application
            Name=Meine Links
            Comment=Hands links of the web to apps and to your browser
            Comment[de]=Gibt Links des Webs an Apps und an den Browser
            Exec=/usr/bin/deeplinkctl handle %u
            TryExec=/usr/bin/deeplinkctl
            Icon=io.deeplinkd.Links
            NoDisplay=false
            Terminal=false
            StartupNotify=true
            Categories=Network;WebBrowser;
            MimeType=x-scheme-handler/http;x-scheme-handler/https;text/html;application/xhtml+xml;
            X-Deeplinkd-Table=43b0b60e0ae8b127

            """
        let text = entry.text(program: "/usr/bin/deeplinkctl", tableRevision: "43b0b60e0ae8b127")
        #expect(String(decoding: text, as: UTF8.self) == expected)
        #expect(
            entry.id == "io.deeplinkd.Web.desktop"
                && entry.types == ["x-scheme-handler/http", "x-scheme-handler/https"])
        #expect(LinkEntry(package: nil, title: nil, icon: nil, schemes: LinkEntry.webSchemes).types.isEmpty)
    }

    @Test func `a title in other languages has a line for each that locales have a name for`() throws {
        let texts = [("de", "Rezepte"), ("pt-BR", "Receitas"), ("sr-Latn-RS", "Recepti"), ("zh-Hant", "食譜")]
        let title = LocalizedText(
            "Recipes",
            translations: try texts.map { .init(language: try #require(LanguageTag($0.0)), text: $0.1) })
        let entry = LinkEntry(package: nil, title: title, icon: nil, schemes: ["podcast"])
        let lines = String(decoding: entry.text(program: Self.program, tableRevision: "0"), as: UTF8.self).split(
            separator: "\n")
        #expect(
            lines.filter { $0.hasPrefix("Name") } == [
                "Name=Recipes", "Name[de]=Rezepte", "Name[pt_BR]=Receitas", "Name[sr_RS@latin]=Recepti",
            ])
    }

    static let titles = [
        "Rezept", "Käse & Brot", "a\nExec=/bin/sh -c evil", "a\r\nX=1", "\u{1B}[31mred", "  blanks", "back\\slash\\n",
        "semi;colon",
        "[Desktop Entry]", "=", "%u %f", "nul\0byte", "\u{2028}line\u{85}", String(repeating: "x", count: 5000), "",
    ]

    @Test(arguments: titles) func `no title adds a line, and GLib reads it back`(_ title: String) {
        let entry = LinkEntry(package: nil, title: LocalizedText(title), icon: title, schemes: ["podcast"])
        let bytes = entry.text(program: Self.program, tableRevision: "0")
        let file = KeyFile(bytes)
        #expect(file.fault == nil)
        #expect(TextLines(bytes).lines.count == 13)
        #expect(file.text("Exec", of: "Desktop Entry") == "/usr/bin/true handle %u")
        let isPlain = !title.unicodeScalars.contains {
            $0.properties.generalCategory == .control && !"\n\r\t".unicodeScalars.contains($0)
        }
        if isPlain { #expect(file.text("Name", of: "Desktop Entry") == title) }
    }

    @Test func `desktop-file-validate has no fault to find`() throws {
        let validator = "/usr/bin/desktop-file-validate"
        guard validator.isInstalled(for: "desktop-file-validate", package: "desktop-file-utils") else { return }
        try DesktopTree.with { tree in
            let entries = [
                LinkEntry(package: nil, title: nil, icon: nil, schemes: ["podcast", "web+music", "a.b-c"]),
                LinkEntry(package: "my-shop", title: "Der Laden; mit \\ Zeichen", icon: "shop", schemes: ["shop"]),
                LinkEntry(webTitle: "Das Netz; mit \\ Zeichen", icon: nil),
            ]
            for entry in entries {
                let path = try tree.write(entry.id, entry.text(program: Self.program, tableRevision: "0"))
                #expect(try tree.run(validator, [path]) == "")
            }
        }
    }

    @Test func `only a path that needs no quotes stands in an entry`() {
        #expect(LinkEntry.isPlainPath("/usr/bin/deeplinkctl") && LinkEntry.isPlainPath("/opt/deep-link_1.0/bin/x+y"))
        for path in ["deeplinkctl", "/my programs/x", "/a%u", "/a\"b", "/a$b", "/ä", "/a\nb", ""] {
            #expect(!LinkEntry.isPlainPath(path), "\(path)")
        }
    }

    @Test func `the ids of this program are told from others`() {
        for id in ["io.deeplinkd.Links.desktop", "io.deeplinkd.Links.shop.desktop", "io.deeplinkd.Web.desktop"] {
            #expect(LinkEntry.isOwn(id))
        }
        for id in [
            "io.deeplinkd.Web", "io.deeplinkd.Web.x.desktop",
            "io.deeplinkd.Linksx.desktop", "org.example.desktop", "io.deeplinkd.Links", "x.io.deeplinkd.Links.desktop",
        ] {
            #expect(!LinkEntry.isOwn(id))
        }
        #expect(LinkEntry.applicationID(of: "io.deeplinkd.Links.shop.desktop") == "io.deeplinkd.Links.shop")
    }
}
