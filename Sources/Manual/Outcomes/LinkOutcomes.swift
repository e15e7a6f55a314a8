import Contract

/// The codes of links that are rejected: for their text, for their route, or for their inputs.
enum LinkOutcomes {
    static let urlInvalid = OutcomeHelp(
        """
        The text is not an absolute URL as the URL standard defines it. `rejection.rule` names the rule, and
        `rejection.offset` the byte. A common reason is a missing scheme.
        """,
        person: "Check the link for a typing error.", program: .mend, near: [.urlForbiddenComponent],
        example: .player(url: "play/episodes"))

    static let urlTooLong = OutcomeHelp(
        """
        The link has more bytes than the table allows. `rejection` has the limit and the amount; a table changes the limit
        with `limit url`.
        """,
        person: "Use a shorter link.", program: .mend, near: [.urlTooManySegments, .urlTooManyItems])

    static let urlTooManySegments = OutcomeHelp(
        """
        The path of the link has more segments than the table allows. `rejection` has the limit and the amount.
        """,
        person: "Use a shorter link.", program: .mend, near: [.urlTooLong, .urlTooManyItems],
        example: .player(top: "limit segments 2", url: "podcast:play/a/b"))

    static let urlTooManyItems = OutcomeHelp(
        """
        The query of the link has more items than the table allows. `rejection` has the limit and the amount.
        """,
        person: "Use a shorter link.", program: .mend, near: [.urlTooLong, .urlTooManySegments],
        example: .player(top: "limit items 2", url: "podcast:play?a=1&b=2&c=3"))

    static let schemeNotAllowed = OutcomeHelp(
        """
        No table declares the scheme of the link, the part before the colon. `http` is another scheme than `https`. If a
        declared one is near, `rejection.nearest` names it.
        """,
        person: "Check the link; its app may not be installed.", program: .mend,
        near: [.urlHostNotAllowed, .routeNotFound],
        example: .player(url: "podcats:play"))

    static let hostNotAllowed = OutcomeHelp(
        """
        No table declares the host and port of the web link. If a declared host is near, `rejection.nearest` names it.
        """,
        person: "Check the link.", program: .mend, near: [.urlSchemeNotAllowed, .routeNotFound],
        example: .player(top: "host podcasts.example", url: "https://podcast.example/play"))

    static let forbiddenComponent = OutcomeHelp(
        """
        The link has something that is legal in a URL and often hides an attack: a user name before the host, an encoded
        slash, `..`, an invisible character. It is refused before any route looks at it. `rejection.rule` names the rule.
        """,
        person: "Do not trust the link; ask its sender for a plain one.", program: .mend, near: [.urlInvalid],
        example: .player(url: "podcast:play/../settings"))

    static let routeNotFound = OutcomeHelp(
        """
        The scheme or host is declared, and no route matches the rest of the link. The line `nearest` names the route that
        came nearest, if one is near, and what kept it from matching. `deeplinkctl match` tries a link against a table.
        """,
        person: "Check the link.", program: .mend, near: [.routeExcluded, .urlSchemeNotAllowed],
        example: .player(url: "podcast:stop"))

    static let routeExcluded = OutcomeHelp(
        """
        A `deny` line of the table, or an `except` line of the route that would have taken the link, refuses it on purpose.
        """,
        person: "Nothing; the link is not meant to be opened from outside.", program: .mend, near: [.routeNotFound],
        example: .player(top: "deny /internal/**", url: "podcast:internal/logs"))

    static let packageUnavailable = OutcomeHelp(
        """
        The scheme or host belongs to a package of the route table that has an error, and no earlier version of it is in
        force. The message names the package. `deeplinkctl status` shows the error to operators.
        """,
        person: "Ask an operator of the machine to mend the package.", program: .mend,
        near: [.pendingTable, .urlSchemeNotAllowed])

    static let actionNotFound = OutcomeHelp(
        """
        The request names an action in place of a link, and no route leads to an action of this name. The message suggests
        the nearest one.
        """,
        person: "Tell the developer of the program.", program: .mend, near: [.routeNotFound])

    static let inputMissing = OutcomeHelp(
        """
        A route takes the link, and a value that it needs is not there, for example a required fragment. `rejection.key`
        names it.
        """,
        person: "Check the link.", program: .mend, near: [.inputInvalid, .routeNotFound],
        example: .player(body: "fragment at:uint", url: "podcast:play"))

    static let inputInvalid = OutcomeHelp(
        """
        A value of the link is not of the type that the route takes, and the route does not do without it.
        `rejection.key` names the value, and `rejection.expected` the type.
        """,
        person: "Check the link.", program: .mend, near: [.inputMissing, .routeNotFound],
        example: .player(body: "query at:uint = 0 exact", url: "podcast:play?at=noon"))

    static let inputDuplicate = OutcomeHelp(
        """
        A key that counts once stands twice in the query. Which one is meant would be a guess, and programs guess
        differently.
        """,
        person: "Check the link.", program: .mend, near: [.inputInvalid, .inputUnexpected],
        example: .player(body: "query at:uint = 0 exact", url: "podcast:play?at=1&at=2"))

    static let inputUnexpected = OutcomeHelp(
        """
        The query has a key that the route refuses: it says `strict` and does not declare the key, or says `query !KEY`.
        """,
        person: "Remove the key from the link.", program: .mend, near: [.inputDuplicate, .routeNotFound],
        example: .player(body: "query at:uint = 0\n        strict", url: "podcast:play?speed=2"))
}
