import TestSupport
import Testing
import Varlink

@testable import Editing

/// Places in texts, and changes of texts.
@Suite struct LineMapTests {
    @Test(arguments: [
        ("", [(0, 0, 0)]),
        ("a\nb", [(0, 0, 0), (1, 0, 1), (2, 1, 0), (3, 1, 1)]),
        ("a\r\nb", [(0, 0, 0), (1, 0, 1), (3, 1, 0)]),
        ("a\rb", [(2, 1, 0)]),
        ("ä=1", [(0, 0, 0), (2, 0, 1), (3, 0, 2)]),
        ("🎧=1", [(0, 0, 0), (4, 0, 2), (5, 0, 3)]),
        ("…\n🎧🎧x", [(4, 1, 0), (8, 1, 2), (12, 1, 4), (13, 1, 5)]),
    ])
    func `a column counts code units of UTF-16`(_ text: String, _ places: [(Int, Int, Int)]) {
        let map = LineMap(Array(text.utf8), unit: .utf16)
        for (offset, line, column) in places {
            #expect(map.position(of: offset) == EditorPosition(line: line, column: column))
            #expect(map.offset(of: EditorPosition(line: line, column: column)) == offset)
        }
    }

    @Test func `a place behind the end of a line or a text is that end, and half a character is its beginning`() {
        let map = LineMap(Array("🎧\r\nab".utf8), unit: .utf16)
        #expect(map.offset(of: EditorPosition(line: 0, column: 99)) == 4)
        #expect(map.offset(of: EditorPosition(line: 0, column: 1)) == 0)
        #expect(map.offset(of: EditorPosition(line: 1, column: .max)) == 8)
        #expect(map.offset(of: EditorPosition(line: .max, column: 0)) == 8)
        #expect(map.position(of: -3) == EditorPosition(line: 0, column: 0))
        #expect(map.position(of: .max) == EditorPosition(line: 1, column: 2))
    }

    @Test(arguments: [ColumnUnit.utf16, .utf8])
    func `random places are as Swift counts them`(_ unit: ColumnUnit) {
        var generator = SeededGenerator(for: "EditingTests lines")
        for _ in 0..<60 {
            let length = [3, 40, 1500].randomElement(using: &generator) ?? 3
            let text = String((0..<length).map { _ in "aä🎧…\n\r".randomElement(using: &generator) ?? "a" })
            let bytes = Array(text.utf8)
            let map = LineMap(bytes, unit: unit)
            var (line, column, offset, isAfterReturn) = (0, 0, 0, false)
            for scalar in text.unicodeScalars {
                // Between CR and LF is the end of the line, which has one name only.
                if !(isAfterReturn && scalar == "\n") {
                    let place = EditorPosition(line: line, column: column)
                    #expect(map.position(of: offset) == place)
                    #expect(map.offset(of: place) == offset)
                }
                column += unit == .utf8 ? UTF8.width(scalar) : UTF16.width(scalar)
                offset += UTF8.width(scalar)
                isAfterReturn = scalar == "\r"
                let next = offset < bytes.count ? bytes[offset] : 0
                if scalar == "\n" || scalar == "\r" && next != 0x0A { (line, column) = (line + 1, 0) }
            }
            #expect(map.count == line + 1)
        }
    }

    @Test func `random changes give the text that they say`() throws {
        var generator = SeededGenerator(for: "EditingTests changes")
        for _ in 0..<50 {
            var text = "scheme ä\n# 🎧\r\nfeature F {\n}\n"
            var file = EditedFile(uri: "file:///t.conf", language: "", version: 1, text: text, unit: .utf16)
            for _ in 0..<20 {
                let scalars = Array(text.unicodeScalars)
                let start = Int.random(in: 0...scalars.count, using: &generator)
                let end = Int.random(in: start...min(scalars.count, start + 6), using: &generator)
                // CR and LF are one end of a line.
                guard
                    ![start, end].contains(where: {
                        $0 > 0 && $0 < scalars.count && scalars[$0 - 1] == "\r" && scalars[$0] == "\n"
                    })
                else { continue }
                let new = ["", "x", "\n", "🎧", "ä\r\nb"].randomElement(using: &generator) ?? ""
                let map = LineMap(Array(text.utf8), unit: .utf16)
                func offset(_ index: Int) -> Int { scalars[..<index].reduce(0) { $0 + UTF8.width($1) } }
                let range = map.range(offset(start)..<offset(end))
                try file.apply([["range": range, "text": .string(new)]])
                var changed = String.UnicodeScalarView()
                changed.append(contentsOf: scalars[..<start])
                changed.append(contentsOf: new.unicodeScalars)
                changed.append(contentsOf: scalars[end...])
                text = String(changed)
                #expect(file.bytes == Array(text.utf8))
            }
        }
    }
}
