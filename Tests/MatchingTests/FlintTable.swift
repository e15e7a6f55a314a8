/// Outcomes of patterns on plain paths, row by row, compared with the original, the program that this language descends
/// from.
enum FlintTable {
    /// The relation of a group of rows to the original.
    enum Standing: Sendable {
        /// The original's own fixtures; all of them hold.
        case upstream
        /// Other behaviour of the original that is correct.
        case kept
        /// Defects of the original, corrected as the record of its behaviour proposes.
        case corrected
        /// Questions that the record leaves open, decided as the original behaves.
        case decided
        /// Rows in which this language differs from the original.
        case departs
    }

    /// Rows with one reason.
    struct Group: Sendable {
        let standing: Standing
        let reason: String
        /// Pattern, path and outcome: `match` with the captures by name, `no`, or `invalid` for an invalid pattern.
        let rows: [(pattern: String, path: String, outcome: String)]

        init(_ standing: Standing, _ reason: String, _ rows: [(pattern: String, path: String, outcome: String)]) {
            self.standing = standing
            self.reason = reason
            self.rows = rows
        }
    }

    static let groups: [Group] = [
        Group(
            .upstream, "the fixtures of the original",
            [
                ("/hello/", "/hello", "no"), ("/hello", "/hello", "match"), ("/^hello", "/^hello", "match"),
                ("/hello/$(value)", "/hello/$someValueWithDollar", "match value=$someValueWithDollar"),
                ("/hello/world", "/hello", "no"), ("/hello/world", "/hello/", "no"),
                ("/hello/world", "/hello/worl", "no"), ("/hello/world", "hello/world", "no"),
                ("/hello/world", "/hello/world", "match"), ("/hello/world/", "/hello/world", "no"),
                ("/hello/world/", "/hello/world/", "match"), ("/hello/**", "/hello", "no"),
                ("/hello/**", "/hello/", "match"), ("/hello/**", "/hello/this/is/a/test", "match"),
                ("/hello/*", "/hello/small/world", "no"), ("/hello/*", "/hello/small", "match"),
                ("/hello/*", "/hello/small/", "no"), ("/hello/*/", "/hello/small/", "match"),
                ("/hello/*/world", "/hello/small/world", "match"),
                ("/$(param1)/world", "/hello/world", "match param1=hello"),
                ("/prefix$(param1)/world", "/prefixhello/world", "match param1=hello"),
                ("/$(param1)suffix/world", "/hellosuffix/world", "match param1=hello"),
                ("/prefix$(param1)suffix/world", "/prefixhellosuffix/world", "match param1=hello"),
                ("/prefix$(param1)suffix/world", "/prefixhellosuffix/", "no"),
                ("/prefix$(param1)suffix/world", "/prefixhellosuf/world", "no"),
                ("/documents/prefix$(param1)suffix/world", "/prefixhellosuf/world", "no"),
                ("/documents/prefix$(param1)suffix/world", "/documents/prefixhellosuffix/world", "match param1=hello"),
                (
                    "/documents/prefix$(param1)suffix/$(thing)", "/documents/prefixhellosuffix/world",
                    "match param1=hello thing=world"
                ),
                (
                    "/documents/prefix$(param1)suffix/world/$(mode)", "/documents/prefixhellosuffix/world/map",
                    "match mode=map param1=hello"
                ),
                ("notPrefixedWithSlash", "notPrefixedWithSlash", "match"),
                ("/prefixedWithSlash", "prefixedWithSlash", "no"),
            ]),
        Group(
            .kept, "measured on the original, and correct",
            [
                ("account/profile/view", "account/profile/view", "match"),
                ("account/*/view", "account/x/view", "match"), ("account/*/view", "account//view", "no"),
                ("account/*/view", "account/a/b/view", "no"), ("account/**", "account/", "match"),
                ("account/**", "account", "no"), ("account/**", "account/a/b", "match"),
                ("account/$(id)", "account/42", "match id=42"), ("account/$(id)", "account/42/x", "no"),
                ("account/$(id)", "account/", "no"), ("account/$(id)", "account", "no"),
                ("account/$(id)/view", "account/42/view", "match id=42"), ("account/$(id)/view", "account/42", "no"),
                ("account/junk$(id)here/view", "account/junk42here/view", "match id=42"),
                ("account/junk$(id)here/view", "account/junkhere/view", "no"),
                ("account/junk$(id)here/*/view", "account/junk42here/q/view", "match id=42"),
                ("/store/categories/grindcore", "/store/categories/grindcore", "match"),
                ("/store/$(category)/grindcore", "/store/x/grindcore", "match category=x"),
                ("/store/$(category)/items/$(sku)", "/store/x/items/9", "match category=x sku=9"),
                ("/store/$(category)/items/**", "/store/x/items/a/b", "match category=x"),
                ("/store/$(category)/items/**", "/store/x/items/", "match category=x"),
                ("/store/$(category)/items/**", "/store/x/items", "no"),
                ("/store/$(category)/*/whatever", "/store/x/y/whatever", "match category=x"),
                ("/store/*/whatever", "/store/x/whatever", "match"), ("/**", "/", "match"), ("/**", "/a/b", "match"),
                ("/**", "", "no"), ("/something*", "/somethingelse", "match"),
                ("/*something", "/xsomething", "match"), ("/$(a)b)", "/xb)", "match a=x"),
                ("/__MACRO__", "/__MACRO__", "match"), ("/a.b", "/a.b", "match"), ("/a.b", "/aXb", "no"),
                ("/a+b", "/a+b", "match"), ("/a]b", "/a]b", "match"), ("/a-b", "/a-b", "match"),
                ("/a{b}", "/a{b}", "match"), ("/a|b", "/a|b", "match"),
                ("/a?b", "/a?b", "match"), ("/a#b", "/a#b", "match"), ("/a+$(x)", "/a+1", "match x=1"),
                ("/a+$(x)", "/aa1", "no"), ("/^$(x)", "/^1", "match x=1"), ("/(a)$(x)", "/(a)1", "match x=1"),
                ("/hello", "/HELLO", "no"), ("/Hello", "/hello", "no"), ("/h\u{E9}", "/h\u{E9}", "match"),
                ("/$(x)", "/\u{1F600}", "match x=\u{1F600}"), ("/$(x)", "/e\u{301}", "match x=e\u{301}"),
                ("/\u{1F600}$(x)", "/\u{1F600}1", "match x=1"), ("/hello world", "/hello world", "match"),
                ("/", "/", "match"), ("/", "", "no"), ("a/", "a/", "match"), ("a/", "a", "no"),
                ("/$(x)/", "/a/", "match x=a"), ("/$(x)/", "/a", "no"), ("/$(x)", "/a/", "no"),
                ("/a/**/", "/a/b", "invalid"), ("/**/b", "/a/b", "invalid"), ("/a/$(x)/**", "/a/1/2/3", "match x=1"),
                ("/a/*/b", "/a/1/b", "match"), ("/$(x)", "/a?b=c", "match x=a?b=c"),
            ]),
        Group(
            .corrected, "a defect of the original, corrected as proposed",
            [
                ("/store/*/**", "/store/x/y", "match"), ("/something*", "/other", "no"), ("/*something", "/x", "no"),
                ("/a*b", "/zzz", "no"), ("blog/*/*/*/post-$(postname)", "blog/2019/1/2/post-hi", "match postname=hi"),
                ("$(x)", "a", "match x=a"), ("$(x)/view", "a/view", "match x=a"), ("*", "a", "match"),
                ("**", "a", "match"), ("/$(a)$(b)", "/xyz", "invalid"), ("/$(a)$(b)", "/x", "invalid"),
                ("/$(a)/$(a)", "/1/2", "invalid"), ("/$(a.b)", "/x", "invalid"), ("/$(*)", "/x", "invalid"),
                ("/$(a(b)", "/x", "invalid"), ("/cost$5", "/cost$5", "match"), ("/cost$", "/cost$", "match"),
                ("/$", "/$", "match"), ("/a$()b", "/a$()b", "invalid"), ("/$( a )", "/x", "invalid"),
                ("/$(a b)", "/x", "invalid"), ("/$(a", "/x", "invalid"),
                ("/__MACRO__$(x)", "/__MACRO__a", "match x=a"), ("/__MACRO__$(x)", "/a1", "no"),
                ("/hello", "/hello\n", "no"), ("/hello", "/hello\r\n", "no"), ("/a**", "/aXYZ", "invalid"),
                ("/a**", "/zzz", "invalid"), ("/***", "/a", "invalid"), ("/***", "/a/b", "invalid"),
                ("/a/*/$(x)", "/a/1/2", "match x=2"), ("/a/*/b/$(x)", "/a/1/b/2", "match x=2"), ("", "/a", "invalid"),
            ]),
        Group(
            .decided, "left open, decided like the original",
            [
                ("/$(a-b)", "/x", "match a-b=x"), ("/h\u{E9}", "/he\u{301}", "no"),
            ]),
        Group(
            .departs, "an unrooted pattern matches unrooted text; the original added this slash by mistake",
            [
                ("*/$(id)", "/a/b", "no"), ("*/$(id)/view", "/a/b/view", "no"),
            ]),
        Group(
            .departs,
            "the slash counts in bare text; a table has only rooted patterns, for links of both families",
            [
                ("account/profile/view", "/account/profile/view", "no"),
                ("/account/profile/view", "account/profile/view", "no"), ("account/**", "/account/a/b", "no"),
            ]),
        Group(
            .departs, "matched only because the original added a slash",
            [
                ("$(x)", "/a", "no"), ("$(x)/view", "/a/view", "no"), ("*", "/a", "no"), ("**", "/a", "no"),
            ]),
        Group(
            .departs, "two captures in one segment would make precedence undecidable by inclusion",
            [
                ("/$(a)-$(b)", "/1-2-3", "invalid"), ("/$(a)-$(b)", "/1-2", "invalid"),
                ("/$(a)-$(b)", "/-", "invalid"),
            ]),
        Group(
            .departs, "a capture and a star in one segment are two captures",
            [
                ("/x-$(a)-*", "/x-1-*", "invalid"), ("/x-$(a)-*", "/x-1-2", "invalid"),
            ]),
        Group(
            .departs, "a backslash escapes, and no link may contain one",
            [
                ("/a\\b", "/a\\b", "invalid")
            ]),
        Group(
            .departs, "brackets are optional parts of patterns",
            [
                ("/a[b]", "/a[b]", "invalid")
            ]),
        Group(
            .departs, "no link may contain a control character",
            [
                ("/hello/$(x)", "/hello/a\n", "no"), ("/hello/$(x)", "/hello/a\nb", "no"),
                ("/hello/**", "/hello/a\nb", "no"), ("/hello/*", "/hello/a\nb", "no"),
            ]),
        Group(
            .departs, "a percent sign and two digits could be decoded a second time, so no link may contain them",
            [
                ("/hello%20world", "/hello world", "invalid"), ("/hello%20world", "/hello%20world", "invalid"),
            ]),
        Group(
            .departs, "no link may contain an empty segment before its last",
            [
                ("//", "//", "invalid"), ("//", "/", "invalid"), ("/a//b", "/a//b", "invalid"),
                ("/a//b", "/a/b", "invalid"),
            ]),
        Group(
            .departs, "no link may contain a dot segment",
            [
                ("/a/./b", "/a/b", "invalid"), ("/a/../b", "/b", "invalid"), ("/$(x)", "/..", "no"),
                ("/$(x)", "/.", "no"),
            ]),
    ]
}
