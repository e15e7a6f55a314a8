import ArgumentParser
internal import Desktop
import HostSystem

/// `desktop status`: says which program opens the links of each scheme, and what has to be mended.
struct DesktopStatus: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show which program opens the table's links, and what has to be mended.",
        discussion: """
            Example: deeplinkctl desktop status -f routes.conf --format json

            For each scheme the handler is found by the rules of GIO, xdg-mime and the portal, each with the file that \
            decides it; where gio and xdg-mime are installed they are asked too. Then come rivals with their faults, entries \
            without a route, the questions of browsers, the daemon, and the last click. Where deeplinkd is the default \
            browser, http and https follow, with the browser that gets what no route takes.

            With --probe, the link deeplinkd:works is sent by gio, xdg-open and the portal, each with a token of its own, and \
            the last lines say which arrived.

            Exit status: 0, 1 if something has to be mended, or 3 if the table has an error.
            """)

    /// *Units*: schemes about which other programs are asked, each of which takes tens of milliseconds.
    private static let askedSchemes = 20

    @OptionGroup var table: TableOption
    @OptionGroup var output: FormatOption
    @OptionGroup var colour: ColourOption
    @Flag(help: "Send deeplinkd:works through gio, xdg-open and the portal, and say which arrived.")
    var probe = false

    func validate() throws { try table.validate() }

    func run() throws {
        let places = DesktopPlaces(environment: HostFacts.environment)
        let wanted = try DesktopTable(DesktopTarget.user(places).ruleset(table))
        let programs = DesktopPrograms(environment: HostFacts.environment)
        let lookup = HandlerLookup(places)
        let hasPortal = places.hasPortal
        let record = try DesktopTarget.user(places).record
        let role = record.hasWebRole ? WebRole(wanted, lookup, record) : nil
        var isFaulty = false
        for entry in wanted.entries {
            for scheme in entry.schemes {
                let status = SchemeStatus(
                    scheme, wanted: entry.id, lookup: lookup, programs, hasPortal: hasPortal,
                    asksPrograms: wanted.schemes.count <= Self.askedSchemes)
                output.show(status.object) { Output.lines(status.lines) }
                isFaulty = isFaulty || !status.problems.isEmpty
            }
        }
        if let role {
            for former in role.formers {
                let status = SchemeStatus(
                    former.scheme, wanted: wanted.webEntry.id, former: former, lookup: lookup, programs,
                    hasPortal: hasPortal, asksPrograms: true)
                output.show(status.object) { Output.lines(status.lines) }
                isFaulty = isFaulty || !status.problems.isEmpty
            }
        }
        let session = SessionStatus(wanted, role, lookup, programs)
        output.show(session.object) { Output.lines(session.lines) }
        isFaulty = isFaulty || !session.problems.isEmpty
        if probe { isFaulty = try showProbe(wanted, lookup, programs) || isFaulty }
        if isFaulty { throw ExitCode(1) }
    }

    /// Makes the clicks and prints what became of them; whether one of them was lost.
    private func showProbe(
        _ table: DesktopTable, _ lookup: HandlerLookup, _ programs: DesktopPrograms
    ) throws -> Bool {
        guard let path = LastClick.path(lookup.places) else {
            throw ToolFailure("--probe needs a session: XDG_RUNTIME_DIR is not set")
        }
        guard let entry = table.entries.first(where: { $0.schemes.contains(ClickProbe.scheme) }) else {
            throw ToolFailure(
                "--probe sends \(ClickProbe.link), and the table has no route for it; `scheme deeplinkd` and a route make it possible"
            )
        }
        let probe = ClickProbe(programs, lastClick: path)
        var isFaulty = false
        for way in ClickProbe.Way.allCases {
            let rival = rival(of: way, lookup, programs, but: entry.id)
            let result = try rival.map { .notMade($0) } ?? probe.click(way)
            isFaulty = isFaulty || result.isFault || rival != nil
            output.show(Self.object(way, result)) {
                Output.line(TextRow.line(way.rawValue, Self.line(result)))
            }
        }
        return isFaulty
    }

    /// The reason not to click: another program would get the link, or a window would open.
    private func rival(
        of way: ClickProbe.Way, _ lookup: HandlerLookup, _ programs: DesktopPrograms, but id: String
    ) -> String? {
        let type = HandlerLookup.type(of: ClickProbe.scheme)
        switch way {
        case .gio, .xdgOpen:
            let handlers = [lookup.gioDefault(of: type)] + (way == .gio ? [] : [lookup.xdgMimeDefault(of: type)])
            guard let other = handlers.first(where: { $0?.id != id }) else { return nil }
            return other.map { "\($0.id) would get it, by \($0.source)" } ?? "no entry would get it"
        case .portal:
            guard lookup.places.hasPortal else { return nil }
            switch lookup.portalChoice(for: type, remembered: programs.rememberedByPortal(for: type)) {
            case .opens(id): return nil
            case .opens(let other): return "\(other) would get it"
            case .asks: return "the portal would ask which entry to use"
            case .nothing: return "the portal would find no entry"
            }
        }
    }

    private static func line(_ result: ClickProbe.Result) -> Line {
        switch result {
        case .arrived(_, true, let code):
            Line("arrived", .good) + Line(", with its token" + (code.map { ": \($0)" } ?? ""))
        case .arrived(nil, false, _): Line("arrived", .doubtful) + ", without a token"
        case .arrived(let token?, false, _):
            Line("arrived", .doubtful) + Line(", with the token \(token) of another click")
        case .lost(let reason): Line("lost", .bad) + Line(": \(reason)")
        case .notMade(let reason): Line("not tried", .doubtful) + Line(": \(reason)")
        }
    }

    private static func object(_ way: ClickProbe.Way, _ result: ClickProbe.Result) -> JSONObject {
        switch result {
        case .arrived(let token, let isOwn, let code):
            ["probe": way.rawValue, "arrived": true, "token": token, "isOwnToken": isOwn, "code": code]
        case .lost(let reason): ["probe": way.rawValue, "arrived": false, "reason": reason]
        case .notMade(let reason): ["probe": way.rawValue, "reason": reason]
        }
    }
}
