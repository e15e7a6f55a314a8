internal import Conf
internal import DeepLinkClient
internal import Desktop
internal import DesktopEntries
internal import HostSystem

/// The part of `desktop status` about the session, not about single schemes.
struct SessionStatus {
    /// Schemes that an entry of this program has, and that no route takes.
    private let stale: [(path: String, schemes: [String])]
    /// What is wrong with an entry of this program.
    private let faulty: [(path: String, faults: [String])]
    private let lists: [(path: String, reason: String)]
    private let browsers: [(name: String, schemes: [String: [String]])]
    /// The socket of the daemon that answers; else why none does.
    private let daemon: (socket: String?, reason: String)
    private let lastClick: LastClick?

    /// What keeps the role of the default browser from working.
    private let roleProblems: [String]

    init(_ table: DesktopTable, _ role: WebRole?, _ lookup: HandlerLookup, _ programs: DesktopPrograms) {
        let types = Set(table.schemes.map(HandlerLookup.type))
        let own = lookup.ownEntries
        roleProblems = role?.problems ?? []
        stale = own.compactMap { id, entry in
            guard id != LinkEntry.webID else { return nil }
            let rest = entry.mimeTypes.filter { !types.contains($0) }
            return rest.isEmpty ? nil : (entry.path, rest.map { String($0.split(separator: "/").last ?? "") })
        }
        faulty = own.compactMap { _, entry in
            entry.faults.isEmpty ? nil : (entry.path, entry.faults.map(\.text))
        }
        lists = lookup.faultyLists.map { ($0.path, "line \($0.fault.line): \($0.fault.reason)") }
        browsers = BrowserPolicies.ofThisMachine(programs).map { browser in
            (
                browser.browser,
                Dictionary(uniqueKeysWithValues: table.schemes.map { ($0, browser.silentOrigins(of: $0)) })
            )
        }
        let probe = DaemonProbe(DaemonConnection.defaultPaths())
        daemon = (probe.answer?.connection.path, probe.reason)
        lastClick = LastClick.path(lookup.places).flatMap { LastClick(readFrom: $0) }
    }

    /// What has to be mended, each with the way.
    var problems: [String] {
        stale.map { path, schemes in
            "\(path) takes \(schemes.map { $0 + ":" }.joined(separator: " ")), and no route does: "
                + "run `deeplinkctl desktop install` again"
        } + faulty.map { "\($0): \($1.joined(separator: "; ")); run `deeplinkctl desktop install` again" }
            + lists.map { "GLib takes \($0) as empty, because of \($1)" }
            + roleProblems + (daemon.socket == nil ? ["no daemon answers: \(daemon.reason)"] : [])
    }

    var lines: [Line] {
        var lines = [
            Line("session", .name),
            TextRow.line(
                "daemon",
                daemon.socket.map { Line("answers", .good) + Line(" at \($0)") } ?? Line("does not answer", .bad)),
        ]
        lines += browsers.map { browser in
            let silent = browser.schemes.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
            let text = silent.map { "not for \($0.key): on \($0.value.joined(separator: " "))" }.joined(separator: "; ")
            let advice = "asks; `deeplinkctl desktop policies` lets pages of your origins skip it"
            return TextRow.line(browser.name.lowercased(), Line(silent.isEmpty ? advice : "asks, but " + text))
        }
        if let lastClick {
            let time = TimeText.text(ofMilliseconds: max(0, HostClock.wallMs - lastClick.atMs))
            lines.append(
                TextRow.line("last click", "\(lastClick.scheme): \(lastClick.code ?? "no outcome"), \(time) ago"))
        }
        return lines + problems.map { TextRow.line("mend", Line($0, .doubtful)) }
    }

    var object: JSONObject {
        [
            "daemon": ["answers": daemon.socket != nil, "socket": daemon.socket] as JSONObject,
            "browsers": browsers.map { browser in
                [
                    "name": browser.name,
                    "silent": browser.schemes.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map {
                        ["scheme": $0.key, "origins": $0.value] as JSONObject
                    },
                ] as JSONObject
            },
            "lastClick": lastClick.map { ["atMs": $0.atMs, "scheme": $0.scheme, "code": $0.code] as JSONObject },
            "problems": problems,
        ]
    }
}
