extension WrongWord {
    static let absent = [
        WrongWord(.route, "query not x", "query !x"), .init(.route, "query no x", "query !x"),
        .init(.route, "query without x", "query !x"), .init(.route, "query x absent", "query !x"),
        .init(.route, "query x missing", "query !x"), .init(.route, "query ! x", "query !x"),
        .init(.route, "query x!", "query !x"), .init(.route, "query !x?", "query !x"),
        .init(.route, "query !x:slug", "query !x"), .init(.route, "query !x = 1", "query !x"),
        .init(.route, "query !x exact", "query !x"), .init(.route, "query !x _", "query !x"),
        .init(.route, "query !", "query !start"), .init(.route, "query -x", "query !x"),
        .init(.route, "query \"!x\" 1", "query !start"),
        .init(.route, "query !a !b", "query !a", right: "query !a\nquery !b"),
        .init(.route, "query x from !start", "query !start"),
    ]

    static let from = [
        WrongWord(.route, "query x from start?", "query x? from \"start\""),
        .init(.route, "query x from start:slug", "query x:slug from \"start\""),
        .init(.route, "query x from start:slug?", "query x:slug? from \"start\""),
        .init(.route, "query x from start=1", "query x from \"start\" = 1"),
        .init(.route, "query x from =1", "query x = 1"), .init(.route, "query x from = 1", "query x = 1"),
        .init(.route, "query x from ?start", "query x from \"start\""),
        .init(.route, "query x from $(start)", "query x from \"start\""),
        .init(.route, "query x from a|b", "query x from \"a|b\""),
        .init(.route, "query from start x", "query x from \"start\""),
        .init(.route, "query start as x", "query x from \"start\""),
        .init(.route, "query start -> x", "query x from \"start\""),
        .init(.route, "query x = 1 from start", "query x from \"start\" = 1"),
        .init(.route, "query x \"from\" start", "query x from \"start\""),
        .init(.route, "query x from", "query page:uint? from \"p\""),
        .init(.route, "query x? from start = 1", "query x from \"start\" = 1"),
        .init(.route, "query x from start _", "query start _"),
        .init(.action, "input x string from k", "input NAME TYPE[?] [= DEFAULT] [secret]", right: "input x string?"),
    ]

    static let flag = [
        WrongWord(.route, "query live flag", "query live:flag"), .init(.route, "query flag live", "query live:flag"),
        .init(.route, "query live:Flag", "query live:flag"), .init(.route, "query live: flag", "query live:flag"),
        .init(.route, "query live:flag = true", "query live:flag = false"),
        .init(.route, "query live:flag exact", "query live:flag? exact"),
        .init(.route, "query $(live:flag)", "query live:flag"),
        .init(.route, "query live? = false", "query live = false", right: "query live:bool = false"),
        .init(.route, "query boost:flag", "query boost:flag _"), .init(.route, "query x:flag", "query x:flag _"),
        .init(.route, "query live:flag = 1", "query live:flag = false"),
        .init(.route, "fragment live:flag", "query KEY:flag", right: "query live:flag"),
        .init(.action, "input live flag?", "input live bool?"),
        .init(
            .feature, "route q /q/$(live:flag) do a", "query KEY:flag", right: "route q /q do a {\nquery live:flag _\n}"
        ),
        .init(.route, "query live:Switch", "query live:switch"),
        .init(.route, "query live:switch? = true", "query live:switch = true"),
        .init(.route, "query x:switch", "query x:switch _"),
        .init(.action, "input live switch?", "input live bool?"),
    ]

    static let exact = [
        WrongWord(.route, "query n:uint exact", "query n:uint? exact"),
        .init(.route, "query exact n:uint?", "query n:uint? exact"),
        .init(.route, "query n:uint? exactly", "query n:uint? exact"),
        .init(.route, "query n:uint? strict", "query n:uint? exact"),
        .init(.route, "query n:uint?exact", "query n:uint? exact"),
        .init(.route, "query n:uint exact = 1", "query n:uint = 1 exact"),
        .init(.route, "query n:uint? \"exact\"", "query n:uint? exact"),
        .init(.route, "query n:uint=1", "query n:uint = 1"), .init(.route, "query n?:uint", "query n:uint?"),
        .init(.route, "query n uint", "query n:uint"), .init(.route, "query n:uint? = 1", "query n:uint = 1"),
        .init(.route, "query x n", "query x", right: "query x\nquery n:uint"),
    ]

    static let silent = [
        WrongWord(.route, "query _ boost", "query boost _"), .init(.route, "query _ boost:flag", "query boost:flag _"),
        .init(.route, "query boost:_", "query boost _"), .init(.route, "query boost _ = 1", "query boost? _"),
        .init(.route, "query boost _ _", "query boost _"), .init(.route, "query boost", "query boost _"),
        .init(.route, "query x _ from boost", "query boost _"),
        .init(.route, "query _:flag", "query page:uint? from \"p\""),
        .init(.feature, "route q /q/$(k:uint) do a", "$(_:uint)", right: "route q /q/$(_:uint) do a"),
        .init(.feature, "route q /q/$(k) do a", "*", right: "route q /q/* do a"),
        .init(.feature, "route q /q/$() do a", "$(_:uint)", right: "route q /q/$(_:uint) do a"),
        .init(.feature, "route q /q/$(:uint) do a", "$(_:uint)", right: "route q /q/$(_:uint) do a"),
        .init(.feature, "route q /q/$(*:uint) do a", "$(_:uint)", right: "route q /q/$(_:uint) do a"),
    ]

    static let types = [
        WrongWord(.route, "query x:digits", "digits(6)", right: "query x:digits(6)"),
        .init(.route, "query x:digit(6)", "digits(6)", right: "query x:digits(6)"),
        .init(.route, "query x:digits(1..6)", "digits(6)", right: "query x:digits(6)"),
        .init(.route, "query x:hex(0)", "hex(8)", right: "query x:hex(8)"),
        .init(.route, "query x:base64(22)", "base62(22)", right: "query x:base62(22)"),
        .init(.route, "query x:text", "text(1..40)", right: "query x:text(1..40)"),
        .init(.route, "query x:text(40)", "text(1..40)", right: "query x:text(1..40)"),
        .init(.route, "query n:uint(1-31)", "uint(1..31)", right: "query n:uint(1..31)"),
        .init(.route, "query n:uint(..31)", "uint(1..31)", right: "query n:uint(1..31)"),
        .init(.route, "query n:uint(31..1)", "uint(1..31)", right: "query n:uint(1..31)"),
        .init(.route, "query n:uint 1..31", "query n:uint(1..31)"),
        .init(.feature, "route q /q/$(n:uint(1..31) do a", "uint(1..31)", right: "route q /q/$(n:uint(1..31)) do a"),
        .init(
            .feature, "route q /q/$(n:uint 1..31) do a", "/q/$(n:uint(1..31))",
            right: "route q /q/$(n:uint(1..31)) do a"),
        .init(.action, "input x string(3)", "text(1..40)", right: "input x text(1..40)?"),
        .init(.route, "query x:lang", "@lang", right: "query x:@lang"),
        .init(.action, "input x labels?", "values labels labels", right: "input x a|b?"),
        .init(.route, "query kind:video _", "@video", right: "query kind:video|v _"),
        .init(.feature, "route q /q/$(_:de) do a", "values de de", right: "route q /q/$(_:de|en) do a"),
    ]

    static let patterns = [
        WrongWord(.feature, "route q /q/[$(x)] do a", "…[/$(x)]", right: "route q /q[/$(x)] do a"),
        .init(.feature, "route q /q/[x] do a", "$(x)", right: "route q /q[/$(x)] do a"),
        .init(.feature, "route q /q[/$(x) do a", "…[/a]", right: "route q /q[/$(x)] do a"),
        .init(
            .feature, "route q /q[/a[/b]] do a", "route NAME /a /a/$(b) /a/$(b)/$(c) do ACTION",
            right: "route q /q /q/a /q/a/b do a"),
        .init(.feature, "route q /q /w a", "route NAME PATTERN… do ACTION", right: "route q /q /w do a"),
        .init(.feature, "route q /q do a /w", "route NAME PATTERN… do ACTION", right: "route q /q /w do a"),
        .init(.feature, "route q /q or /w do a", "route NAME /a /b do ACTION", right: "route q /q /w do a"),
        .init(.feature, "route q /q, /w do a", "/q", right: "route q /q /w do a"),
    ]

    static let groups = [
        WrongWord(.feature, "under /g", "under PREFIX { … }", right: "under /g {\nroute q /q do a\n}"),
        .init(.feature, "under {\nroute q /q do a\n}", "under PREFIX { … }", right: "under / {\nroute q /q do a\n}"),
        .init(.feature, "under /g/ {\nroute q /q do a\n}", "under /g", right: "under /g {\nroute q /q do a\n}"),
        .init(.feature, "under g {\nroute q /q do a\n}", "/g", right: "under /g {\nroute q /q do a\n}"),
        .init(
            .feature, "under /g route q /q do a", "route q /q do a", right: "under /g {\nroute q /q do a\n}"),
        .init(
            .feature, "under /g /h {\nroute q /q do a\n}", "under PREFIX { … }", right: "under /g {\nroute q /q do a\n}"
        ),
        .init(
            .feature, "\"under\" /g {\nroute q /q do a\n}", "under", right: "under /g {\nroute q /q do a\n}"),
        .init(
            .feature, "under /g/** {\nroute q /q do a\n}", "route NAME /** do ACTION",
            right: "under /g {\nroute q /** do a\n}"),
        .init(
            .feature, "under /g {\nroute q q do a\n}", "/q", right: "under /g {\nroute q /q do a\n}"),
    ]

    private static let grouped =
        "route q /q do a {\nquery start _\n}\nroute w /q do a {\nquery game _\n}\n}"

    static let lists = [
        WrongWord(.feature, "exclusive start game", "under / {", right: "under / {\nexclusive start game\n\(grouped)"),
        .init(.feature, "ranked start game", "ranked start game", right: "under / {\nranked start game\n\(grouped)"),
        .init(.route, "exclusive start game", "under / {", right: "query x?"),
        .init(.route, "ranked start game", "under / {", right: "query x?"),
        .init(.group, "exclusive start, game", "exclusive start game"),
        .init(.group, "exclusive start? game", "exclusive start game"),
        .init(.group, "exclusive !start !game", "exclusive start game"),
        .init(.group, "exclusive start|game", "exclusive start game"),
        .init(.group, "ranked start:uint game", "ranked start game"),
        .init(.group, "ranked start > game", "ranked start game"),
        .init(.group, "ranked start", "ranked KEY KEY…", right: "ranked start game"),
        .init(.group, "exclusive", "exclusive KEY…", right: "exclusive start"),
        .init(.group, "exclusive \"\" start", "exclusive KEY…", right: "exclusive start"),
        .init(.group, "\"ranked\" start game", "ranked", right: "ranked start game"),
    ]

    static let scopes = [
        WrongWord(.file, "scheme t {\nseparator\n}", "separator \":\"", right: "scheme t {\nseparator \":\"\n}"),
        .init(.file, "scheme t {\nseparator : ,\n}", "separator \",\"", right: "scheme t {\nseparator \",\"\n}"),
        .init(.file, "scheme t {\nseparator colon\n}", "separator \":\"", right: "scheme t {\nseparator \":\"\n}"),
        .init(.file, "scheme t separator :", "separator \":\"", right: "scheme t {\nseparator \":\"\n}"),
        .init(.file, "separator \":\"", "separator \":\"", right: "scheme NAME {\nseparator \":\"\n}"),
        .init(
            .file, "host h.example {\nseparator \":\"\n}", "scheme NAME {", right: "scheme NAME {\nseparator \":\"\n}"),
        .init(.file, "scheme t {\nopen shop\n}", "open to package NAME", right: "scheme t {\nopen to package NAME\n}"),
        .init(
            .file, "scheme t {\nopen package shop\n}", "open to group NAME", right: "scheme t {\nopen to group NAME\n}"),
        .init(
            .file, "scheme t {\nopen for package shop\n}", "open to package NAME",
            right: "scheme t {\nopen to package NAME\n}"),
        .init(
            .file, "scheme t {\nopen to package a b\n}", "open to package NAME",
            right: "scheme t {\nopen to package NAME\n}"),
        .init(
            .file, "scheme t open to package shop", "open to package shop",
            right: "scheme t {\nopen to package shop\n}"),
        .init(
            .file, "host h.example open to group media", "open to group media",
            right: "host h.example {\nopen to group media\n}"),
        .init(.file, "open to package shop", "open to package shop", right: "scheme NAME {\nopen to package shop\n}"),
    ]

    static let packages = [
        WrongWord(.file, "strict-packages on", "strict-packages yes"),
        .init(.file, "strict-packages off", "strict-packages no"),
        .init(.file, "strict-packages maybe", "strict-packages no"),
        .init(.file, "strict-packages", "strict-packages yes"),
        .init(.file, "strict-packages = yes", "strict-packages yes"),
        .init(.file, "strict packages yes", "strict-packages", right: "strict-packages yes"),
        .init(.file, "strict_packages yes", "strict-packages", right: "strict-packages yes"),
        .init(.file, "user-instances on", "user-instances yes"),
        .init(.file, "user-instances off", "user-instances no"),
        .init(.file, "instances", "instances user", right: "package p\ninstances user"),
        .init(.file, "package", "package NAME"), .init(.file, "package a b", "package NAME"),
        .init(.file, "package a {\n}", "package NAME"), .init(.file, "package a/b", "package shop"),
        .init(.file, "package \"a b\"", "package shop"),
        .init(.file, "scheme t\npackage shop", "package shop", right: "package shop\nscheme t"),
    ]
}
