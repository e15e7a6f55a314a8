import Testing

@testable import Links

/// Compares the table with the descriptions of its sets.
struct PlainBytesTests {
    private static let units: Set<UInt8> = Set((UInt8(0)...0x7F).filter(ByteSet.urlUnit.contains))
    private static let visible = Set(UInt8(0x20)...0x7E)

    @Test(arguments: [
        ("scheme", PlainBytes.scheme, Set("abcdefghijklmnopqrstuvwxyz0123456789+-.".utf8)),
        ("host", .host, Set("abcdefghijklmnopqrstuvwxyz0123456789._".utf8)),
        ("path", .path, units.subtracting(".?".utf8)), ("query", .query, units.subtracting("+'".utf8)),
        ("fragment", .fragment, units), ("decoded text", .decodedText, visible),
        ("decoded segment", .decodedSegment, visible.subtracting("/\\%".utf8)),
    ])
    func `a set of plain bytes holds exactly the bytes that its comment lists`(
        _ name: String, _ set: PlainBytes, _ expected: Set<UInt8>
    ) {
        #expect(Set((0...255).filter { set.contains($0) }) == expected, "\(name)")
    }

    @Test func `a byte that a component escapes or ends at is not plain in it`() {
        for byte in UInt8(0)...255 {
            #expect(!PlainBytes.path.contains(byte) || !ByteSet.path.contains(byte))
            #expect(!PlainBytes.query.contains(byte) || !ByteSet.specialQuery.contains(byte))
            #expect(!PlainBytes.fragment.contains(byte) || !ByteSet.fragment.contains(byte))
            #expect(!PlainBytes.host.contains(byte) || !ByteSet.forbiddenInDomain.contains(byte))
        }
    }

    @Test func `a stretch of plain bytes ends at the first other byte or at the end of the text`() {
        let text = Array("abc/def?x".utf8)
        #expect(PlainBytes.path.endOfStretch(in: text.span, from: 0) == 7)
        #expect(PlainBytes.path.endOfStretch(in: text.span, from: 7) == 7)
        #expect(PlainBytes.query.endOfStretch(in: text.span, from: 3) == 9)
        #expect(PlainBytes.query.endOfStretch(in: text.span, from: 9) == 9)
    }
}
