import DesktopEntries
import Foundation
import TestSupport
import Testing

@testable import Desktop

/// The editor of lists: what it does not own stays, byte by byte.
struct ListChangeTests {
    private static let id = "io.deeplinkd.Links.desktop"
    private static let type = "x-scheme-handler/podcast"

    /// A text with a name for a report.
    struct Hostile: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: [UInt8]

        init(_ name: String, _ text: String) { (testDescription, self.text) = (name, Array(text.utf8)) }
        init(_ name: String, bytes: [UInt8]) { (testDescription, text) = (name, bytes) }
    }

    static let hostile = [
        Hostile("nothing", ""),
        Hostile("one empty line", "\n"),
        Hostile("CRLF", "[Default Applications]\r\nx-scheme-handler/podcast=a.desktop\r\n\r\n[Added Associations]\r\n"),
        Hostile("no last line end", "[Default Applications]\nx-scheme-handler/podcast=a.desktop"),
        Hostile("no last line end, in a group without the type", "[Default Applications]\ntext/html=a.desktop;"),
        Hostile("CRLF without a last line end", "[Added Associations]\r\ntext/html=a.desktop"),
        Hostile(
            "groups twice",
            "[Default Applications]\ntext/html=a.desktop\n[X]\n[Default Applications]\nx-scheme-handler/podcast=b.desktop;\n"
        ),
        Hostile(
            "the key twice",
            "[Default Applications]\nx-scheme-handler/podcast=a.desktop\nx-scheme-handler/podcast=b.desktop;c.desktop\n"
        ),
        Hostile(
            "a list's tail, with and without a semicolon",
            "[Default Applications]\nx-scheme-handler/podcast=a.desktop;b.desktop\n[Added Associations]\nx-scheme-handler/podcast=c.desktop;;d.desktop;\n"
        ),
        Hostile(
            "unknown keys and groups",
            "# mine\n[Foo]\nx-scheme-handler/podcast=never\n\n[Default Applications]\nunknown=1\n[Bar]\nk=v\n"),
        Hostile(
            "comments between the lines",
            "# top\n\n[Default Applications]\n# before\nx-scheme-handler/podcast=a.desktop\n# after\n\n# of the next group\n[Added Associations]\n#x-scheme-handler/podcast=no.desktop\n"
        ),
        Hostile("blanks around =", "[Default Applications]\n  x-scheme-handler/podcast \t =  a.desktop;  \n"),
        Hostile(
            "localized keys",
            "[Default Applications]\nx-scheme-handler/podcast[de]=de.desktop\nx-scheme-handler/podcast=a.desktop\n"),
        Hostile(
            "invalid UTF-8",
            bytes: Array("[Default Applications]\nx-scheme-handler/podcast=".utf8) + [0xFF, 0xFE, 0x0A]),
        Hostile(
            "NUL",
            bytes: Array("[Default Applications]\nx-scheme-handler/podcast=a".utf8) + [0] + Array(".desktop\n".utf8)),
        Hostile(
            "BOM",
            bytes: [0xEF, 0xBB, 0xBF] + Array("[Default Applications]\nx-scheme-handler/podcast=a.desktop\n".utf8)),
        Hostile(
            "a huge line",
            "[Default Applications]\nx-scheme-handler/podcast=\(String(repeating: "app.desktop;", count: 8_000))\n"),
        Hostile("no value", "[Default Applications]\nx-scheme-handler/podcast=\n"),
        Hostile(
            "our id already first",
            "[Default Applications]\nx-scheme-handler/podcast=io.deeplinkd.Links.desktop;a.desktop;\n"),
        Hostile(
            "our id behind another",
            "[Default Applications]\nx-scheme-handler/podcast=a.desktop;io.deeplinkd.Links.desktop;b.desktop\n"),
        Hostile(
            "our id removed by hand",
            "[Removed Associations]\nx-scheme-handler/podcast=io.deeplinkd.Links.desktop;b.desktop;\n"),
        Hostile("no group at all", "x-scheme-handler/podcast=a.desktop\nrubbish\n"),
        Hostile("an unclosed group", "[Default Applications\nx-scheme-handler/podcast=a.desktop\n"),
        Hostile(
            "escaped semicolons", "[Default Applications]\nx-scheme-handler/podcast=a\\;b.desktop;c\\\\;d.desktop\n"),
        Hostile("empty lines at the end", "[Default Applications]\n\n\n\n"),
        Hostile(
            "a type that begins with ours",
            "[Default Applications]\nx-scheme-handler/podcast2=a.desktop\nxx-scheme-handler/podcast=b\n"),
    ]

    private static let wishes = [type, "x-scheme-handler/deeplinkd"].flatMap { type in
        [
            ListWish("Default Applications", type, front: [id]),
            ListWish("Added Associations", type, front: [id], dropped: ["b.desktop"]),
            ListWish("Removed Associations", type, front: ["b.desktop"], dropped: [id]),
        ]
    }

    @Test(arguments: hostile)
    func `undone line by line, a list has the bytes of before`(_ hostile: Hostile) {
        var text = AssociationText(hostile.text)
        let changes = text.apply(Self.wishes)
        #expect(!changes.isEmpty)
        text.undo(changes)
        #expect(String(decoding: text.bytes, as: UTF8.self) == String(decoding: hostile.text, as: UTF8.self))
        #expect(text.bytes == hostile.text)
    }

    @Test(arguments: hostile)
    func `a change has our id first for GLib, and a second time it changes nothing`(_ hostile: Hostile) {
        var text = AssociationText(hostile.text)
        _ = text.apply(Self.wishes)
        let file = KeyFile(text.bytes)
        if file.fault == nil, String(validating: text.bytes, as: UTF8.self) != nil {
            for (group, first) in [("Default Applications", Self.id), ("Added Associations", Self.id)] {
                #expect(file.list(Self.type, of: group)?.first == first, "\(group)")
            }
            #expect(file.list(Self.type, of: "Removed Associations") == ["b.desktop"])
        }
        let once = text.bytes
        #expect(text.apply(Self.wishes).isEmpty)
        #expect(text.bytes == once)
    }

    @Test(arguments: hostile)
    func `every line that is not ours stays as it is, in its order`(_ hostile: Hostile) {
        var text = AssociationText(hostile.text)
        _ = text.apply(Self.wishes)
        let others = { (bytes: [UInt8]) in
            TextLines(bytes).lines.filter { line in
                guard case .pair(let key, _) = KeyFileLine(line.content) else { return !line.content.isEmpty }
                return !Self.wishes.contains { key.elementsEqual($0.key.utf8) }
            }.map(\.content)
        }
        var rest = others(text.bytes)
        for line in others(hostile.text) {
            guard let place = rest.firstIndex(of: line) else {
                Issue.record("\(String(decoding: line, as: UTF8.self)) is lost")
                continue
            }
            rest.removeSubrange(...place)
        }
    }

    @Test func `what others write meanwhile stays when the change is undone`() {
        var text = AssociationText(Array("[Default Applications]\nx-scheme-handler/podcast=a.desktop\n".utf8))
        let changes = text.apply(Self.wishes)
        let edited = String(decoding: text.bytes, as: UTF8.self)
            .replacing("x-scheme-handler/podcast=io", with: "x-scheme-handler/podcast=new.desktop;io")
            .replacing("[Added", with: "text/plain=editor.desktop\n[Added")
        var later = AssociationText(Array(edited.utf8))
        later.undo(changes)
        let expected = """
            [Default Applications]
            x-scheme-handler/podcast=new.desktop;a.desktop

            text/plain=editor.desktop
            [Added Associations]
            x-scheme-handler/podcast=new.desktop;

            """
        #expect(String(decoding: later.bytes, as: UTF8.self) == expected)
    }

    @Test func `random lists: applied, applied again and undone, each has the bytes of before`() {
        var random = SeededGenerator(for: "random lists of associations")
        let pieces = [
            "[Default Applications]", "[Added Associations]", "[Removed Associations]", "[Other]", "", "# comment",
            "x-scheme-handler/podcast=", "x-scheme-handler/podcast=a.desktop",
            "x-scheme-handler/deeplinkd = b.desktop;",
            "x-scheme-handler/podcast=b.desktop;io.deeplinkd.Links.desktop;c", "text/html=firefox.desktop;",
            "x-scheme-handler/deeplinkd=;;a.desktop;", "rubbish", "[", "=", "\u{FEFF}",
            "x-scheme-handler/podcast[de]=d",
            "io.deeplinkd.Links.desktop", "  x-scheme-handler/podcast=io.deeplinkd.Links.desktop;", "\\;", "\0",
        ]
        for number in 0..<4000 {
            let end = ["\n", "\r\n"].randomElement(using: &random) ?? "\n"
            let count = Int.random(in: 0..<14, using: &random)
            let lines = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }
            let before = Array((lines.joined(separator: end) + (Bool.random(using: &random) ? end : "")).utf8)
            var text = AssociationText(before)
            let first = text.apply(Self.wishes)
            let second = text.apply(Self.wishes)
            #expect(second.isEmpty, "\(number)")
            text.undo(second)
            text.undo(first)
            guard text.bytes != before else { continue }
            Issue.record(
                "list \(number): \(String(decoding: before, as: UTF8.self).debugDescription) became \(String(decoding: text.bytes, as: UTF8.self).debugDescription)"
            )
            return
        }
    }
}
