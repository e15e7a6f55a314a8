import Contract
import Testing

@testable import Routing

/// What a refused value or scheme is told with.
@Suite struct RefusedValueTests {
    @Test(arguments: [
        ("s://a/socks", "segment 2 is `socks`, not `$(x:@few)` (one of hats, shoes)"),
        ("s://b/9", "segment 2 is `9`, not `$(x:@many)` (one of 1, 2, 3, 4, 5, 6 and 2 more)"),
    ])
    func `a refused segment is told with the values of its set, at most six`(_ url: String, _ failure: String) throws {
        guard case .rejected(let outcome) = try Self.shop.destination(of: url) else {
            Issue.record("\(url)")
            return
        }
        #expect(outcome.rejection?.failure == failure)
    }

    @Test(arguments: [
        ("s://c?x=z", "The value of `x` is not one of hats, shoes."),
        ("s://d?x=z", "The value of `x` is not one of a, b."),
        ("s://e#z", "The fragment, which is `x`, is not one of a, b."),
        ("s://f?n=z", "The value of `n` is not of the type `uint`."),
        ("shopp://a", "No route table declares the scheme `shopp`. Did you mean `shop`?"),
        ("other://a", "No route table declares the scheme `other`."),
    ])
    func `a refused value or scheme is told with those that are accepted`(_ url: String, _ message: String) throws {
        guard case .rejected(let outcome) = try Self.shop.destination(of: url) else {
            Issue.record("\(url)")
            return
        }
        #expect(outcome.message == message)
    }

    @Test(arguments: [
        ("https://xn--bcher-kva.a.example/", "`*.a.example`", 8),
        ("https://x.xn--bcher-kva.b.example/", "`**.b.example`", 10),
        ("https://x.xn--bcher-kva.a.example/", nil, 8), ("http://xn--bcher-kva.a.example/", nil, 7),
        ("https://xn--bcher-kva.a.example:8443/", nil, 8),
    ])
    func `a host with an encoded label is told why the wildcard does not cover it`(
        _ url: String, _ wildcard: String?, _ offset: Int
    ) throws {
        let ruleset = try Tables.ruleset(
            "host *.a.example **.b.example\nfeature F {\naction go {\nrespond\n}\nroute a /** do go\n}\n")
        guard case .rejected(let outcome) = ruleset.destination(of: url) else {
            Issue.record("\(url)")
            return
        }
        let reason = wildcard.map { " \($0) covers no label that begins with `xn--`" }
        #expect(outcome.message.contains(reason ?? "No route table declares the host") == true, "\(outcome.message)")
        #expect(outcome.message.contains("covers no label") == (wildcard != nil))
        #expect(outcome.rejection?.offset == offset && (wildcard == nil || outcome.rejection?.nearest == nil))
    }

    private static var shop: Ruleset {
        get throws {
            try Tables.ruleset(
                """
                scheme s shop
                values few shoes hats
                values many 8 7 6 5 4 3 2 1
                feature F {
                    action go {
                        input x string?
                        input n uint?
                        respond
                    }
                    route a /a/$(x:@few) do go
                    route b /b/$(x:@many) do go
                    route c /c do go {
                        query x:@few? exact
                    }
                    route d /d do go {
                        query x:a|b? exact
                    }
                    route e /e do go {
                        fragment x:a|b
                    }
                    route f /f do go {
                        query n:uint? exact
                    }
                }
                """)
        }
    }
}
