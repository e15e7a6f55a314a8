package import Contract
package import Features
import Links
package import Routing
package import SystemBus

/// The app that an action starts where no line of `choose` names another one.
package enum LaunchedApp: Equatable, Sendable {
    /// The word of a table for the second kind.
    static let formerWord = "former"

    /// That of an entry.
    ///
    /// *Shape*: its id without the entry's end, `org.gnome.Podcasts`.
    case entry(String)
    /// The one that had the links of the scheme before deeplinkd was installed for them.
    case former

    /// The word of the line.
    package var word: String {
        switch self {
        case .entry(let id): id
        case .former: Self.formerWord
        }
    }
}

/// An app that an action starts, and the links that it opens.
package struct LaunchTemplate: Equatable, Sendable {
    /// A link that the app gets.
    package enum Link: Equatable, Sendable {
        /// A whole input, which is a link itself.
        case input(String)
        /// The link of the action, or a text that begins with its scheme, in which values are percent-encoded.
        case argument(ArgumentTemplate)
    }

    package let app: LaunchedApp
    package let links: [Link]
    /// The lines of `choose`, in their order.
    package let rules: [AppRule]

    /// Makes what a table says.
    package init(app: LaunchedApp, links: [Link], rules: [AppRule] = []) {
        (self.app, self.links, self.rules) = (app, links, rules)
    }

    /// True if one of the links is that of the action.
    package var takesLink: Bool { links.contains(.argument(.link)) }

    /// The names of the inputs that the links have.
    package var inputs: [String] {
        links.flatMap { link in
            switch link {
            case .input(let name): [name]
            case .argument(let template): template.inputs
            }
        }
    }

    /// The links for some inputs.
    ///
    /// - Parameter link: that of the action.
    package func links(for inputs: [Value.Member], link: String?) -> [String] {
        links.compactMap { Self.text($0, inputs, link) }
    }

    /// The app that gets a link.
    ///
    /// - Parameter link: the first one that it gets; nil for none.
    package func app(for link: String?, by caller: Caller) -> LaunchedApp {
        guard !rules.isEmpty else { return app }
        let address = link.flatMap { WebAddress($0) }
        return rules.first { $0.applies(to: address, by: caller) }.map { .entry($0.app) } ?? app
    }

    /// The unit that an app is started as.
    ///
    /// The desktop's portal takes the id of the app from the name.
    ///
    /// - Parameter random: 16 hexadecimal digits. nil for an id that is too long for a name.
    ///
    /// *Source*: systemd's DESKTOP_ENVIRONMENTS.md.
    package static func unit(of app: String, _ random: String) -> UnitName? {
        UnitName("app-deeplinkd-\(UnitName.escaped(app))@\(random).service")
    }

    private static func text(_ link: Link, _ inputs: [Value.Member], _ origin: String?) -> String? {
        switch link {
        case .input(let name): inputs.first { $0.name == name }?.value.argumentText
        case .argument(.link): origin
        case .argument(.text(let template)):
            template.pieces.map { piece in
                switch piece {
                case .text(let text): text
                case .input(let name): inputs.first { $0.name == name }.map { encoded($0.value) } ?? ""
                }
            }.joined()
        }
    }

    /// A value as a part of a link: a list is the end of a path, and nothing else of it ends a part of the link.
    private static func encoded(_ value: Value) -> String {
        if case .array(let elements) = value { return elements.map(encoded).joined(separator: "/") }
        return value.argumentText.utf8.map { byte in
            let isPlain =
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-._~".utf8.contains(byte)
                }
            if isPlain { return String(UnicodeScalar(byte)) }
            return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// True if a text begins as a link does, and has nothing in it that no link has.
    ///
    /// Such a text is no option, and none of the marks around a link that Flatpak reads.
    static func isLink(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), let first = bytes.first else { return false }
        let isLetter = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        return isLetter(first)
            && bytes[..<colon].allSatisfy { byte in
                isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
            } && bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }
}

extension LaunchTemplate: ReachTemplate {
    /// An input that is a whole link has to begin as one does, and a part of a path is not `.` or `..`.
    package var takesAnyValue: Bool { inputs.isEmpty }

    /// What its app gets is the link.
    package var needsLink: Bool { takesLink }

    /// Why the app does not get these inputs; nil where it does.
    package func refusal(of inputs: [Value.Member]) -> InputRefusal? {
        for input in inputs {
            let text = input.value.argumentText
            if links.contains(.input(input.name)), !Self.isLink(text) {
                return InputRefusal(
                    input: input.name, reason: "does not begin with a scheme, as a link does",
                    help: "give the app a link with its scheme, as in `https://example.org/$(\(input.name))`")
            }
            let isPart = links.contains {
                if case .argument(let link) = $0 { link.inputs.contains(input.name) } else { false }
            }
            if isPart, text.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) {
                return InputRefusal(
                    input: input.name, reason: "is `.` or `..`, which would lead out of the link's path",
                    help: "give `\(input.name)` a type without dots, as `slug`")
            }
        }
        return nil
    }

    /// The line with the values in it.
    package func preview(
        for inputs: [Value.Member], link: String?, in catalogue: FeatureCatalogue
    ) -> ActionPreview {
        let link = link ?? ArgumentTemplate.linkWord
        return ActionPreview(call: [Performer.Kind.launch.word, app.word] + links(for: inputs, link: link))
    }

    /// Each app has to be installed, and to take as many links.
    package func findings(for action: Action, on host: any HostView) -> [HostFinding] {
        let ids = rules.map(\.app)
        let others = ids.map { HostFinding("app", $0, host.app($0, links: links.count)) }
        switch app {
        case .entry(let id): return [HostFinding("app", id, host.app(id, links: links.count))] + others
        case .former: return host.formerApps(links: links.count) + others
        }
    }

    /// The callers that its lines compare.
    package var callers: [CallerRequirement] { rules.compactMap(\.callers) }
}

extension Performer.Kind {
    /// Starts an app of the desktop.
    package static let launch = Self("launch")
}

extension Performer {
    /// Starts an app of the desktop.
    package static func launch(_ template: LaunchTemplate) -> Self { .other(template) }
}
