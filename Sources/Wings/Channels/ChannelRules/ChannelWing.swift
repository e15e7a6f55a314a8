import ChannelWire
import Conf
package import Contract
package import Features
package import Routing

/// Channels in tables: how each keeps links, and the actions that send to it.
package enum ChannelWing: WingRules {
    package static let performers: [any PerformerReader.Type] = [ChannelReader.self]
    package static let interfaces = [Interface.channels]
    package static let directives = [
        WingDirective(
            "channel", DirectiveForm("channel NAME { … }", 1...1, block: .required, names: [.declares(.channel)]),
            order: 24
        ) {
            ChannelDeclarationReader(table: $0).read($1)
        }
    ]
    package static let blocks: [any Directive.Type] = [ChannelDirective.self]

    /// Keeps the channels.
    package static func keep(_ table: TableReading) {
        let channels = table.part(ChannelDraft.self).channels.map { name, channel in
            ChannelDeclaration(
                name, channel.rules, hearers: channel.hearers, isDurable: channel.durable != nil,
                starter: channel.starter, environment: channel.environment)
        }
        table.draft.catalogue.parts[ChannelTable.self] = ChannelTable(channels, table.draft.catalogue)
    }

    /// Warns of channels to which no action sends.
    package static func warn(_ table: TableReading) {
        for (name, channel) in table.part(ChannelDraft.self).channels where !channel.isUsed {
            table.diagnostics.report(
                .unusedChannel, at: channel.place, "no action sends links to the channel `\(name)`",
                help: "remove it, or add `channel \(name)` to an action")
        }
    }

    /// The programs that channels start have to be ones that can be.
    package static func findings(for ruleset: Ruleset, on host: any HostView) -> [HostFinding] {
        ruleset.channels.values.compactMap { $0.starter?.first }.sorted().map {
            HostFinding("program", $0, host.program($0))
        }
    }

    /// Those who hear all users' links.
    package static func callers(in ruleset: Ruleset) -> [CallerRequirement] {
        ruleset.channels.values.flatMap(\.hearers)
    }

    /// Adds the number of channels.
    package static func add(_ ruleset: Ruleset, to report: inout CheckReport) {
        report.channels = ruleset.channels.count
    }
}

/// What was read of channels so far.
final class ChannelDraft: WingDraft {
    /// A channel, and what of its lines other lines are checked against.
    struct Channel {
        var rules: ChannelTerms
        /// Whether `rules` has the kind that the table says; it says none, or a wrong one, where not.
        let isKindKnown: Bool
        let place: SourceRange
        /// Those whose subscribers hear all users' links, in the order of the table.
        var hearers: [CallerRequirement] = []
        /// Where each of them is named, by its words.
        var hearerPlaces: [String: SourceRange] = [:]
        /// Where it is said to be durable.
        var durable: SourceRange?
        var starter: [String]?
        /// The names of the variables that the starter gets.
        var environment: [String] = []
        var isUsed = false

        init(rules: ChannelTerms, isKindKnown: Bool, _ place: SourceRange) {
            (self.rules, self.isKindKnown, self.place) = (rules, isKindKnown, place)
        }
    }

    var channels: [String: Channel] = [:]

    init() {}
}

/// The channels of a table.
struct ChannelTable: WingPart {
    /// By their names.
    let channels: [String: ChannelDeclaration]
    /// Those that only actions of hidden features send to; operators alone are told their names.
    let hidden: Set<String>

    init() { (channels, hidden) = ([:], []) }

    init(_ channels: [ChannelDeclaration], _ catalogue: FeatureCatalogue) {
        self.channels = Dictionary(uniqueKeysWithValues: channels.map { ($0.name, $0) })
        func used(_ isShown: Bool) -> Set<String> {
            let actions = catalogue.actions.lazy.filter { catalogue.isShown($0.feature, to: .anyone) == isShown }
            return Set(actions.compactMap(\.performer.channel))
        }
        hidden = catalogue.hasHidden ? used(false).subtracting(used(true)) : []
    }
}

extension Ruleset {
    /// The channels of the table, by their names.
    package var channels: [String: ChannelDeclaration] { catalogue.parts[ChannelTable.self].channels }

    /// The names of the channels that an audience is told of, in their order.
    package func channelNames(for audience: Audience) -> [String] {
        let table = catalogue.parts[ChannelTable.self]
        return table.channels.keys.filter { audience == .operator || !table.hidden.contains($0) }.sorted()
    }

    /// True if a channel belongs to a package that is left out: its links wait until the package is in force again.
    package func isLeftOut(channel name: String) -> Bool { channels[name] == nil && leftOut.own(name) }

    /// The action of a feature that sends to a channel; nil where there is none of these names.
    package func binding(ofAction name: String, of feature: String, sendingTo channel: String) -> ActionBinding? {
        guard let feature = catalogue.feature(named: feature),
            let number = contents.action(named: name, ofFeature: feature),
            catalogue.actions[number].performer.channel == channel
        else { return nil }
        return catalogue.binding(of: number)
    }

    /// The channel that an action sends its links to; nil where it sends them to none.
    package func channel(of action: Action) -> ChannelDeclaration? {
        action.performer.channel.flatMap { channels[$0] }
    }
}

extension NameKind {
    /// Channels.
    static let channel = NameKind("channel")
}
