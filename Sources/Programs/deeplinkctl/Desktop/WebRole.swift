internal import Desktop
internal import DesktopEntries

/// The role of the default browser: which browser had it before, and what keeps it from working.
struct WebRole {
    /// A scheme of the web, and the browser that gets what no route takes.
    struct Former {
        let scheme: String
        /// The id of its entry; nil where there is none.
        let id: String?
        /// Why it is not started; nil where it is.
        let refusal: AppRefusal?
        /// The ids of other entries that could take its place.
        let others: [String]
    }

    /// What a table needs for the role, as advice.
    private static let advice = "add `unmatched { schemes https http; launch former }`"

    let table: DesktopTable
    /// One for each scheme.
    let formers: [Former]

    /// Looks up the browsers.
    init(_ table: DesktopTable, _ lookup: HandlerLookup, _ record: DesktopRecord) {
        self.table = table
        formers = LinkEntry.webSchemes.map { scheme in
            let type = HandlerLookup.type(of: scheme)
            let id = lookup.former(of: type, recorded: record.former(of: type))
            let others = lookup.possibleFormers(of: type).filter { $0 != id }
            return Former(scheme: scheme, id: id, refusal: id.flatMap(lookup.refusal(ofFormer:)), others: others)
        }
    }

    /// Checks that the role is of use, and that no link would be brought here again.
    ///
    /// *Throws*: `ToolFailure`, with the advice.
    func check() throws {
        guard table.routesWeb || !table.handedOn.isEmpty else {
            throw ToolFailure(
                "the table takes no link of the web, so --web would only keep links from your browser; add "
                    + "`host https://NAME` and a route to it, or \(Self.advice.dropFirst(4))")
        }
        for former in formers {
            if case .loops(let reason)? = former.refusal {
                throw ToolFailure("\(former.problem(reason)); \(former.advice)")
            }
        }
    }

    /// What does not work, each with the way.
    var problems: [String] {
        var problems: [String] = []
        let lost = LinkEntry.webSchemes.filter { !table.handedOn.contains($0) }
        if !lost.isEmpty {
            let schemes = lost.map { $0 + ":" }.joined(separator: " and ")
            problems.append("\(schemes) links that no route takes are refused: \(Self.advice) to the table")
        }
        return problems + formers.filter { table.handedOn.contains($0.scheme) }.compactMap(\.problem)
    }

    /// The browsers, each once.
    ///
    /// *Shape*: `firefox.desktop`.
    var names: [String] {
        var names: [String] = []
        for id in formers.compactMap(\.id) where !names.contains(id) { names.append(id) }
        return names
    }
}

extension WebRole.Former {
    /// What does not work, with the way; nil if it gets its links.
    var problem: String? {
        guard id != nil else {
            return
                "no other program opens \(scheme): links, so those that no route takes are not opened: install a browser, "
                + "and run `deeplinkctl desktop install` again"
        }
        return refusal.map { "\(problem($0.reason)): \(advice)" }
    }

    fileprivate func problem(_ reason: String) -> String {
        "\(id ?? "") opened \(scheme): links before and cannot be handed any: \(reason)"
    }

    /// How another browser is chosen.
    fileprivate var advice: String {
        guard let other = others.first else { return "install a browser, make it the default, and install again" }
        return "choose another with `gio mime \(HandlerLookup.type(of: scheme)) \(other)`, and install again"
    }
}
