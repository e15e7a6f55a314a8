// A wing is a capability that the core does not need: purchases, permissions, channels, programs. A program lists its wings
// in one place, and hands them to what reads tables:
//
//     extension WingList { static let ofThisProgram = WingList([PurchaseWing.self, ChannelWing.self]) }
//
// A table may then have `product`, `require purchase` and `channel`; without the wing these words are not known.

package import Conf
package import Contract
package import Features

/// What a capability brings to tables and to the wire, without performing anything.
package protocol WingRules: SendableMetatype {
    /// The readers of its kinds of `require` lines.
    static var requirements: [any RequirementReader.Type] { get }
    /// The readers of its kinds of actions.
    static var performers: [any PerformerReader.Type] { get }
    /// Its words in a table outside of any block.
    static var directives: [WingDirective] { get }
    /// Its blocks, in the order of the manual.
    static var blocks: [any Directive.Type] { get }
    /// The interfaces that it adds to the daemon's.
    static var interfaces: [Interface] { get }
    /// What `grants WORD NAME… by group NAME` may name.
    static var grants: [any GrantedKind.Type] { get }
    /// The readers of what actions can spend.
    static var charges: [any ChargeReader.Type] { get }

    /// Puts what features are read against into `table.draft.catalogue.parts`; called before the first feature is read.
    static func keepDeclared(_ table: TableReading)
    /// Puts the rest there; called when the whole table was read.
    static func keep(_ table: TableReading)
    /// Warns of what was declared and never used.
    static func warn(_ table: TableReading)
    /// Reports what only the whole table shows.
    static func check(_ ruleset: Ruleset, _ diagnostics: inout Diagnostics)

    /// Says what a constraint of its kinds needs of the machine.
    static func findings(for rule: any ConstraintRule, in ruleset: Ruleset, on host: any HostView) -> [HostFinding]
    /// Says what the table needs of the machine beside its constraints.
    static func findings(for ruleset: Ruleset, on host: any HostView) -> [HostFinding]
    /// The users and groups that its lines name.
    static func callers(in ruleset: Ruleset) -> [CallerRequirement]
    /// Adds to a check what the table has of it.
    static func add(_ ruleset: Ruleset, to report: inout CheckReport)
}

extension WingRules {
    /// None.
    package static var requirements: [any RequirementReader.Type] { [] }
    /// None.
    package static var performers: [any PerformerReader.Type] { [] }
    /// None.
    package static var directives: [WingDirective] { [] }
    /// None.
    package static var blocks: [any Directive.Type] { [] }
    /// None.
    package static var interfaces: [Interface] { [] }
    /// None.
    package static var grants: [any GrantedKind.Type] { [] }
    /// None.
    package static var charges: [any ChargeReader.Type] { [] }

    /// Keeps nothing.
    package static func keepDeclared(_ table: TableReading) {}
    /// Keeps nothing.
    package static func keep(_ table: TableReading) {}
    /// Warns of nothing.
    package static func warn(_ table: TableReading) {}
    /// Reports nothing.
    package static func check(_ ruleset: Ruleset, _ diagnostics: inout Diagnostics) {}

    /// Its kinds need nothing.
    package static func findings(
        for rule: any ConstraintRule, in ruleset: Ruleset, on host: any HostView
    ) -> [HostFinding] { [] }
    /// It needs nothing.
    package static func findings(for ruleset: Ruleset, on host: any HostView) -> [HostFinding] { [] }
    /// It names none.
    package static func callers(in ruleset: Ruleset) -> [CallerRequirement] { [] }
    /// Adds nothing.
    package static func add(_ ruleset: Ruleset, to report: inout CheckReport) {}
}

/// A directive of a table outside of any block, which a wing reads.
package struct WingDirective: Sendable {
    /// When its lines are read.
    package enum Pass: Sendable {
        /// Before all features.
        case declares
        /// With the features, in the order of the text: it names what others declare.
        case uses
    }

    /// The word that a line begins with.
    package let word: String
    package let form: DirectiveForm
    /// Its place in help among all directives, in steps of ten for those of the core; see `TableLine.joined`.
    let order: Int
    let pass: Pass
    /// True if it counts for the whole table, so that no package may have it.
    let isOfWholeTable: Bool
    let read: @Sendable (TableReading, _ statement: Int) -> Void

    /// Makes a directive.
    package init(
        _ word: String, _ form: DirectiveForm, order: Int, _ pass: Pass = .declares, isOfWholeTable: Bool = false,
        read: @escaping @Sendable (TableReading, _ statement: Int) -> Void
    ) {
        (self.word, self.form, self.order, self.pass) = (word, form, order, pass)
        (self.isOfWholeTable, self.read) = (isOfWholeTable, read)
    }
}

extension WingDirective: Hashable {
    package static func == (left: Self, right: Self) -> Bool { left.word == right.word }

    package func hash(into hasher: inout Hasher) { hasher.combine(word) }
}
