import Testing

@testable import Matching

@Suite struct DeclaredHostCoversTests {
    @Test func `a declaration covers its own hosts, at its own scheme and port`() throws {
        let rows: [(declared: String, host: String, covers: Bool)] = [
            ("a.x", "a.x", true), ("a.x", "b.x", false), ("a.x", "http://a.x", false), ("a.x:8443", "a.x", false),
            ("*.x.org", "a.x.org", true), ("*.x.org", "b.a.x.org", false), ("*.x.org", "x.org", false),
            ("**.x.org", "b.a.x.org", true), ("**.x.org", "a.x.org", true), ("**.x.org", "x.org", false),
            ("**.x.org", "*.x.org", true), ("**.x.org", "**.a.x.org", true), ("**.x.org", "*.a.x.org", true),
            ("*.x.org", "**.x.org", false), ("*.x.org", "*.a.x.org", false), ("**.a.x.org", "**.x.org", false),
            ("*.x.org", "xn--bcher-kva.x.org", false), ("**.x.org", "a.xn--bcher-kva.x.org", false),
            ("**.xn--bcher-kva.org", "a.xn--bcher-kva.org", true),
            ("http://*.x.org:81", "http://a.x.org:81", true), ("http://*.x.org:81", "http://a.x.org", false),
            ("1.2.3.4", "1.2.3.4", true), ("[::1]", "[::1]", true), ("*.x.org", "1.2.3.4", false),
        ]
        for row in rows {
            let (declared, host) = (try TableText.host(row.declared), try TableText.host(row.host))
            #expect(declared.covers(host) == row.covers, "\(row)")
        }
    }

    @Test func `an exact host has an origin, and a wildcard does not`() throws {
        let rows: [(host: String, origin: String?)] = [
            ("a.x", "https://a.x"), ("http://a.x:81", "http://a.x:81"), ("[::1]:8443", "https://[::1]:8443"),
            ("*.x", nil), ("**.x", nil),
        ]
        for row in rows { #expect(try TableText.host(row.host).origin == row.origin) }
    }
}
