import Conf
import Contract
import Testing

@testable import Routing

/// The words of `query` lines and groups are words only where they have a meaning; elsewhere they are names.
@Suite struct NewWordTests {
    static let words = ["under", "exclusive", "ranked", "exact", "from", "flag", "digits", "hex", "text", "base62"]

    @Test(arguments: words)
    func
        `a scheme, a feature, an action, an input, a route, a key, a channel and a set may have the word as their name`(
            _ word: String
        ) throws
    {
        let ruleset = try Tables.ruleset(
            """
            scheme \(word)
            values \(word) de en
            channel \(word) {
                kind plain
            }
            feature \(word) {
                action \(word) {
                    input \(word) @\(word)
                    channel \(word)
                }
                action other {
                    input \(word) string = \(word)
                    respond $(\(word))
                }
                route \(word) /\(word)/$(\(word):@\(word)) do \(word) {
                    in \(word)
                }
                route key /key do other {
                    query \(word)? from \(word) exact
                }
                route default /default do other {
                    query \(word) = \(word)
                    query !\(word)x
                }
                under /\(word) {
                    exclusive \(word)
                    route in-group /a do other {
                        query \(word)
                    }
                }
            }
            """)
        #expect(Tables.result("\(word):/\(word)/de", in: ruleset) == "\(word) \(word)=de")
        #expect(Tables.result("\(word):/key?\(word)=1", in: ruleset) == "key \(word)=1")
        #expect(Tables.result("\(word):/default", in: ruleset) == "default \(word)=\(word)")
        #expect(Tables.result("\(word):/\(word)/a?\(word)=2", in: ruleset) == "in-group \(word)=2")
    }

    @Test(arguments: [("/a\\[b\\]", "s:/a%5Bb%5D"), ("/\\[", "s:/%5B"), ("/\\]$(x)", "s:/%5Dv")])
    func `brackets in a pattern are written with a backslash`(_ pattern: String, _ url: String) throws {
        let text = "scheme s\nfeature F {\naction a {\ninput x string?\nrespond\n}\nroute r \(pattern) do a\n}\n"
        #expect(Tables.codes(text) == [])
        let result = Tables.result(url, in: try Tables.ruleset(text))
        #expect(result == "r" || result == "r x=v")
    }
}
