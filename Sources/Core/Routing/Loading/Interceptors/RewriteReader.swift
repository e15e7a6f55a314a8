import Conf
import Contract
import Features
import Links
import Matching

/// Reads `rewrite NAME { … }`.
struct RewriteReader: BlockReader {
    /// The one input of an action that is asked for another link.
    private static let input = ActionInput(name: RewriteRule.member, type: .value(.string))

    let table: TableReading
    /// True for a block without `to` whose links a function of the program makes.
    var isHosted = false

    /// Reads the block; its profile decides whether it is in force.
    func read(_ statement: Int) {
        let errors = table.diagnostics.errorCount
        let name = readName(1, statement, of: "a rewrite")
        let block = table.check(document.children(of: statement), as: RewriteDirective.self)
        let profile: Profile? = block.statements(of: .profile).first.flatMap { line in
            readChoice(1, line, { "there is no profile `\($0)`" })
        }
        if let name, let first = table.draft.rewrites[name] {
            reportSecond(.badValue, place(1, statement), "the rewrite `\(name)` is declared twice", first: first)
        }
        if let name { table.draft.rewrites[name] = place(1, statement) }
        let patterns = readPatterns(block, statement)
        let target = readTarget(block, statement, patterns)
        guard let name, let target, table.diagnostics.errorCount == errors,
            profile.map({ $0 == table.draft.profile?.profile ?? .production }) ?? true
        else { return }
        let made: RewriteRule.Target =
            isHosted ? .hosted : target.asking.map { .action(add($0)) } ?? .pattern(target.pattern)
        table.draft.rewriteRules.append(RewriteRule(name: name, patterns: patterns, target: made))
    }

    // MARK: Which links

    private func readPatterns(
        _ block: StatementChecker.Block<RewriteDirective>, _ statement: Int
    ) -> [RewriteRule.Pattern] {
        guard let line = block.statements(of: .from).first else {
            if block.refused.isEmpty {
                report(
                    .badValue, place(1, statement), "the block does not say which links it is about",
                    help: "add a line, as in `from https://old.example/**`")
            }
            return []
        }
        return arguments(line).compactMap(readPattern)
    }

    private func readPattern(_ word: PlacedWord) -> RewriteRule.Pattern? {
        let isOpen = word.text.hasSuffix("**")
        let text = isOpen ? String(word.text.dropLast(2)) : word.text
        guard let address = WebAddress(text), !text.contains("*") else {
            return refuse(
                .badValue, word.place, "`\(word.text)` is not a link, or the beginning of one",
                help: "as in `https://old.example/**`, or `old:**` for all links of a scheme; `**` stands at the end")
        }
        guard !UnmatchedRule.keptSchemes.contains(address.scheme) else {
            return refuse(
                .badValue, word.place, "links of `\(address.scheme)` are not rewritten",
                help: "remove it: what it names is a file or a program")
        }
        return RewriteRule.Pattern(address.url, isOpen: isOpen)
    }

    // MARK: Into which

    /// The other link, as a pattern or as the action that is asked for it.
    private struct Target {
        var pattern = RewriteRule.Pattern("", isOpen: false)
        var asking: Action?
    }

    private func readTarget(
        _ block: StatementChecker.Block<RewriteDirective>, _ statement: Int, _ patterns: [RewriteRule.Pattern]
    ) -> Target? {
        if isHosted { return Target() }
        let line = block.statements(of: .to).first
        let asked = block.checked.first { $0.directive.actionLine != nil }
        if let line, let asked {
            reportSecond(
                .badValue, place(0, asked.statement), "`to` says already which link it becomes", first: place(0, line))
            return nil
        }
        if let line {
            guard let pattern = readPattern((word(1, line), place(1, line))) else { return nil }
            guard !pattern.isOpen || patterns.allSatisfy(\.isOpen) else {
                return refuse(
                    .badValue, place(1, line), "nothing stands for `**`, because a link of `from` has no `**`",
                    help: "write `**` at the end of each link of `from`, or of none")
            }
            return Target(pattern: pattern)
        }
        guard asked != nil else {
            if block.refused.isEmpty {
                report(
                    .badValue, place(1, statement), "the block does not say what the links become",
                    help: "add a line, as in `to https://new.example/**`")
            }
            return nil
        }
        return readAction(block, statement).map { Target(asking: $0) }
    }

    private func readAction(_ block: StatementChecker.Block<RewriteDirective>, _ statement: Int) -> Action? {
        let action = ActionReader(table: table).read(
            block.action, of: statement, named: (word(1, statement), place(1, statement)), inputs: [Self.input],
            feature: DeepLinkingFeature.performIncomingURL.feature)
        guard let action else { return nil }
        let gives = action.result?.members.contains { $0.name == RewriteRule.member && !$0.isOptional } ?? false
        guard gives else {
            return refuse(
                .badValue, place(1, statement),
                "the answer has no member `\(RewriteRule.member)`, which is the other link",
                help: "add the block `result` with the line `\(RewriteRule.member) string`")
        }
        return action
    }

    private func add(_ action: Action) -> ActionBinding {
        let number = table.draft.catalogue.add(action)
        return table.draft.catalogue.binding(of: number)
    }
}
