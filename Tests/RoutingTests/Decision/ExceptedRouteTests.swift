import Conf
import Testing

@testable import Routing

/// Routes that their own `except` lines leave no link.
@Suite struct ExceptedRouteTests {
    @Test(arguments: [
        ("/y/*", "except /y/**", true), ("/y", "except /y/**", true), ("/y/**", "except /**", true),
        ("/$(x:a|b)/c", "except /a/c\nexcept /b/*", true), ("/y/*", "except /y/a", false),
        ("/y/*", "except /y/a*", false),
        ("/$(x:a|b)/c", "except /a/c", false), ("/y/**", "except /y/*", false),
    ])
    func `a route whose own excepts cover all of its links is reached by none`(
        _ pattern: String, _ excepts: String, _ isReported: Bool
    ) {
        let table =
            "scheme s\nfeature F {\naction go {\ninput x string?\nrespond\n}\nroute r \(pattern) do go {\n\(excepts)\n}\n}"
        let diagnostics = Tables.load(table).diagnostics.kept
        #expect(diagnostics.map(\.code) == (isReported ? [.unreachableRoute] : []))
        let message = "no link reaches the route `r`: its own `except` covers every path"
        #expect(diagnostics.allSatisfy { $0.message == message })
    }
}
