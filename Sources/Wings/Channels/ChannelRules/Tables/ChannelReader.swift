import Conf
import Features
import Routing

/// Reads `channel NAME` of an action.
struct ChannelReader: PerformerReader {
    static let kind = Performer.Kind.channel
    static let order = 30
    static let form = DirectiveForm("channel NAME", 1...1, once: true, names: [.names(.channel)])
    static let limits: Set<ActionLimit> = [.detach]

    /// An app has its time from the channel.
    static func substitute(for limit: ActionLimit) -> String? {
        switch limit {
        case .timeout:
            "remove it: how long an app may take is said by `acknowledge within 30s` in a channel of `kind held`"
        case .spend:
            "remove it: an app may take the link days later, or never; spend in an action that a program or a service performs"
        case .output, .success, .environment, .detach, .effect, .idempotent, .concurrency, .queue, .cache, .journal: nil
        }
    }

    let table: TableReading
    private var draft: ChannelDraft { table.part(ChannelDraft.self) }

    /// Reads the directive of an action with these lines and inputs; nil where it was reported.
    func read(
        _ statement: Int, in action: StatementChecker.Block<ActionDirective>, inputs: [ActionInput]
    ) -> Performer? {
        let word = word(1, statement)
        guard let name = table.resolved(word, { draft.channels[$0] != nil }),
            let channel = draft.channels[name]
        else {
            reportUnknown(
                .unknownChannel, (word, place(1, statement)), "there is no channel `\(word)`",
                among: table.words(for: draft.channels.keys),
                declaration: "declare it: `channel \(word) {`, then `kind held` on a line of its own, then `}` on the "
                    + "next, outside of any feature")
            return nil
        }
        draft.channels[name]?.isUsed = true
        refuseWrittenSecrets(name, channel, action, inputs)
        refuseDetach(name, channel, action)
        return .channel(name)
    }

    /// The links of a durable channel are written to disk, and a secret must not be.
    private func refuseWrittenSecrets(
        _ name: String, _ channel: ChannelDraft.Channel, _ action: StatementChecker.Block<ActionDirective>,
        _ inputs: [ActionInput]
    ) {
        guard let durable = channel.durable else { return }
        for input in inputs where input.isSecret {
            guard let line = action.statements(of: .input).first(where: { word(1, $0) == input.name }) else { continue }
            report(
                .writtenSecret, place(document.wordCount(of: line) - 1, line),
                "the input `\(input.name)` is secret, and the links of the channel `\(name)` are written to disk",
                help: "remove `durable`, or send the links of this action to another channel",
                related: [.init(place: durable, note: "the channel is durable here")])
        }
    }

    /// Only the sender of a held link waits for an app.
    private func refuseDetach(
        _ name: String, _ channel: ChannelDraft.Channel, _ action: StatementChecker.Block<ActionDirective>
    ) {
        let kind = channel.rules.kind
        guard channel.isKindKnown, kind != .held, let line = action.statements(of: .limit(.detach)).first else {
            return
        }
        report(
            .misplacedDirective, place(0, line),
            "the sender of a link of the `\(kind.rawValue)` channel `\(name)` does not wait for an app",
            help: "remove it: `detach` is for channels of `kind held`")
    }
}
