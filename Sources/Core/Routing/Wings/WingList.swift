package import Contract
package import Features

/// The capabilities of one program: those of the core and of its wings, each kind in the order of help.
///
/// *Owner*: a constant of the program, which hands it on; nothing else lists kinds.
package final class WingList: Sendable {
    package let wings: [any WingRules.Type]
    /// The kinds of constraints and facts.
    package let kinds: ConstraintKinds
    /// The readers of `require` lines.
    let requirements: [any RequirementReader.Type]
    /// The readers of actions.
    let performers: [any PerformerReader.Type]
    /// What `grants` may name.
    let grants: [any GrantedKind.Type]
    /// Reads what an action spends; nil where no wing has anything that can be.
    let charge: (any ChargeReader.Type)?
    /// What the daemon serves; decoders look methods up in this order.
    package let interfaces: [Interface]
    /// The directives of a table outside of any block.
    let tableLines: [TableLine]
    /// The blocks of tables; the first is the table itself.
    package let tableBlocks: [any Directive.Type]
    /// The blocks of files of test cases; the first is the file itself.
    package let caseBlocks: [any Directive.Type] = [CaseFileDirective.self, CaseDirective.self]

    /// Joins the core and some wings.
    ///
    /// *Precondition*: no two of them have a word in common.
    package init(_ wings: [any WingRules.Type]) {
        self.wings = wings
        let requirements = CoreRules.requirements + wings.flatMap { $0.requirements }
        self.requirements = requirements.sorted { $0.order < $1.order }
        kinds = ConstraintKinds(self.requirements.map { $0.kind.rule })
        performers = (CoreRules.performers + wings.flatMap { $0.performers }).sorted { $0.order < $1.order }
        grants = wings.flatMap { $0.grants }.sorted { $0.order < $1.order }
        charge = wings.flatMap { $0.charges }.first
        interfaces = (CoreRules.interfaces + wings.flatMap { $0.interfaces }).sorted { $0.order < $1.order }
        tableLines = TableLine.joined(wings.flatMap { $0.directives }, grants: grants)
        tableBlocks = CoreRules.blocks + wings.flatMap { $0.blocks }
        let words = kinds.all.map(\.word) + performers.map { $0.kind.word } + tableLines.map { "table " + $0.word }
        precondition(Set(words).count == words.count, "two wings have a word in common")
    }

    /// The lines that only some kinds of actions have, each once.
    var performerLines: [PerformerLine] {
        performers.flatMap { $0.lines }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Which words of a `require` line are names, and what can stand behind its kind; nil for a kind that is not known.
    package func requirement(_ kind: String) -> (names: [NameWord], modes: [String], choices: [String])? {
        requirements.first { $0.kind.word == kind }.map { ($0.names, $0.modes, $0.choices) }
    }

    /// The words of the kinds of actions, in backquotes.
    package var performerWords: String { performers.map { "`\($0.kind.word)`" }.alternatives }

    /// The kind of an execution; nil where the program does not know it.
    package func performerKind(of execution: Execution?) -> Performer.Kind? {
        performers.first { $0.kind.word == execution?.kind }?.kind
    }
}

/// What the core itself reads.
private enum CoreRules: WingRules {
    static let requirements: [any RequirementReader.Type] = [
        PlatformReader.self, ProfileReader.self, RuntimeReader.self, CallerReader.self, ToggleReader.self,
        ConfirmationReader.self,
    ]
    static let performers: [any PerformerReader.Type] = [RespondReader.self, RedirectReader.self]
    static let interfaces = Interface.ofCore
    static let blocks: [any Directive.Type] = [
        TableLine.self, SchemeDirective.self, HostDirective.self, FeatureDirective.self, ActionDirective.self,
        RouteDirective.self, GroupDirective.self, UnmatchedDirective.self, RewriteDirective.self,
    ]
}
