import Conf
import Contract
import Features
import Links
import Testing

@testable import Routing

/// Checks the language sentence by sentence, from the text of a table to the outcome of a link.
@Suite struct LanguageTests {
    /// The route with the action's inputs, lists joined by slashes; or the code.
    private func decide(_ url: String, _ ruleset: Ruleset) -> String {
        switch ruleset.destination(of: url) {
        case .routed(let routed, _):
            let inputs = routed.inputs.map { "\($0.name)=\($0.value.argumentText)" }
            return ([ruleset.routes[routed.route].name] + inputs).joined(separator: " ")
        case .rejected(let outcome): return outcome.code.rawValue
        }
    }

    private static let rows =
        LanguageRow.scopes + LanguageRow.segments + LanguageRow.patterns + LanguageRow.queries
        + LanguageRow.exclusions + LanguageRow.precedence + LanguageRow.failures

    @Test(arguments: rows)
    func `links have the outcomes of the sentence`(_ row: LanguageRow) throws {
        let ruleset = try Tables.ruleset(row.table)
        for (url, outcome) in row.outcomes { #expect(decide(url, ruleset) == outcome, "\(url)") }
    }

    // The order of a file never matters: the same rows, their routes from the last to the first.
    @Test(arguments: rows)
    func `links have the same outcomes with the routes in reverse`(_ row: LanguageRow) throws {
        let ruleset = try Tables.ruleset(row.reversed)
        for (url, outcome) in row.outcomes { #expect(decide(url, ruleset) == outcome, "\(url)") }
    }

    /// Sentence, codes in the order of the text, head, routes.
    private static let loads: [(sentence: String, codes: String, head: String, routes: String)] = [
        (
            "equal routes are an error, even with over", "RT502",
            "scheme s",
            """
            route r /$(x) do a {
                over q
            }
            route q /$(y) do a
            """
        ),
        (
            "a star and a capture are equal", "RT502",
            "scheme s",
            """
            route r /$(x) do a
            route q /* do a
            """
        ),
        (
            "over is not transitive", "RT501",
            "scheme s",
            """
            route r /a/$(x)/$(y) do a {
                over q
            }
            route q /$(x)/b/$(y) do a {
                over p
            }
            route p /$(x)/$(y)/c do a
            """
        ),
        (
            "over is about routes of one entry", "RT505",
            "scheme s t",
            """
            route r /$(x:int) do a {
                in s
                over q
            }
            route q /$(y:hex) do a {
                in t
            }
            """
        ),
        (
            "routes of different entries never overlap", "",
            "scheme s t",
            """
            route r /$(x:int) do a {
                in s
            }
            route q /$(y:hex) do a {
                in t
            }
            route p /1$(x) do a
            """
        ),
        (
            "routes that share one of several entries do", "RT501",
            "scheme s t",
            """
            route r /$(x:int) do a {
                in s t
            }
            route q /$(y:hex) do a {
                in t
            }
            """
        ),
        (
            "inclusion and over together make no circle", "RT503",
            "scheme s",
            """
            route r /a/$(x:slug) do a
            route q /a/$(x) do a {
                over p
            }
            route p /$(y)/b do a {
                over r
            }
            """
        ),
        (
            "an except that covers what two routes share settles it", "",
            "scheme s",
            """
            route r /f/$(x) do a {
                except /f/b
            }
            route q /$(y)/b do a
            """
        ),
        (
            "strict against a key that it does not declare is no overlap", "",
            "scheme s",
            """
            route r /a do a {
                strict
            }
            route q /a do a {
                query x
            }
            """
        ),
        (
            "two required keys overlap", "RT501",
            "scheme s",
            """
            route r /a do a {
                query x
            }
            route q /a do a {
                query y
            }
            """
        ),
        (
            "one key of two disjoint types does not", "",
            "scheme s",
            """
            route r /a do a {
                query x:uint
            }
            route q /a do a {
                query x:bool
            }
            """
        ),
        (
            "an optional key decides nothing", "RT502",
            "scheme s",
            """
            route r /a do a {
                query x?
            }
            route q /a do a {
                query y?
            }
            """
        ),
        (
            "a tail beside everything is no overlap", "",
            "scheme s",
            """
            route r /** do a
            route q /$(x:uint)/$(y) do a
            route p /a do a {
                query x
            }
            """
        ),
        (
            "two scopes of one route are named once", "RT603",
            "scheme s",
            """
            route r /a do a {
                in s s
            }
            """
        ),
        (
            "a scope of `in` is declared", "RT604",
            "scheme s",
            """
            route r /a do a {
                in t
            }
            """
        ),
        (
            "`in app` needs a scheme, `in web` a host", "RT604",
            "scheme s",
            """
            route r /a do a {
                in web
            }
            """
        ),
        (
            "app, web, http and https are no schemes", "RT601 RT601 RT601 RT601",
            "scheme app web http https s",
            """
            route r /a do a
            """
        ),
        (
            "addresses are exact hosts alone", "RT602",
            "host *.192.0.2.1 h.example",
            """
            route r /a do a
            """
        ),
        (
            "a host has no dot at its end, no capitals and no umlauts", "RT602 RT602 RT602",
            "host h.example. H.example höf.example i.example",
            """
            route r /a do a
            """
        ),
        (
            "a star is a whole label, the first", "RT602 RT602",
            "host a*.h.example a.*.example h.example",
            """
            route r /a do a
            """
        ),
        (
            "a scheme or host has one owner", "RT603 RT603",
            "scheme s S\nhost h.example h.example:443",
            """
            route r /a do a
            """
        ),
        (
            "the same host with another port or scheme is another host", "",
            "host h.example http://h.example h.example:8443",
            """
            route r /a do a
            """
        ),
        (
            "a tail stands last", "RT402",
            "scheme s",
            """
            route r /**/a do a
            """
        ),
        (
            "a segment has one capture", "RT402",
            "scheme s",
            """
            route r /$(x)-$(y) do a
            """
        ),
        (
            "a capture has one name", "RT402",
            "scheme s",
            """
            route r /$(x)/$(x) do a
            """
        ),
        (
            "a pattern begins with a slash", "RT402",
            "scheme s",
            """
            route r a do a
            """
        ),
        (
            "a backslash begins an escape", "RT402",
            "scheme s",
            #"""
            route r /a\b do a
            """#
        ),
        (
            "a pattern waits for no link that cannot come", "RT402 RT402 RT402",
            "scheme s",
            """
            route r /a%2Fb do a
            route q /.. do a
            route p /a//b do a
            """
        ),
        (
            "an exclusion takes no captures", "RT412 RT412",
            "scheme s\ndeny /$(x)",
            """
            route r /a do a {
                except /a/$(x)
            }
            """
        ),
        (
            "one name has one source", "RT407",
            "scheme s",
            """
            route r /$(x) do a {
                query x?
            }
            """
        ),
        (
            "neither has a constant a second", "RT407",
            "scheme s",
            """
            route r /$(x) do a {
                with x 1
            }
            """
        ),
        (
            "a parameter that no input takes is a warning", "RT406",
            "scheme s",
            """
            route r /$(z) do a
            """
        ),
        (
            "a constant that no input takes is an error", "RT414",
            "scheme s",
            """
            route r /a do a {
                with z 1
            }
            """
        ),
        (
            "a parameter lies inside its input", "RT404",
            "scheme s",
            """
            route r /$(n) do a
            """
        ),
        (
            "a narrower parameter fits a wider input", "",
            "scheme s",
            """
            route r /$(x:uint)/$(y:date) do a
            """
        ),
        (
            "a constant is a value of its input", "RT414",
            "scheme s",
            """
            route r /a do a {
                with n x
            }
            """
        ),
        (
            "values are declared before or after, but declared", "RT408",
            "scheme s",
            """
            route r /$(x:@lang) do a
            """
        ),
        (
            "unused values are a warning", "RT410",
            "scheme s\nvalues lang en",
            """
            route r /a do a
            """
        ),
        (
            "an unused scheme and host are warnings", "RT606 RT606",
            "scheme s t\nhost h.example",
            """
            route r /a do a {
                in s
            }
            """
        ),
        (
            "a scope that is only denied is unused", "RT606",
            "scheme s t\ndeny /a in t",
            """
            route r /b do a {
                in s
            }
            """
        ),
        (
            "a host under a wildcard that is used is used",
            "",
            "host *.h.example **.h.example a.h.example *.b.h.example",
            """
            route r /a do a {
                in *.h.example
            }
            route q /b do a {
                in **.h.example
            }
            """
        ),
        (
            "a host that the wildcard does not cover is not",
            "RT606 RT606 RT606",
            "host **.h.example a.h.example:8443 http://a.h.example xn--bcher-kva.h.example",
            """
            route r /a do a {
                in **.h.example
            }
            """
        ),
        (
            "a needless over is a warning", "RT505 RT505",
            "scheme s",
            """
            route r /a do a {
                over q
            }
            route q /$(x) do a
            route p /b/c do a {
                over q
            }
            """
        ),
        (
            "over against inclusion is an error", "RT504",
            "scheme s",
            """
            route r /$(x) do a {
                over q
            }
            route q /a do a
            """
        ),
        (
            "over names a route, and another", "RT413 RT413",
            "scheme s",
            """
            route r /$(x) do a {
                over s
            }
            route q /a do a {
                over q
            }
            """
        ),
        (
            "a route that a denial covers is reached by no link", "RT507",
            "scheme s\ndeny /a/**",
            """
            route r /a/$(x) do a
            """
        ),
        (
            "a denial in one scope of two leaves the other", "",
            "scheme s t\ndeny /a/** in s",
            """
            route r /a/$(x) do a
            """
        ),
        (
            "a route behind a broader one of an earlier entry is reached by no link", "RT506",
            "scheme s",
            """
            route r /a/b do a
            route q /a/** do a {
                in s
            }
            """
        ),
        (
            "where the broader one excepts it, it is reached", "",
            "scheme s",
            """
            route r /a/b do a
            route q /a/** do a {
                in s
                except /a/b
            }
            """
        ),
        (
            "where one scope is left, it is reached", "",
            "scheme s t",
            """
            route r /a/b do a
            route q /a/** do a {
                in s
            }
            """
        ),
        (
            "an action of another feature is unknown here", "RT403",
            "scheme s",
            """
            route r /a do b
            feature G {
                action b {
                    respond
                }
                route g /g do b
            }
            """
        ),
        (
            "two features may have actions of one name, and no table two routes of one", "RT401",
            "scheme s",
            """
            route r /a do a
            feature G {
                action a {
                    respond
                }
                route r /g do a
            }
            """
        ),
        (
            "`in`, `strict` and `fragment` are said once", "RT103 RT103 RT103",
            "scheme s",
            """
            route r /a do a {
                in s
                in s
                strict
                strict
                fragment x?
                fragment y?
            }
            """
        ),
        (
            "a set of one is its literal", "RT502",
            "scheme s\nvalues one lit",
            """
            route r /$(x:@one) do a
            route q /lit do a
            """
        ),
        (
            "both words of bool are bool", "RT502",
            "scheme s",
            """
            route r /$(x:bool) do a
            route q /$(y:true|false) do a
            """
        ),
        (
            "a tail is a tail by any name", "RT502",
            "scheme s",
            """
            route r /a/** do a
            route q /a/$(t:**) do a
            """
        ),
        (
            "two fragments make no two routes", "RT502",
            "scheme s",
            """
            route r /a do a {
                fragment x
            }
            route q /a do a {
                fragment y?
            }
            """
        ),
        (
            "a key that the strict route does not declare keeps the other outside", "RT501",
            "scheme s",
            """
            route r /a do a {
                query x
                query y?
            }
            route q /a do a {
                query x?
                strict
            }
            """
        ),
        (
            "an exclusion has the empty last segment too", "",
            "scheme s\ndeny /a/",
            """
            route r /a do a
            route q /a/$(x) do a
            """
        ),
        (
            "`in` may spell the scheme of a host, and must for http", "RT604",
            "host h.example http://i.example",
            """
            route r /a do a {
                in https://h.example
            }
            route q /b do a {
                in http://i.example
            }
            route p /c do a {
                in i.example
            }
            """
        ),
        (
            "a trailing slash makes no overlap", "",
            "scheme s",
            """
            route r /a/$(x) do a
            route q /a/ do a
            route p /a do a
            route o /a/$(x)/ do a
            """
        ),
        (
            "no link has a value of a set with a slash in it", "RT402",
            "scheme s\nvalues odd a/b c",
            """
            route r /$(x:@odd) do a
            """
        ),
        (
            "an except that leaves something of what two routes share does not settle it", "RT501",
            "scheme s",
            """
            route r /f/$(x)/$(y) do a {
                except /f/b/c
            }
            route q /$(x)/b/$(y) do a
            """
        ),
    ]

    @Test(arguments: loads)
    func `a table is told what the sentence says`(
        _ row: (sentence: String, codes: String, head: String, routes: String)
    ) {
        let result = Tables.load(LanguageRow.table(row.head, row.routes))
        let codes = result.diagnostics.inOrder.map(\.code.rawValue).joined(separator: " ")
        #expect(codes == row.codes, "\(row.sentence)\n\(Tables.printed(result))")
    }
}
