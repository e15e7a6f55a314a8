import DesktopEntries
import Foundation
import HostSystem
import TestSupport
import Testing

/// Finding an entry by its id, and reading it once.
@Suite struct EntryFoldersTests {
    private static let entry = "[Desktop Entry]\nType=Application\nName=x\nExec=/usr/bin/true %u\n"

    private func folders(_ tree: DesktopTree) -> EntryFolders {
        EntryFolders(["user/.local/share", "local", "share"].map { "\(tree.path)/\($0)" })
    }

    @Test func `an id is a name in the first folder that has it, and a hyphen can be a folder`() throws {
        try DesktopTree.with { tree in
            for name in ["share/applications/org.example.P.desktop", "share/applications/kde/sub/p-q.desktop"] {
                try tree.write(name, Self.entry)
            }
            func found(_ id: String) -> String? {
                folders(tree).path(of: id)?.replacing(tree.path + "/", with: "")
            }
            #expect(found("org.example.P") == "share/applications/org.example.P.desktop")
            #expect(found("kde-sub-p-q") == "share/applications/kde/sub/p-q.desktop")
            #expect(found("kde-sub-p") == nil)
            try tree.write("share/applications/kde-sub-p-q.desktop", Self.entry)
            #expect(found("kde-sub-p-q") == "share/applications/kde-sub-p-q.desktop")
            try tree.write("user/.local/share/applications/kde/sub-p-q.desktop", "[Desktop Entry]\nHidden=true\n")
            #expect(found("kde-sub-p-q") == "user/.local/share/applications/kde/sub-p-q.desktop")
        }
    }

    @Test(arguments: [
        "", ".", "..", "../secret", "a/b", "/secret", "-", "--", "..-secret", "..-..-secret", "a-..-..-secret",
        ".hidden", "a\u{0}b", "a\nb", String(repeating: "a-", count: 124), String(repeating: "a", count: 250),
    ])
    func `an id is never a path`(_ id: String) throws {
        try DesktopTree.with { tree in
            for name in ["share/secret.desktop", "secret.desktop", "share/applications/a/b.desktop"] {
                try tree.write(name, Self.entry)
            }
            try tree.write("share/applications/.hidden.desktop", Self.entry)
            #expect(folders(tree).path(of: id) == nil)
        }
    }

    @Test func `the name is that of the closest language`() throws {
        try DesktopTree.with { tree in
            let names = "Name=Player\nName[de]=Spieler\nName[de_AT]=Spüler\nName[sr@Latn]=Plejer\n"
            let path = try tree.write("p.desktop", "[Desktop Entry]\nType=Application\n" + names)
            let cases: KeyValuePairs = [
                "": "Player", "C": "Player", "de_DE.UTF-8": "Spieler", "de_AT.UTF-8@euro": "Spüler",
                "sr_YU.UTF-8@Latn": "Plejer", "fr_FR": "Player", "@": "Player",
            ]
            for (locale, name) in cases {
                let languages = DesktopEntry.languages(["LANG": locale])
                #expect(DesktopEntry(path, programPath: "", languages: languages).name == name, "\(locale)")
            }
            let listed = DesktopEntry.languages(["LANG": "fr_FR.UTF-8", "LANGUAGE": "it:de"])
            #expect(DesktopEntry(path, programPath: "", languages: listed).name == "Spieler")
        }
    }

    @Test func `an entry that other users can change is not read, nor a huge one`() throws {
        try DesktopTree.with { tree in
            func fault(_ path: String) -> DesktopEntry.Fault? {
                DesktopEntry(path, programPath: "/usr/bin", trusting: .ofThisProcess).faults.first
            }
            let path = try tree.write("safe/p.desktop", Self.entry)
            #expect(fault(path) == nil)
            let open = try tree.write("safe/open.desktop", Self.entry, mode: 0o666)
            guard case .unreadable(let reason) = fault(open) else { throw Wrong() }
            #expect(reason.contains("is writable by users other than its owner (mode 0666)"))
            let link = tree.path + "/safe/link.desktop"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: open)
            guard case .unreadable = fault(link) else { throw Wrong() }
            let huge = try tree.write("safe/huge.desktop", Array(repeating: 0x0A, count: KeyFile.byteLimit + 1))
            guard case .unreadable(let size) = fault(huge) else { throw Wrong() }
            #expect(size.contains("has more than \(KeyFile.byteLimit) bytes"))
        }
    }

    private struct Wrong: Error {}
}
