import ArgumentParser
internal import Contract
internal import HostSystem

/// `handle`: takes a link from a desktop entry, a browser or another launcher.
///
/// Launchers read a status other than 0 as "try another program": some run the next handler, and then give the link to a
/// browser. So a refusal is no failure here, and the person is told of it.
struct HandleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "handle",
        abstract: "Hand a link that was clicked to the daemon, and tell the person how it ended.",
        discussion: """
            Example: deeplinkctl handle podcast://favourites/rock

            For desktop entries, as in Exec=deeplinkctl handle %u, and for other launchers. Where DEEPLINKD_SOCKET names no \
            daemon, it asks the user's. It asks the system's if the user's does not run, has no table in force or does not \
            know the scheme.

            It prints nothing on standard output. The exit status is 0 once a daemon has answered, also if it refused the \
            link, and 1 if no daemon answered within 20 s. If an action or an app takes longer than a second, the command \
            ends with 0 and waits in the background. The journal has one entry for each link.
            """)

    @Flag(help: "Exit with 1 if no route takes the link, so that the launcher tries another program.")
    var orFail = false
    @Argument(help: ArgumentHelp("The link. A word that begins with - is refused.", valueName: "URL"))
    var url: String

    /// The codes of links that are another program's: no scope or route of the table is for them.
    private static let untakenCodes: [OutcomeCode] = [.routeNotFound, .urlSchemeNotAllowed, .urlHostNotAllowed]

    /// Checks that no option stands in the place of the URL: a launcher puts there what a page or a message says.
    ///
    /// The parser takes an option at any place, so that `handle --or-fail --help` would print help.
    ///
    /// *Throws*: misuse.
    static func check(_ words: [String]) throws {
        guard words.first == configuration.commandName else { return }
        var place = words.dropFirst()
        if place.first == "--or-fail" { place.removeFirst() } else if place == ["--help"] || place == ["-h"] { return }
        if place.first == "--" { place.removeFirst() }
        guard let word = place.first, word.utf8.first == UInt8(ascii: "-") else { return }
        throw UsageError(
            "\(UsageError.quoted(word)) stands in the place of the URL and begins with -",
            help: "write a URL, as in deeplinkctl handle podcast://favourites/rock")
    }

    /// Whether there is nothing to tell the person of.
    private static func isSilent(_ click: ClickResult) -> Bool {
        guard let outcome = click.received else { return false }
        // The person sees what was done instead, such as the shop.
        if let instead = click.outcome?["instead"]?["code"]?.text, instead.hasPrefix("ok.") { return true }
        // A circle has ended, or a second click came at once: the first one was opened.
        return outcome.outcomeClass == .ok || outcome.code == OutcomeCode.loop.rawValue
    }

    func validate() throws {
        if url.isEmpty { throw ValidationError("Name a URL: the word is empty.") }
    }

    func run() throws {
        ProcessSetup.closeInheritedDescriptors()
        let (token, hops) = (ActivationToken.take(), LinkHops.take())
        let (result, isAnswered) = ClickCall(url: url, token: token, hops: hops).send()
        ClickRecord(result, token: token).write()
        let outcome = result.received
        let isUntaken = !isAnswered || Self.untakenCodes.contains { $0.rawValue == outcome?.code }
        // The program that the launcher tries next may open the link.
        if orFail, isUntaken { throw ExitCode.failure }
        if !Self.isSilent(result) { PersonNotice.show(result) }
        if !isAnswered { throw ExitCode.failure }
    }
}
