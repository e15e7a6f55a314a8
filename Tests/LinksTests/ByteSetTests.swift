import Testing

@testable import Links

/// Compares each set with the standard's definition; larger sets are built from smaller ones, as in the standard.
struct ByteSetTests {
    private static let c0: Set<UInt8> = Set(0x00...0x1F).union([0x7F])
    private static let query = c0.union(" \"#<>".utf8)
    private static let path = query.union("?^`{}".utf8)
    private static let host: Set<UInt8> = Set("\0\t\n\r #/:<>?@[\\]^|".utf8)
    private static let alphanumeric = Set(UInt8(0x21)...0x7E).filter { $0.isLetter || $0.isDigit }

    @Test(arguments: [
        ("C0 control", ByteSet.c0Control, c0), ("fragment", .fragment, c0.union(" \"<>`".utf8)),
        ("query", .query, query), ("special query", .specialQuery, query.union("'".utf8)), ("path", .path, path),
        ("userinfo", .userinfo, path.union("/:;=@[\\]|".utf8)), ("forbidden in host", .forbiddenInHost, host),
        ("forbidden in domain", .forbiddenInDomain, host.union(c0).union("%".utf8)),
        ("URL unit", .urlUnit, alphanumeric.union("!$&'()*+,-./:;=?@_~".utf8)),
    ])
    func `a byte set holds exactly the bytes that the standard lists`(
        _ name: String, _ set: ByteSet, _ expected: Set<UInt8>
    ) {
        #expect(Set((0...255).filter { set.contains($0) }) == expected, "\(name)")
    }
}
