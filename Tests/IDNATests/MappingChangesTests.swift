import Testing

@testable import IDNA

struct MappingChangesTests {
    @Test func `71 code points are mapped, and the result of each mapping maps to itself`() {
        var changed = 0
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let mapped = MappingChanges.mapping(of: scalar)
            guard mapped != scalar else { continue }
            changed += 1
            if let mapped { #expect(MappingChanges.mapping(of: mapped) == mapped) }
        }
        #expect(changed == 71)
    }

    @Test(arguments: [
        ("ẞ.Ⴀ.Ⴥ", "ß.ⴀ.ⴥ"), ("a\u{3164}b", "ab"), ("a.b", "a.b"), ("", ""), ("\u{2F91F}", "\u{243AB}"),
    ])
    func `a domain is mapped code point by code point`(_ domain: String, _ expected: String) {
        #expect(MappingChanges.apply(to: Array(domain.utf8)) == Array(expected.utf8))
    }
}
