import Conf
import Testing

@testable import Routing

/// Words with braces, as other routers write captures.
@Suite struct BraceTests {
    private static func table(_ route: String) -> String {
        """
        scheme s
        host h.example
        feature F {
            action go {
                input id string = x
                respond
            }
            \(route)
        }
        """
    }

    @Test(arguments: [
        ("/a/{id}", "captures are written `$(id)`; quote the word if the braces belong to the text"),
        ("{id}", "captures are written `$(id)`; quote the word if the braces belong to the text"),
        ("/{a}/{b}", "captures are written `$(b)`; quote the word if the braces belong to the text"),
        ("/a/{id:[0-9]+}", "captures are written `$(id)`; quote the word if the braces belong to the text"),
        ("/a/{}", "captures are written `$(name)`; quote the word if the braces belong to the text"),
        ("sava{sv}", "write \"sava{sv}\""),
    ])
    func `a word with braces neither opens nor closes a block, so later errors are seen`(
        _ pattern: String, _ help: String
    ) {
        let result = Tables.load(
            Self.table("route a \(pattern) do go\n    route b /b do og\n    route c /c do go {\n    nonsense\n    }"))
        #expect(
            result.diagnostics.inOrder.map(\.code) == [.misplacedBrace, .unknownAction, .unknownDirective],
            "\(Tables.printed(result))")
        #expect(result.diagnostics.inOrder[0].help == help)
    }
}
