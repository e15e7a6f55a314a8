import TestSupport
import Testing
import Varlink

@testable import Editing

/// Bytes of an editor, cut into messages.
@Suite struct FrameReaderTests {
    private static func frames(_ parts: [[UInt8]]) -> [String] {
        var reader = FrameReader()
        var frames: [String] = []
        for part in parts {
            reader.append(part)
            while let frame = reader.next() {
                switch frame {
                case .body(let body): frames.append(String(decoding: body, as: UTF8.self))
                case .fault(let sentence): frames.append("! " + sentence)
                }
            }
        }
        return frames
    }

    private static let noLength = "! a message has no header `Content-Length` with a number"

    @Test(arguments: [
        ("Content-Length: 2\r\n\r\n{}", ["{}"]),
        ("content-length:2\r\n\r\n{}", ["{}"]),
        ("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}", ["{}"]),
        ("Content-Length: 2\n\n{}", ["{}"]),
        ("Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n[]", ["", "[]"]),
        ("Content-Length: 2\r\n\r\n{}Content-Length: 2\r\n\r\n[]", ["{}", "[]"]),
        ("Content-Length: two\r\n\r\nContent-Length: 2\r\n\r\n{}", [noLength, "{}"]),
        ("Content-Length: -2\r\n\r\n{}Content-Length: 2\r\n\r\n[]", [noLength, "[]"]),
        ("\r\n\r\nContent-Length: 2\r\n\r\n{}", [noLength, "{}"]),
        ("GET / HTTP/1.1\r\nHost: a\r\n\r\nContent-Length: 2\r\n\r\n{}", [noLength, "{}"]),
        ("Content-Length: 3\r\n\r\n{}", []),
        ("Content-Length: 2\r\n", []),
    ])
    func `a message is cut off by its header, and one that is broken costs no other`(
        _ text: String, _ expected: [String]
    ) {
        let bytes = Array(text.utf8)
        #expect(Self.frames([bytes]) == expected)
        for index in bytes.indices {
            #expect(Self.frames([Array(bytes[..<index]), Array(bytes[index...])]) == expected, "cut at \(index)")
        }
        #expect(Self.frames(bytes.map { [$0] }) == expected)
    }

    @Test func `a message that is too long is skipped, and never held`() {
        let length = EditingLimits.messageBytes + 3
        var reader = FrameReader()
        reader.append(Array("Content-Length: \(length)\r\n\r\n".utf8))
        let fault = "a message has \(length) bytes; at most \(EditingLimits.messageBytes) are read"
        #expect(reader.next() == .fault(fault))
        var left = length
        while left > 0 {
            let part = min(left, 1 << 20)
            reader.append(Array(repeating: 0x20, count: part))
            #expect(reader.next() == nil)
            #expect(reader.count <= 1 << 21)
            left -= part
        }
        reader.append(Array("Content-Length: 2\r\n\r\n{}".utf8))
        #expect(reader.next() == .body(Array("{}".utf8)))
    }

    @Test func `a header without an end is refused once, and not held`() {
        var reader = FrameReader()
        var faults = 0
        for _ in 0..<64 {
            reader.append(Array(repeating: UInt8(ascii: "x"), count: 1 << 16))
            while let frame = reader.next() { if case .fault = frame { faults += 1 } }
            #expect(reader.count <= 1 << 17)
        }
        #expect(faults == 1)
    }

    @Test func `random bytes are never a trap`() {
        var generator = SeededGenerator(for: "EditingTests frames")
        let alphabet = Array("Content-Length: 123\r\n\r\n{}[]\"\\u\0\u{7F}".utf8)
        for _ in 0..<2000 {
            var reader = FrameReader()
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let count = Int.random(in: 0...40, using: &generator)
                reader.append((0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 })
                var rounds = 0
                while reader.next() != nil, rounds < 1000 { rounds += 1 }
                #expect(rounds < 1000)
            }
        }
    }
}
