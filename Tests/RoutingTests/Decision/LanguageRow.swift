import Testing

/// A sentence of the language, a table that shows it, and the outcomes of links in that table.
struct LanguageRow: CustomTestStringConvertible, Sendable {
    let sentence: String
    let table: String
    /// The same table with its routes from the last to the first.
    let reversed: String
    /// URL, and the route with the action's inputs, or the code.
    let outcomes: [(url: String, outcome: String)]

    /// - Parameter head: what stands outside of the feature.
    init(_ sentence: String, _ head: String, _ routes: String, _ outcomes: [(url: String, outcome: String)]) {
        self.sentence = sentence
        self.outcomes = outcomes
        table = Self.table(head, routes)
        reversed = Self.table(head, Self.reversed(routes))
    }

    var testDescription: String { sentence }

    private static func reversed(_ routes: String) -> String {
        var blocks: [[Substring]] = []
        for line in routes.split(separator: "\n") {
            if line.hasPrefix("route ") || blocks.isEmpty { blocks.append([]) }
            blocks[blocks.count - 1].append(line)
        }
        return blocks.reversed().joined().joined(separator: "\n")
    }

    /// A table with one action that takes anything.
    static func table(_ head: String, _ routes: String) -> String {
        """
        \(head)
        feature F {
            action a {
                input x string?
                input y string?
                input t **?
                input n uint?
                respond
            }
        \(routes)
        }
        """
    }
}

// Scopes: which links a table owns, and which of its entries is asked first.
extension LanguageRow {
    static let scopes = [
        LanguageRow(
            "a host is https unless it says http",
            "host h.example\nhost http://p.example",
            """
            route r /a do a
            """,
            [
                ("https://h.example/a", "r"), ("http://h.example/a", "rejected.url.schemeNotAllowed"),
                ("http://p.example/a", "r"), ("https://p.example/a", "rejected.url.schemeNotAllowed"),
            ]),
        LanguageRow(
            "a host may say both",
            "host h.example http://h.example",
            """
            route r /a do a
            """,
            [
                ("https://h.example/a", "r"), ("http://h.example/a", "r"),
            ]),
        LanguageRow(
            "a port is part of the host, and the scheme's own is none",
            "host h.example:8443 d.example:443 http://e.example:80",
            """
            route r /a do a
            """,
            [
                ("https://h.example:8443/a", "r"), ("https://h.example/a", "rejected.url.hostNotAllowed"),
                ("https://h.example:443/a", "rejected.url.hostNotAllowed"), ("https://d.example/a", "r"),
                ("https://d.example:443/a", "r"), ("http://e.example/a", "r"), ("http://e.example:80/a", "r"),
                ("https://d.example:444/a", "rejected.url.hostNotAllowed"),
            ]),
        LanguageRow(
            "one star is one label",
            "host *.h.example",
            """
            route r /a do a
            """,
            [
                ("https://x.h.example/a", "r"), ("https://h.example/a", "rejected.url.hostNotAllowed"),
                ("https://x.y.h.example/a", "rejected.url.hostNotAllowed"),
                ("https://xh.example/a", "rejected.url.hostNotAllowed"),
            ]),
        LanguageRow(
            "two stars are one label or more",
            "host **.h.example",
            """
            route r /a do a
            """,
            [
                ("https://x.h.example/a", "r"), ("https://x.y.z.h.example/a", "r"),
                ("https://h.example/a", "rejected.url.hostNotAllowed"),
            ]),
        LanguageRow(
            "a wildcard has its port and scheme too",
            "host http://*.h.example:8080",
            """
            route r /a do a
            """,
            [
                ("http://x.h.example:8080/a", "r"), ("https://x.h.example:8080/a", "rejected.url.schemeNotAllowed"),
                ("http://x.h.example/a", "rejected.url.hostNotAllowed"),
            ]),
        LanguageRow(
            "exact, then one label, then many labels, the longest first, then any",
            "host h.example *.h.example **.h.example **.y.h.example",
            """
            route exact /a do a {
                in h.example
            }
            route one /a do a {
                in *.h.example
            }
            route many /a do a {
                in **.h.example
            }
            route longer /a do a {
                in **.y.h.example
            }
            route any /$(x) do a
            """,
            [
                ("https://h.example/a", "exact"), ("https://x.h.example/a", "one"),
                ("https://x.z.h.example/a", "many"), ("https://x.y.h.example/a", "longer"),
                ("https://z.x.y.h.example/a", "longer"), ("https://x.y.h.example/b", "any x=b"),
            ]),
        LanguageRow(
            "the first entry with a route that accepts decides, however broad",
            "host h.example *.h.example",
            """
            route broad /** do a {
                in h.example
            }
            route narrow /a/b do a {
                in h.example *.h.example
            }
            route any /a do a
            route any-b /a/c do a
            """,
            [
                ("https://h.example/a/b", "narrow"), ("https://h.example/a", "broad"),
                ("https://h.example/a/c", "broad"), ("https://x.h.example/a", "any"),
            ]),
        LanguageRow(
            "where an entry has none that accepts, the next is asked",
            "host h.example",
            """
            route q /a do a {
                in h.example
                query x:uint
            }
            route any /a do a
            """,
            [
                ("https://h.example/a?x=1", "q x=1"), ("https://h.example/a?x=y", "any"),
                ("https://h.example/a", "any"),
            ]),
        LanguageRow(
            "a route stands in every scope that `in` names",
            "scheme s t\nhost h.example i.example *.h.example",
            """
            route r /a do a {
                in s h.example *.h.example
            }
            route u /b do a
            """,
            [
                ("s:a", "r"), ("t:a", "rejected.route.notFound"), ("https://h.example/a", "r"),
                ("https://x.h.example/a", "r"), ("https://i.example/a", "rejected.route.notFound"), ("t:b", "u"),
                ("https://i.example/b", "u"),
            ]),
        LanguageRow(
            "`in app` is every scheme, `in web` every host",
            "scheme s t\nhost h.example *.h.example",
            """
            route r /a do a {
                in app
            }
            route w /b do a {
                in web
            }
            route m /c do a {
                in web t
            }
            """,
            [
                ("s:a", "r"), ("t:a", "r"), ("https://h.example/a", "rejected.route.notFound"),
                ("https://x.h.example/b", "w"), ("s:b", "rejected.route.notFound"), ("t:c", "m"),
                ("s:c", "rejected.route.notFound"),
            ]),
        LanguageRow(
            "a scheme exactly named goes before `in app`",
            "scheme s t",
            """
            route r /a do a {
                in app
            }
            route e /a do a {
                in t
            }
            """,
            [
                ("s:a", "r"), ("t:a", "e"),
            ]),
        LanguageRow(
            "an undeclared scheme is not allowed",
            "scheme s\nhost h.example",
            """
            route r /a do a
            """,
            [
                ("u:a", "rejected.url.schemeNotAllowed"), ("http://h.example/a", "rejected.url.schemeNotAllowed"),
                ("ftp://h.example/a", "rejected.url.schemeNotAllowed"),
            ]),
        LanguageRow(
            "an address is a host only where it is listed",
            "host 192.0.2.1 [2001:db8::1] **.example",
            """
            route r /a do a
            """,
            [
                ("https://192.0.2.1/a", "r"), ("https://[2001:db8::1]/a", "r"), ("https://[2001:DB8::1]/a", "r"),
                ("https://[2001:db8:0:0::1]/a", "rejected.url.forbiddenComponent"),
                ("https://192.0.2.2/a", "rejected.url.hostNotAllowed"),
                ("https://0xC0000201/a", "rejected.url.forbiddenComponent"),
            ]),
        LanguageRow(
            "a host with a dot at its end is refused",
            "host h.example",
            """
            route r /a do a
            """,
            [
                ("https://h.example./a", "rejected.url.hostNotAllowed")
            ]),
        LanguageRow(
            "under a wildcard a label of the xn-- form is refused unless it is listed",
            "host **.h.example xn--bcher-kva.h.example",
            """
            route r /a do a
            """,
            [
                ("https://xn--bcher-kva.h.example/a", "r"), ("https://bücher.h.example/a", "r"),
                ("https://xn--mnchen-3ya.h.example/a", "rejected.url.hostNotAllowed"),
                ("https://x.xn--bcher-kva.h.example/a", "rejected.url.hostNotAllowed"),
            ]),
        LanguageRow(
            "a wildcard of another port is another entry",
            "host *.h.example **.h.example:8443 x.h.example:8443",
            """
            route r /a do a {
                in **.h.example:8443
            }
            route q /a do a {
                in *.h.example
            }
            """,
            [
                ("https://x.h.example:8443/a", "r"), ("https://y.z.h.example:8443/a", "r"),
                ("https://x.h.example/a", "q"), ("https://y.z.h.example/a", "rejected.url.hostNotAllowed"),
            ]),
        LanguageRow(
            "a host without an exact declaration in the same file falls to its wildcard",
            "host *.h.example **.example",
            """
            route r /a do a {
                in **.example
            }
            route q /b do a {
                in *.h.example
            }
            """,
            [
                ("https://x.h.example/a", "r"), ("https://x.h.example/b", "q"), ("https://h.example/a", "r"),
                ("https://h.example/b", "rejected.route.notFound"),
            ]),
    ]
}

// Segments: what a link is before any pattern sees it.
extension LanguageRow {
    static let segments = [
        LanguageRow(
            "four spellings, one list of segments",
            "scheme s\nhost h.example",
            """
            route r /a/$(x) do a
            """,
            [
                ("s://a/b", "r x=b"), ("s:/a/b", "r x=b"), ("s:a/b", "r x=b"), ("s:///a/b", "r x=b"),
                ("https://h.example/a/b", "r x=b"),
            ]),
        LanguageRow(
            "a path has at least one segment",
            "scheme s\nhost h.example",
            """
            route r / do a
            """,
            [
                ("https://h.example", "r"), ("https://h.example/", "r"), ("s:", "r"), ("s:/", "r"), ("s:///", "r"),
                ("s://", "r"),
            ]),
        LanguageRow(
            "only the last segment may be empty",
            "scheme s\nhost h.example",
            """
            route r /a/ do a
            route t /a/b/** do a
            """,
            [
                ("s:a/", "r"), ("s:a", "rejected.route.notFound"), ("s:a//", "rejected.url.forbiddenComponent"),
                ("https://h.example//a/", "rejected.url.forbiddenComponent"),
                ("s:a/b//c", "rejected.url.forbiddenComponent"),
            ]),
        LanguageRow(
            "an empty segment is no way round a denial",
            "host h.example\ndeny /internal/**",
            """
            route r /** do a
            """,
            [
                ("https://h.example/internal/x", "rejected.route.excluded"),
                ("https://h.example//internal/x", "rejected.url.forbiddenComponent"),
            ]),
        LanguageRow(
            "a custom host has no port, user or address",
            "scheme s",
            """
            route r /** do a
            """,
            [
                ("s://a:80/b", "rejected.url.forbiddenComponent"), ("s://u@a/b", "rejected.url.forbiddenComponent"),
                ("s://u:p@a/b", "rejected.url.forbiddenComponent"),
                ("s://[::1]/b", "rejected.url.forbiddenComponent"),
            ]),
        LanguageRow(
            "a segment never decodes to a dot segment",
            "scheme s\nhost h.example",
            """
            route r /** do a
            """,
            [
                ("s:a/%2E%2E/b", "rejected.url.forbiddenComponent"),
                ("https://h.example/a/%2e/b", "rejected.url.forbiddenComponent"),
                ("s://%2e%2e/b", "rejected.url.forbiddenComponent"),
            ]),
        LanguageRow(
            "schemes and web hosts fold case, custom hosts and paths do not",
            "scheme s\nhost h.example",
            """
            route r /Abc do a
            """,
            [
                ("S://Abc", "r"), ("s://abc", "rejected.route.notFound"), ("HTTPS://H.Example/Abc", "r"),
                ("https://h.example/abc", "rejected.route.notFound"),
            ]),
        LanguageRow(
            "a path is split before it is decoded, and each segment decoded once",
            "scheme s",
            """
            route r /a/$(x) do a
            route two /a/b/c do a
            """,
            [
                ("s:a/b%20c", "r x=b c"), ("s:a/%C3%A9", "r x=é"), ("s:a/b%2Fc", "rejected.url.forbiddenComponent"),
                ("s:a/%2562", "rejected.url.forbiddenComponent"), ("s:%61/b", "r x=b"),
            ]),
    ]
}

// Patterns: what each atom takes, and what it hands on.
extension LanguageRow {
    static let patterns = [
        LanguageRow(
            "a literal is compared byte for byte",
            "scheme s",
            """
            route r "/a b" do a
            route accent /é do a
            route dot /a.b do a
            route plus /a+b do a
            route dollar /$5 do a
            route hash /a\\#b do a
            """,
            [
                ("s:a%20b", "r"), ("s:%C3%A9", "accent"), ("s:e%CC%81", "rejected.route.notFound"), ("s:a.b", "dot"),
                ("s:axb", "rejected.route.notFound"), ("s:a+b", "plus"), ("s:$5", "dollar"), ("s:a%23b", "hash"),
            ]),
        LanguageRow(
            "a star and an opening of a capture can be meant as such",
            "scheme s",
            #"""
            route star /\* do a
            route open /\$(x) do a
            """#,
            [
                ("s:*", "star"), ("s:b", "rejected.route.notFound"), ("s:$(x)", "open"),
            ]),
        LanguageRow(
            "a capture is one character or more of one segment",
            "scheme s",
            """
            route r /a/$(x) do a
            route f /img-$(y).png do a
            """,
            [
                ("s:a/", "rejected.route.notFound"), ("s:a/b/c", "rejected.route.notFound"), ("s:img-7.png", "f y=7"),
                ("s:img-.png", "rejected.route.notFound"), ("s:img-a.png.png", "f y=a.png"),
            ]),
        LanguageRow(
            "a nameless capture has affixes and is not handed on",
            "scheme s",
            """
            route r /v*-rc/$(x) do a
            """,
            [
                ("s:v1-rc/b", "r x=b"), ("s:v-rc/b", "rejected.route.notFound"),
            ]),
        LanguageRow(
            "int",
            "scheme s",
            """
            route r /$(x:int) do a
            """,
            [
                ("s:0", "r x=0"), ("s:-1", "r x=-1"), ("s:-0", "rejected.route.notFound"),
                ("s:01", "rejected.route.notFound"), ("s:+1", "rejected.route.notFound"),
                ("s:-9223372036854775808", "r x=-9223372036854775808"),
                ("s:-9223372036854775809", "rejected.route.notFound"),
            ]),
        LanguageRow(
            "uint",
            "scheme s",
            """
            route r /$(x:uint) do a
            """,
            [
                ("s:0", "r x=0"), ("s:9223372036854775807", "r x=9223372036854775807"),
                ("s:9223372036854775808", "rejected.route.notFound"), ("s:-1", "rejected.route.notFound"),
                ("s:1.0", "rejected.route.notFound"), ("s:%D9%A1", "rejected.route.notFound"),
            ]),
        LanguageRow(
            "hex",
            "scheme s",
            """
            route r /$(x:hex) do a
            """,
            [
                ("s:0aF", "r x=0aF"), ("s:0xA", "rejected.route.notFound"), ("s:g", "rejected.route.notFound"),
            ]),
        LanguageRow(
            "uuid",
            "scheme s",
            """
            route r /$(x:uuid) do a
            """,
            [
                ("s:123E4567-e89b-12d3-a456-426614174000", "r x=123E4567-e89b-12d3-a456-426614174000"),
                ("s:123e4567e89b12d3a456426614174000", "rejected.route.notFound"),
                ("s:123e4567-e89b-12d3-a456-42661417400", "rejected.route.notFound"),
            ]),
        LanguageRow(
            "slug",
            "scheme s",
            """
            route r /$(x:slug) do a
            """,
            [
                ("s:a-b_C9", "r x=a-b_C9"), ("s:_", "r x=_"), ("s:-a", "rejected.route.notFound"),
                ("s:a.b", "rejected.route.notFound"), ("s:%C3%A9", "rejected.route.notFound"),
            ]),
        LanguageRow(
            "date",
            "scheme s",
            """
            route r /$(x:date) do a
            """,
            [
                ("s:2024-02-29", "r x=2024-02-29"), ("s:2023-02-29", "rejected.route.notFound"),
                ("s:1900-02-29", "rejected.route.notFound"), ("s:2000-02-29", "r x=2000-02-29"),
                ("s:0000-01-01", "rejected.route.notFound"), ("s:2024-2-9", "rejected.route.notFound"),
            ]),
        LanguageRow(
            "bool",
            "scheme s",
            """
            route r /$(x:bool) do a
            """,
            [
                ("s:true", "r x=true"), ("s:false", "r x=false"), ("s:TRUE", "rejected.route.notFound"),
                ("s:1", "rejected.route.notFound"),
            ]),
        LanguageRow(
            "a set, named or listed",
            "scheme s\nvalues lang en de",
            """
            route r /$(x:@lang) do a
            route q /q/$(y:a|b|c) do a
            """,
            [
                ("s:de", "r x=de"), ("s:fr", "rejected.route.notFound"), ("s:DE", "rejected.route.notFound"),
                ("s:q/c", "q y=c"), ("s:q/a|b", "rejected.route.notFound"),
            ]),
        LanguageRow(
            "a typed capture has affixes",
            "scheme s\nvalues lang en de",
            """
            route r /v$(x:uint) do a
            route l /page.$(y:@lang).html do a
            """,
            [
                ("s:v12", "r x=12"), ("s:v012", "rejected.route.notFound"), ("s:page.de.html", "l y=de"),
                ("s:page.fr.html", "rejected.route.notFound"),
            ]),
        LanguageRow(
            "a tail takes one entry of the list or more, and the lone empty one is none",
            "scheme s",
            """
            route r /a/$(t:**) do a
            route n /b/** do a
            """,
            [
                ("s:a/", "r t="), ("s:a/b", "r t=b"), ("s:a/b/", "r t=b/"), ("s:a/b/c", "r t=b/c"),
                ("s:a", "rejected.route.notFound"), ("s:b/", "n"), ("s:b", "rejected.route.notFound"),
            ]),
        LanguageRow(
            "a trailing slash is significant",
            "scheme s",
            """
            route r /a do a
            route q /b/ do a
            route c /c/$(x)/ do a
            """,
            [
                ("s:a", "r"), ("s:a/", "rejected.route.notFound"), ("s:b", "rejected.route.notFound"), ("s:b/", "q"),
                ("s:c/d/", "c x=d"), ("s:c/d", "rejected.route.notFound"),
            ]),
    ]
}

// Queries and fragments: what selects, and what is only checked.
extension LanguageRow {
    static let queries = [
        LanguageRow(
            "required keys select a route",
            "scheme s",
            """
            route none /a do a
            route x /a do a {
                query x:uint
            }
            route xy /a do a {
                query x:uint
                query y
            }
            """,
            [
                ("s:a", "none"), ("s:a?x=1", "x x=1"), ("s:a?x=b", "none"), ("s:a?y=1&x=1", "xy x=1 y=1"),
                ("s:a?y=1", "none"), ("s:a?x=1&x=2", "none"), ("s:a?x=1&y=", "x x=1"),
            ]),
        LanguageRow(
            "optional keys never do",
            "scheme s",
            """
            route all /** do a
            route r /a do a {
                query x:uint?
                query n:uint = 3
            }
            """,
            [
                ("s:a", "r n=3"), ("s:a?x=1", "r x=1 n=3"), ("s:a?x=b", "r n=3"),
                ("s:a?x=1&x=1", "r n=3"), ("s:a?x=", "r n=3"), ("s:a?x=%FF", "rejected.input.invalid"),
                ("s:a?n=4", "r n=4"), ("s:a?n=b", "r n=3"), ("s:a?z=%FF&z=2", "r n=3"),
            ]),
        LanguageRow(
            "exact keys never do, and refuse",
            "scheme s",
            """
            route all /** do a
            route r /a do a {
                query x:uint? exact
                query n:uint = 3 exact
            }
            """,
            [
                ("s:a", "r n=3"), ("s:a?x=1", "r x=1 n=3"), ("s:a?x=b", "rejected.input.invalid"),
                ("s:a?x=1&x=1", "rejected.input.duplicate"), ("s:a?x=", "rejected.input.invalid"),
                ("s:a?n=4", "r n=4"), ("s:a?n=b", "rejected.input.invalid"), ("s:a?z=%FF&z=2", "r n=3"),
            ]),
        LanguageRow(
            "strict selects too",
            "scheme s",
            """
            route r /a do a {
                query x?
                strict
            }
            route all /a do a {
                query x?
            }
            """,
            [
                ("s:a", "r"), ("s:a?x=1", "r x=1"), ("s:a?x=1&z=2", "all x=1"), ("s:a?z", "all"),
            ]),
        LanguageRow(
            "strict alone refuses undeclared keys",
            "scheme s",
            """
            route r /a do a {
                strict
            }
            """,
            [
                ("s:a", "r"), ("s:a?", "r"), ("s:a?x=1", "rejected.input.unexpected"), ("s:a?&&", "r"),
            ]),
        LanguageRow(
            "items are split at &, then at the first =; a plus is a space; one decoding; keys compare decoded",
            "scheme s",
            """
            route r /a do a {
                query x
            }
            """,
            [
                ("s:a?x=1=2", "r x=1=2"), ("s:a?x=a+b%2Bc", "r x=a b+c"), ("s:a?%78=1", "r x=1"),
                ("s:a?y=1&x=2", "r x=2"), ("s:a?x=%2541", "r x=%41"), ("s:a?x=1;y=2", "r x=1;y=2"),
                ("s:a?X=1", "rejected.input.missing"),
            ]),
        LanguageRow(
            "a value may hold what a segment may not, but no control and no invalid UTF-8",
            "scheme s",
            """
            route r /a do a {
                query x
            }
            """,
            [
                ("s:a?x=..%2F%5C", "r x=../\\"), ("s:a?x=%00", "rejected.input.invalid"),
                ("s:a?x=%C0%80", "rejected.input.invalid"), ("s:a?x=%E2%80%AE", "rejected.input.invalid"),
                ("s:a?x=%252F", "r x=%2F"),
            ]),
        LanguageRow(
            "a query never changes a capture",
            "scheme s",
            """
            route r /a/$(x) do a
            """,
            [
                ("s:a/1?x=2", "r x=1")
            ]),
        LanguageRow(
            "a fragment selects nothing and is checked",
            "scheme s",
            """
            route r /a do a {
                fragment x:uint
            }
            route all /** do a
            """,
            [
                ("s:a#1", "r x=1"), ("s:a", "rejected.input.missing"), ("s:a#b", "rejected.input.invalid"),
                ("s:b#whatever", "all"),
            ]),
        LanguageRow(
            "a fragment may be missing, or have a default",
            "scheme s",
            """
            route r /a do a {
                fragment x:uint?
            }
            route d /b do a {
                fragment n:uint = 7
            }
            """,
            [
                ("s:a", "r"), ("s:a#", "r"), ("s:a#4", "r x=4"), ("s:b", "d n=7"), ("s:b#1", "d n=1"),
                ("s:b#x", "rejected.input.invalid"),
            ]),
    ]
}

// `except` and `deny`.
extension LanguageRow {
    static let exclusions = [
        LanguageRow(
            "an except carves out of its own route alone",
            "scheme s",
            """
            route r /a/$(x) do a {
                except /a/b /a/c-*
            }
            route all /** do a {
                except /z/**
            }
            """,
            [
                ("s:a/x", "r x=x"), ("s:a/b", "all"), ("s:a/c-1", "all"), ("s:a/c-", "r x=c-"),
                ("s:z", "rejected.route.excluded"), ("s:z/", "rejected.route.excluded"),
                ("s:z/y/x", "rejected.route.excluded"), ("s:zz", "all"),
            ]),
        LanguageRow(
            "an except never changes precedence",
            "scheme s",
            """
            route broad /a/$(x) do a {
                except /a/1
            }
            route narrow /a/$(y:int) do a
            """,
            [
                ("s:a/1", "narrow y=1"), ("s:a/2", "narrow y=2"), ("s:a/b", "broad x=b"),
            ]),
        LanguageRow(
            "deny goes before every route, and its tail covers the parent",
            "scheme s\nhost h.example\ndeny /a/**\ndeny /b/*",
            """
            route r /** do a
            route exact /a/b do a {
                in s
            }
            """,
            [
                ("s:a", "rejected.route.excluded"), ("s:a/", "rejected.route.excluded"),
                ("s:a/b", "rejected.route.excluded"), ("https://h.example/a/c", "rejected.route.excluded"),
                ("s:b/c", "rejected.route.excluded"), ("s:b", "r"), ("s:b/c/d", "r"), ("s:b/", "r"),
            ]),
        LanguageRow(
            "deny in a scope denies there alone",
            "scheme s t\nhost h.example *.h.example\ndeny /a in s\ndeny /b in web\ndeny /c in *.h.example app",
            """
            route r /** do a
            """,
            [
                ("s:a", "rejected.route.excluded"), ("t:a", "r"), ("https://h.example/a", "r"), ("s:b", "r"),
                ("https://h.example/b", "rejected.route.excluded"),
                ("https://x.h.example/b", "rejected.route.excluded"),
                ("https://x.h.example/c", "rejected.route.excluded"), ("https://h.example/c", "r"),
                ("t:c", "rejected.route.excluded"),
            ]),
        LanguageRow(
            "a denial in a wildcard holds for the exact hosts under it",
            "host h.example x.h.example *.h.example\ndeny /a in *.h.example",
            """
            route r /** do a
            route exact /a do a {
                in x.h.example
            }
            """,
            [
                ("https://x.h.example/a", "rejected.route.excluded"), ("https://h.example/a", "r"),
            ]),
        LanguageRow(
            "an exclusion has stars of one segment",
            "scheme s\ndeny /*/secret\ndeny /img/*.gif",
            """
            route r /** do a
            """,
            [
                ("s:a/secret", "rejected.route.excluded"), ("s:secret", "r"), ("s:a/b/secret", "r"),
                ("s:img/x.gif", "rejected.route.excluded"), ("s:img/.gif", "r"),
            ]),
    ]
}

// Precedence: the narrower wins, and `over` where neither is.
extension LanguageRow {
    static let precedence = [
        LanguageRow(
            "the narrower wins: literal, set, uint, hex, slug, string, tail",
            "scheme s\nvalues few 7 8 x",
            """
            route tail /** do a
            route str /$(x) do a
            route sl /$(x:slug) do a
            route hx /$(x:hex) do a
            route ui /$(x:uint) do a
            route lit /7 do a
            """,
            [
                ("s:7", "lit"), ("s:8", "ui x=8"), ("s:a", "hx x=a"), ("s:z", "sl x=z"), ("s:z.z", "str x=z.z"),
                ("s:z/z", "tail"),
            ]),
        LanguageRow(
            "a literal member of a set wins over the set",
            "scheme s",
            """
            route set /$(x:new|old) do a
            route lit /new do a
            route all /$(y) do a
            """,
            [
                ("s:new", "lit"), ("s:old", "set x=old"), ("s:other", "all y=other"),
            ]),
        LanguageRow(
            "more affix is narrower",
            "scheme s",
            """
            route a /img-$(x) do a
            route b /img-$(x).png do a
            route c /$(x) do a
            """,
            [
                ("s:img-1.png", "b x=1"), ("s:img-1.gif", "a x=1.gif"), ("s:1.png", "c x=1.png"),
            ]),
        LanguageRow(
            "a longer tail is narrower, and a fixed path narrower than a tail",
            "scheme s",
            """
            route one /a/** do a
            route two /a/$(x)/** do a
            route fix /a/b/c do a
            route cap /a/$(x)/$(y) do a
            """,
            [
                ("s:a/z", "one"), ("s:a/z/", "two x=z"), ("s:a/b/c", "fix"), ("s:a/z/c", "cap x=z y=c"),
                ("s:a/b/c/d", "two x=b"),
            ]),
        LanguageRow(
            "over decides an overlap",
            "scheme s",
            """
            route n /$(x:int) do a {
                over h
            }
            route h /$(y:hex) do a
            """,
            [
                ("s:1", "n x=1"), ("s:-1", "n x=-1"), ("s:a", "h y=a"), ("s:10", "n x=10"),
            ]),
        LanguageRow(
            "over with a path that is left-first",
            "scheme s",
            """
            route l /a/$(x) do a
            route r /$(y)/b do a {
                over l
            }
            """,
            [
                ("s:a/b", "r y=a"), ("s:a/c", "l x=c"), ("s:c/b", "r y=c"),
            ]),
        LanguageRow(
            "over may name several",
            "scheme s",
            """
            route n /$(x:int) do a {
                over h g
            }
            route h /$(y:hex) do a
            route g /1$(y) do a {
                over h
            }
            """,
            [
                ("s:12", "n x=12"), ("s:1a", "g y=a"), ("s:2a", "h y=2a"),
            ]),
        LanguageRow(
            "what is narrower than a route that goes first by over goes before it",
            "scheme s",
            """
            route p /$(x)/b do a {
                over q
            }
            route q /a/$(y) do a
            route n /$(x:uint)/b do a
            route l /a/b do a
            """,
            [
                ("s:a/b", "l"), ("s:7/b", "n x=7"), ("s:c/b", "p x=c"), ("s:a/c", "q y=c"),
            ]),
        LanguageRow(
            "types in the middle of a path are tried in order of narrowness, and backtracked from",
            "scheme s",
            """
            route u /$(x:uint)/a do a
            route h /$(x:hex)/b do a
            route s /$(x)/c do a
            route l /7/d do a
            route t /$(x)/** do a
            """,
            [
                ("s:7/a", "u x=7"), ("s:7/b", "h x=7"), ("s:7/c", "s x=7"), ("s:7/d", "l"), ("s:7/e", "t x=7"),
                ("s:7.7/c", "s x=7.7"), ("s:7.7/a", "t x=7.7"),
            ]),
    ]
}

// What is said where no route accepts, and constants.
extension LanguageRow {
    static let failures = [
        LanguageRow(
            "one that fails only by its except is excluded, only by its query an input; both, none",
            "scheme s",
            """
            route e /a/$(x) do a {
                except /a/b
                query y
            }
            """,
            [
                ("s:a/c?y=1", "e x=c y=1"), ("s:a/b?y=1", "rejected.route.excluded"),
                ("s:a/c", "rejected.input.missing"), ("s:a/b", "rejected.route.notFound"),
            ]),
        LanguageRow(
            "with gives a constant",
            "scheme s",
            """
            route r /a do a {
                with n 5
            }
            route q /b do a {
                with x -5
            }
            """,
            [
                ("s:a", "r n=5"), ("s:b", "q x=-5"), ("s:a?n=6", "r n=5"),
            ]),
    ]
}
