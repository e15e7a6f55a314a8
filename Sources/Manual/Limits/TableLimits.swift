internal import Contract
internal import Routing

/// What a link may have.
enum URLLimits {
    static let all = [
        LimitHelp(
            "urlBytes", .bytes(Limits.urlBytes), "a URL", "the link is `rejected.url.tooLong`", setting: .url),
        LimitHelp("mostURLBytes", .bytes(Limits.mostURLBytes), "`limit url`", "the table is refused (RT107)"),
        LimitHelp(
            "segments", .count(Limits.segments), "segments of a path", "the link is `rejected.url.tooManySegments`",
            setting: .segments),
        LimitHelp("mostSegments", .count(Limits.mostSegments), "`limit segments`", "the table is refused (RT107)"),
        LimitHelp(
            "queryItems", .count(Limits.queryItems), "items of a query, parted by `&`",
            "the link is `rejected.url.tooManyItems`", setting: .items),
        LimitHelp("mostQueryItems", .count(Limits.mostQueryItems), "`limit items`", "the table is refused (RT107)"),
        LimitHelp(
            "hostBytes", .bytes(Limits.hostBytes), "the host of a web link",
            "the link is `rejected.url.forbiddenComponent`"),
        LimitHelp(
            "labelBytes", .bytes(Limits.labelBytes), "one label of such a host, in its `xn--` form",
            "the link is `rejected.url.forbiddenComponent`"),
        LimitHelp(
            "linkScopes", .count(Limits.linkScopes), "schemes and hosts that are tried when a link is built",
            "name one: `deeplinkctl link --scope`"),
    ]
}

/// What the files of a table may have.
enum LanguageLimits {
    static let all = [
        LimitHelp("tableBytes", .bytes(Limits.tableBytes), "all files of a table", refused),
        LimitHelp("tableFiles", .count(Limits.tableFiles), "files of a table", refused),
        LimitHelp("tableStatements", .count(Limits.tableStatements), "statements of a table", refused),
        LimitHelp("tableWords", .count(Limits.tableWords), "words of a table", refused),
        LimitHelp(
            "fullPackages", .count(Limits.fullPackages), "parts of a table's limits; a package may have one of them",
            "the package is not read"),
        LimitHelp("folderNames", .count(Limits.folderNames), "names in a folder of tables", refused),
        LimitHelp("includeDepth", .count(Limits.includeDepth), "files that include one another", refused),
        LimitHelp("wordBytes", .bytes(Limits.wordBytes), "one word", refused),
        LimitHelp("lineWords", .count(Limits.lineWords), "words of one line", refused),
        LimitHelp("nesting", .count(Limits.nesting), "blocks inside each other", refused),
        LimitHelp("diagnostics", .count(Limits.diagnostics), "reports of one run", "the others are counted"),
        LimitHelp(
            "overlapsPerRoute", .count(Limits.overlapsPerRoute), "overlaps that are reported of one route",
            "the others are counted"),
        LimitHelp(
            "precedenceBytes", .count(Limits.precedenceBytes), "bytes that the search for overlaps compares", refused),
        LimitHelp("mostWidth", .count(Limits.mostWidth), "`limit width`", refused, setting: .width),
    ]

    static let refused = "the table is refused"
}

/// What routes and actions may have.
enum ActionTexts {
    static let all = [
        LimitHelp("captures", .count(Limits.captures), "captures of a pattern", LanguageLimits.refused),
        LimitHelp(
            "patternsOfRoute", .count(Limits.patternsOfRoute), "patterns of a route, with those of optional parts",
            LanguageLimits.refused),
        LimitHelp("tablePatterns", .count(Limits.tablePatterns), "patterns of a table", LanguageLimits.refused),
        LimitHelp("routeKeys", .count(Limits.routeKeys), "query keys of a route", LanguageLimits.refused),
        LimitHelp("inputs", .count(Limits.inputs), "inputs of an action", LanguageLimits.refused),
        LimitHelp(
            "confirmationBytes", .bytes(Limits.confirmationBytes), "the question of a confirmation",
            LanguageLimits.refused),
        LimitHelp(
            "confirmationValueCharacters", .count(Limits.confirmationValueCharacters),
            "characters of a value that such a question shows", "the rest is left out"),
        LimitHelp(
            "actionTimeout", .time(Limits.actionTimeout), "the program of an action without `timeout`",
            "it is stopped: `failed.timeout`"),
        LimitHelp(
            "longestActionTime", .time(Limits.longestActionTime), "`timeout` and `acknowledge`", LanguageLimits.refused),
        LimitHelp(
            "actionOutputBytes", .bytes(Limits.actionOutputBytes), "each output stream of a program without `output`",
            "the rest is counted"),
        LimitHelp(
            "mostActionOutputBytes", .bytes(Limits.mostActionOutputBytes), "`output`", LanguageLimits.refused),
        LimitHelp(
            "killGrace", .time(Limits.killGrace), "the time of a program to end after SIGTERM", "it gets SIGKILL"),
        LimitHelp(
            "runningPrograms", .count(Limits.runningPrograms), "programs at once", "the link is `rejected.overloaded`"),
        LimitHelp(
            "runningProgramsPerUser", .count(Limits.runningProgramsPerUser), "programs of one user at once",
            "the link is `rejected.overloaded`"),
        LimitHelp(
            "detachedProgramsPerUser", .count(Limits.detachedProgramsPerUser),
            "programs of one user that outlived their calls (`detach`)", "the link is `rejected.overloaded`"),
    ]
}
