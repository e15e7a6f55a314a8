import Conf
import Contract
import Features
import Routing

/// Reads `channel NAME { … }`.
struct ChannelDeclarationReader: BlockReader {
    let table: TableReading
    private var channels: ChannelDraft { table.part(ChannelDraft.self) }

    /// Reads one channel into the draft, also one with an error: what names it is read as usual.
    func read(_ statement: Int) {
        let block = table.check(document.children(of: statement), as: ChannelDirective.self)
        guard let word = readName(1, statement, of: "a channel") else { return table.spoil(statement) }
        let name = table.qualified(word)
        if let first = channels.channels[name] {
            return reportSecond(
                .duplicateChannel, place(1, statement), "the channel `\(name)` is declared twice", first: first.place)
        }
        let kind = readKind(block, of: statement)
        var draft = ChannelDraft.Channel(
            rules: ChannelTerms(kind ?? .held), isKindKnown: kind != nil, place(1, statement))
        for checked in block.checked where checked.directive != .kind {
            if let kind, !checked.directive.kinds.having.contains(kind) {
                refuse(checked.directive, checked.statement, for: kind)
            } else {
                read(checked.directive, checked.statement, into: &draft)
            }
        }
        if let line = block.statements(of: .environment).first, block.statements(of: .start).isEmpty, kind == .held {
            report(
                .badChannel, place(0, line), "no program is started that would get these variables",
                help: "remove it, or add a line such as `start exec /usr/bin/player --background`")
        }
        channels.channels[name] = draft
    }

    private func readKind(
        _ block: StatementChecker.Block<ChannelDirective>, of statement: Int
    ) -> ChannelTerms.Kind? {
        if let line = block.statements(of: .kind).first {
            return readChoice(1, line) { "`\($0)` is not a kind of channel" }
        }
        // A refused line may be the one that says it.
        guard block.refused.isEmpty else { return nil }
        return refuse(
            .badChannel, place(1, statement), "the channel `\(word(1, statement))` has no kind",
            help: "add `kind held`, which keeps a link until an app has acknowledged it, or one of the kinds plain, "
                + "latest and sticky")
    }

    private func refuse(_ directive: ChannelDirective, _ statement: Int, for kind: ChannelTerms.Kind) {
        let (kinds, reason) = directive.kinds
        let others = kinds.map { "`kind \($0.rawValue)`" }
        report(
            .badChannel, place(0, statement), "a `\(kind.rawValue)` channel has no `\(directive.rawValue)`: \(reason)",
            help: "remove it, or write \(others.alternatives)")
    }

    private func read(_ directive: ChannelDirective, _ statement: Int, into draft: inout ChannelDraft.Channel) {
        switch directive {
        case .kind: return
        case .hold: readHold(statement, into: &draft.rules)
        case .acknowledge: draft.rules.acknowledgeTime = readAcknowledge(statement) ?? draft.rules.acknowledgeTime
        case .redeliver:
            if let answer: Answer = readChoice(1, statement, { "`\($0)` is neither `yes` nor `no`" }) {
                draft.rules.isRedelivered = answer == .yes
            }
        case .overflow: draft.rules.overflow = readOverflow(statement, draft) ?? draft.rules.overflow
        case .subscribe: readHearer(statement, into: &draft)
        case .durable: draft.durable = place(0, statement)
        case .start: draft.starter = readStarter(statement)
        case .environment: draft.environment = readEnvironment(statement)
        }
    }

    /// The two answers to a question.
    private enum Answer: String, CaseIterable {
        case yes, no
    }

    // MARK: Amounts and times

    /// *Shape*: `hold 32 for 10m`, `hold for 10m`.
    private func readHold(_ statement: Int, into rules: inout ChannelTerms) {
        let words = arguments(statement)
        guard let time = words.last, isKeyword(words[words.count - 2], "for") else {
            return report(
                .badValue, words[words.count - 2].place,
                "before its time stands `for`, not `\(words[words.count - 2].text)`",
                help: "as in `hold 32 for 10m`")
        }
        if words.count == 3 {
            if let count = Quantity.count(words[0].text), (1...Limits.heldLinksPerUser).contains(count) {
                rules.capacity = count
            } else {
                report(
                    .badValue, words[0].place, "`\(words[0].text)` is not a valid number of links",
                    help: "a whole number from 1 to \(Limits.heldLinksPerUser), as in `hold 32 for 10m`")
            }
        }
        if let lifetime = Quantity.duration(time.text), lifetime >= .milliseconds(1),
            lifetime <= Limits.longestChannelLifetime
        {
            rules.lifetime = lifetime
        } else {
            report(
                .badValue, time.place, "`\(time.text)` is not a valid time for `hold`",
                help: "a time from 1ms to 7d, as in `30s`, `10m`, `24h`")
        }
    }

    /// *Shape*: `acknowledge within 30s`.
    private func readAcknowledge(_ statement: Int) -> Duration? {
        guard isKeyword(1, statement, "within") else {
            return refuse(
                .badValue, place(1, statement), "before its time stands `within`, not `\(word(1, statement))`",
                help: "as in `acknowledge within 30s`")
        }
        if let time = Quantity.duration(word(2, statement)), time >= .milliseconds(1),
            time <= Limits.longestActionTime
        {
            return time
        }
        return refuse(
            .badValue, place(2, statement), "`\(word(2, statement))` is not a valid time for `acknowledge`",
            help: "a time from 1ms to 24h, as in `500ms`, `30s`, `2m`")
    }

    private func readOverflow(_ statement: Int, _ draft: ChannelDraft.Channel) -> ChannelTerms.Overflow? {
        let overflow: ChannelTerms.Overflow? = readChoice(1, statement) { "`\($0)` is not a way to make room" }
        guard overflow == .dropNewest, draft.isKindKnown, draft.rules.kind == .held else { return overflow }
        return refuse(
            .badChannel, place(1, statement), "a `held` channel drops no new link: its sender waits for an app",
            help: "write `refuse`, so that the sender is told that there is no room")
    }

    // MARK: Who hears it

    /// *Shape*: `subscribe group NAME`, `subscribe user NAME`.
    private func readHearer(_ statement: Int, into draft: inout ChannelDraft.Channel) {
        let (kind, name) = (word(1, statement), word(2, statement))
        let id: UInt32?
        switch CallerRequirement.Kind(rawValue: kind) {
        case .group: id = table.environment.groupID(name)
        case .user: id = table.environment.userID(name)
        case .uid, .gid, .socket, .unit, nil:
            return report(
                .badValue, place(1, statement),
                "who hears all users' links is named by user or group, not by `\(kind)`",
                help: "as in `subscribe group audio`, `subscribe user ann`")
        }
        guard !name.isEmpty else {
            return report(.badValue, place(2, statement), "a \(kind) has a name", help: "write the name")
        }
        let hearer = CallerRequirement(
            kind: kind == "user" ? .user : .group, values: [.init(text: name, id: id)])
        if let first = draft.hearerPlaces[hearer.description] {
            return reportSecond(
                .repeatedDirective, place(2, statement), "the \(kind) `\(name)` is named twice", first: first)
        }
        draft.hearerPlaces[hearer.description] = place(2, statement)
        draft.hearers.append(hearer)
    }

    // MARK: What starts the program

    /// *Shape*: `start exec PROGRAM ARG…`.
    private func readStarter(_ statement: Int) -> [String]? {
        let example = "start exec /usr/bin/player --background"
        guard isKeyword(1, statement, "exec") else {
            return refuse(
                .badValue, place(1, statement), "a channel cannot start its app by `\(word(1, statement))`",
                help: "as in `\(example)`")
        }
        guard mayStart(word(2, statement), place(2, statement), example: example) else { return nil }
        let texts = arguments(statement, from: 3).map(readLiteral)
        let arguments = texts.compactMap(\.self)
        guard arguments.count == texts.count else { return nil }
        return [word(2, statement)] + arguments
    }

    private func readLiteral(_ word: PlacedWord) -> String? {
        let template = try? TextTemplate(word.text)
        if let template, template.inputs.isEmpty { return template.filled(with: []) }
        let name = template?.inputs.first
        return refuse(
            .badPlaceholder, name.map { placeholder($0, in: word) } ?? word.place,
            "the program of a channel gets no inputs as arguments",
            help: #"remove it: the program reads each link's inputs from its subscription; a plain `$(` is `\$(`"#)
    }
}
