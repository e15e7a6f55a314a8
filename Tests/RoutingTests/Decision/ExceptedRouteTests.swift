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

    @Test(arguments: [
        ("/$(x:a|b)/c", "except /a/c", "deny /b/*", true),
        ("/$(x:a|b|d)/c", "except /a/c", "deny /b/**\ndeny /d/c", true),
        ("/$(x:a|b)/c", "except /a/c", "deny /b/d", false), ("/$(x:a|b)/c", "except /a/c", "deny /b/c in s", false),
        ("/$(x:a|b)/c", "except /a/c", "deny /b/c in s t", true),
    ])
    func `a route of which except and deny together cover all links is reached by none`(
        _ pattern: String, _ excepts: String, _ denies: String, _ isReported: Bool
    ) throws {
        let table =
            "scheme s\nscheme t\n\(denies)\nfeature F {\naction go {\ninput x string?\nrespond\n}\n"
            + "route r \(pattern) do go {\nin s t\n\(excepts)\n}\n}"
        let diagnostics = Tables.load(table).diagnostics.kept
        #expect(diagnostics.map(\.code) == (isReported ? [.unreachableRoute] : []))
        guard isReported else { return }
        let diagnostic = try #require(diagnostics.first)
        #expect(
            diagnostic.message == "no link reaches the route `r`: its `except` and `deny` together cover every path")
        #expect(diagnostic.help == "remove it, or narrow its `except` or the `deny`")
        #expect(diagnostic.related.count == denies.split(separator: "\n").count, "each deny")
    }
}
