// The path of the links of one scheme, and what has to be mended on it:
//
//     podcast   opens with deeplinkd, but not everywhere
//       gio       io.deeplinkd.Links.desktop, by ~/.config/mimeapps.list
//       xdg-mime  io.deeplinkd.Links.desktop, by ~/.config/mimeapps.list
//       portal    asks, because 2 entries have the scheme
//       rival     org.example.Player.desktop: Exec has no %u, so the link is lost

internal import Desktop
internal import DesktopEntries

/// The handlers of one scheme.
struct SchemeStatus {
    /// How one program finds the handler of a scheme.
    struct Resolution {
        /// The handler by the files, as this program reads them.
        let byFiles: HandlerLookup.Handler?
        /// What the program itself says; nil where it is not installed, or says the same.
        let otherwise: String??

        init(_ byFiles: HandlerLookup.Handler?, _ answer: DesktopPrograms.Answer) {
            self.byFiles = byFiles
            if case .handler(let id) = answer, id != byFiles?.id {
                otherwise = .some(id)
            } else {
                otherwise = nil
            }
        }

        /// The id that counts: the program's own, if it differs.
        var id: String? { otherwise ?? byFiles?.id }

        /// *Shape*: `org.example.Player.desktop, by /usr/share/applications/mimeinfo.cache`.
        var text: String {
            let files = byFiles.map { "\($0.id), by \($0.source)" } ?? "no entry"
            guard let otherwise else { return files }
            return files + "; the program itself says: \(otherwise ?? "no entry")"
        }

        var object: JSONObject {
            let said = otherwise.map { $0 ?? "" }
            return ["handler": byFiles?.id, "source": byFiles?.source, "program": said] as JSONObject
        }
    }

    let scheme: String
    /// The id of the entry that should open it.
    let wanted: String
    let gio: Resolution
    let xdgMime: Resolution
    /// Nil where no portal is installed.
    let portal: HandlerLookup.PortalChoice?
    let rivals: [(id: String, entry: DesktopEntry?)]
    /// The browser that gets what no route takes; nil for schemes that are not the web's.
    private let former: WebRole.Former?
    private let declares: Bool

    /// Looks a scheme up.
    ///
    /// - Parameters:
    ///   - former: the browser that gets what no route takes; nil for schemes that are not the web's.
    ///   - asksPrograms: whether the programs are asked too, which takes them some time.
    init(
        _ scheme: String, wanted: String, former: WebRole.Former? = nil, lookup: HandlerLookup,
        _ programs: DesktopPrograms, hasPortal: Bool, asksPrograms: Bool
    ) {
        let type = HandlerLookup.type(of: scheme)
        (self.scheme, self.wanted, self.former) = (scheme, wanted, former)
        gio = Resolution(lookup.gioDefault(of: type), asksPrograms ? programs.gioDefault(of: type) : .absent)
        xdgMime = Resolution(
            lookup.xdgMimeDefault(of: type), asksPrograms ? programs.xdgMimeDefault(of: type) : .absent)
        let declaring = lookup.declaring(type)
        // Other browsers are no rivals: one of them gets what no route takes.
        let rivals = former == nil ? lookup.rivals(of: type) : []
        self.rivals = rivals.map { id in (id, declaring.first { $0.id == id }?.entry ?? lookup.entry(id)) }
        declares = declaring.contains { $0.id == wanted && $0.entry.isUsable }
        portal =
            hasPortal
            ? lookup.portalChoice(for: type, remembered: programs.rememberedByPortal(for: type)) : nil
    }

    /// What has to be mended, each with the way.
    var problems: [String] {
        guard declares else { return ["no desktop entry has the scheme: run `deeplinkctl desktop install`"] }
        var problems: [String] = []
        for (name, resolution) in [("gio", gio), ("xdg-mime", xdgMime)] where resolution.id != wanted {
            let other = resolution.id.map(taken) ?? "finds no handler"
            problems.append("\(name) \(other): run `deeplinkctl desktop install` again")
        }
        switch portal {
        case .asks(let ids)?:
            problems.append(
                "the portal asks which of \(ids.count) entries to use: `deeplinkctl desktop install --exclusive` takes the "
                    + "scheme from the others, `--portal` has it remember deeplinkd's")
        case .opens(let id)? where id != wanted && former == nil:
            problems.append("the portal opens \(id): install with `--portal`")
        case .opens?, .nothing?, nil: break
        }
        return problems
    }

    private func taken(by id: String) -> String {
        former == nil ? "gives its links to \(id)" : "gives its links to \(id), which has made itself the default again"
    }

    // MARK: Text

    var lines: [Line] {
        let problems = problems
        let verdict: Line =
            problems.isEmpty ? Line("opens with deeplinkd", .good) : Line("has to be mended", .bad)
        var lines = [Line(scheme.padded(to: 10), .name) + "  " + verdict]
        lines.append(TextRow.line("entry", "\(declares ? wanted : "none")"))
        lines.append(TextRow.line("gio", Line(gio.text)))
        lines.append(TextRow.line("xdg-mime", Line(xdgMime.text)))
        switch portal {
        case .opens(let id)?: lines.append(TextRow.line("portal", "opens \(id)"))
        case .asks(let ids)?:
            lines.append(
                TextRow.line("portal", Line("asks", .doubtful) + Line(" between " + ids.joined(separator: " "))))
        case .nothing?: lines.append(TextRow.line("portal", "finds no entry"))
        case nil: lines.append(TextRow.line("portal", "not installed"))
        }
        lines += rivals.map { id, entry in
            let faults = entry?.faults.map(\.text).joined(separator: "; ") ?? ""
            return TextRow.line("rival", Line(id) + Line(faults.isEmpty ? "" : ": \(faults)", .doubtful))
        }
        if let former { lines.append(TextRow.line("former", Line(former.id ?? "none"))) }
        return lines + problems.map { TextRow.line("mend", Line($0, .doubtful)) }
    }

    var object: JSONObject {
        [
            "scheme": scheme, "entry": declares ? wanted : nil, "gio": gio.object, "xdgMime": xdgMime.object,
            "portal": portalObject, "former": former.map { $0.id ?? "" },
            "rivals": rivals.map { id, entry in
                [
                    "id": id, "path": entry?.path, "faults": entry?.faults.map(\.text) ?? [],
                ] as JSONObject
            }, "problems": problems,
        ]
    }

    private var portalObject: JSONObject {
        switch portal {
        case .opens(let id)?: ["opens": id]
        case .asks(let ids)?: ["asks": ids]
        case .nothing?: ["opens": ""]
        case nil: ["installed": false]
        }
    }
}
