import TestSupport
import Testing

@testable import Routing

@Suite struct GlobTests {
    @Test(arguments: [
        ("*.conf", "a.conf", true), ("*.conf", ".conf", false), ("*.conf", ".a.conf", false), (".*", ".a", true),
        ("*.conf", "a.conf~", false), ("*", "", true), ("?", "é", true), ("?", "ab", false), ("a*b*c", "aXbYbZc", true),
        ("a*b*c", "aXbYbZ", false), ("[0-9]?-*", "10-x", true), ("[0-9]?-*", "a0-x", false), ("[!0-9]*", "x", true),
        ("[^0-9]*", "1", false), ("[]]", "]", true), ("[]a]x", "ax", true), ("[a-]", "-", true), ("[*]", "*", true),
        ("[*]", "a", false), ("[[]", "[", true), ("\\*", "\\abc", true), ("**", "abc", true),
        ("a.conf", "a.conf", true),
        ("a.conf", "axconf", false), ("[а-я]*", "ж", true),
    ])
    func `a glob takes a whole name or nothing of it`(glob: String, name: String, isTaken: Bool) throws {
        #expect(try Glob(glob[...]).matches(name) == isTaken)
    }

    @Test(arguments: [
        ("[", GlobError.unclosedSet), ("[]", .unclosedSet), ("a[b", .unclosedSet), ("[a-", .unclosedSet),
        ("[z-a]", .reversedRange), ("[[:alpha:]]", .namedClass), ("[!", .unclosedSet),
    ])
    func `a set that has no end or no sense is refused`(glob: String, error: GlobError) {
        #expect(throws: error) { _ = try Glob(glob[...]) }
    }

    @Test(.timeLimit(.minutes(Sanitizer.minutes(1)))) func `many stars cost no more than their product`() throws {
        let glob = try Glob(Substring(String(repeating: "*a", count: 200) + "b"))
        #expect(!glob.matches(String(repeating: "a", count: 4000)))
    }
}
