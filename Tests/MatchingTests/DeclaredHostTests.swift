import TestSupport
import Testing

@testable import Matching

@Suite struct DeclaredHostTests {
    @Test(arguments: [
        ("example.com", "example.com"), ("https://example.com:443", "example.com"),
        ("http://example.com:80", "http://example.com"),
        ("*.pods.example", "*.pods.example"), ("**.x.example:8443", "**.x.example:8443"), ("127.0.0.1", "127.0.0.1"),
        ("http://[::1]:8080", "http://[::1]:8080"), ("xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("localhost", "localhost"),
    ])
    func `a parsed host has its canonical spelling`(_ text: String, _ canonical: String) throws {
        #expect(try TableText.host(text).text == canonical)
    }

    @Test(arguments: [
        ("", PatternError.Kind.hostEmpty, 0), ("https://", .hostEmpty, 8), ("Example.com", .hostNotLowerCase, 0),
        ("a.com.", .hostTrailingDot, 5),
        ("a..b", .hostSyntax, 2), ("a b", .hostSyntax, 1), ("bücher.de", .hostNotASCII, 1), ("a.*.b", .hostWildcard, 2),
        ("*", .hostWildcard, 0),
        ("*.127.0.0.1", .hostWildcard, 2), ("127.1", .hostAddress, 0), ("[::0:1]", .hostAddress, 0),
        ("[zz]", .hostAddress, 0),
        ("a:0", .hostPort, 1), ("a:65536", .hostPort, 1), ("a:", .hostPort, 1), ("a:080", .hostPort, 1),
        ("-a.com", .hostSyntax, 0), ("a/b", .hostSyntax, 1),
        ("u@a", .hostSyntax, 1),
    ])
    func `a text that is not a host is refused at its error`(_ text: String, _ kind: PatternError.Kind, _ offset: Int) {
        let error = #expect(throws: PatternError.self) { try TableText.host(text) }
        #expect(error?.kind == kind)
        #expect(error?.offset == offset)
    }

    @Test(arguments: [
        ("bücher.example", "write xn--bcher-kva.example"),
        ("https://**.Bücher.example:8443", "write xn--bcher-kva.example"),
        ("日本。jp", "write xn--wgv71a.jp"), ("a\u{200D}b", "this host has no xn-- form, so no link can contain it"),
        ("é/x", "this host has no xn-- form, so no link can contain it"),
    ])
    func `a host that is not ASCII is refused with the form to write`(_ text: String, _ help: String) {
        let error = #expect(throws: PatternError.self) { try TableText.host(text) }
        #expect(error?.help == (ICU.isInstalled ? help : "write its xn-- form"))
    }

    @Test(
        .enabled(if: ICU.isInstalled(for: "an xn-- label that is not a valid A-label is refused")),
        arguments: [("xn--a.b", 0, 5), ("*.b.xn--xn---epa.c", 4, 12), ("a.xn--0", 2, 5)])
    func `an xn-- label that is not a valid A-label is refused`(_ text: String, _ offset: Int, _ length: Int) {
        let error = #expect(throws: PatternError.self) { try TableText.host(text) }
        #expect(error?.kind == .hostSyntax && error?.offset == offset && error?.length == length)
    }
}
