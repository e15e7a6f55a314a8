// Everything that one kind of constraint is, in one place. A new kind is a type that conforms, in a file of its own, and a
// line in `ConstraintKinds`. For example the kind `toggle` (UserToggle.swift) reads `toggle FEATURE`, is judged by whether it
// is on, and offers the remedy `enableToggle`.
//
// A rule is made when the table is loaded, and stored: a cache miss only asks it, and makes nothing. Two more protocols are
// for kinds whose facts come from elsewhere: `SourcedRule` from a file or a service, `KeptRule` from the ledger.

package import Contract

/// One constraint by its kind: which facts it reads, how they are judged, and what would lift it.
package protocol ConstraintRule: Equatable, Sendable {
    /// The kind that reports name.
    static var kind: ConstraintReport.Kind { get }
    /// One fact of the kind, as `--with` takes it.
    ///
    /// *Shape*: the kind, a name, and a status that any name of the kind can have: `toggle SleepTimer on`. A kind with only
    /// one fact leaves out the name.
    static var example: String { get }
    /// *Shape*: of such facts, with as many words: `toggle FEATURE on|off|unknown`. A last word in brackets can be left out.
    static var form: String { get }
    /// The value of a fact whose source failed or was late; nil where no value says so.
    static var unknown: FactValue? { get }
    /// Whether a fact that no source of the host answers is unsupported; otherwise it has a default, or the kernel tells it.
    static var needsSource: Bool { get }
    /// True if its facts are the host's, and not one subject's.
    static var isOfHost: Bool { get }
    /// True if the evaluation depends on the caller, and not on facts alone.
    static var dependsOnCaller: Bool { get }
    /// Why no operator can override a fact of the kind; nil if one can.
    ///
    /// *Shape*: the beginning of a sentence that ends in an example: `A confirmation is given for one link; to try it`.
    static var hindranceToOverride: String? { get }
    /// The type of the book for a kind of which several can say something about one fact; else nil.
    static var claimBook: (any ClaimBook.Type)? { get }
    /// True if several facts of a name can be given together, as a caller is in several groups.
    static func isRepeatable(_ name: String) -> Bool

    /// Reads a fact's name and status as `--with` has them; the name is empty if the form has none.
    ///
    /// *Throws*: what is wrong with one of them, for example that no feature has such a switch.
    static func read(_ name: String, _ status: String, into draft: inout FactDraft) throws(FactTextError)

    /// The constraint's subject matter, as reports name it.
    var subject: String { get }
    /// The subject matter for people, with titles and descriptions: `premium.monthly "Premium"`.
    var label: String { get }
    /// *Shape*: as after `require`: `toggle off shared`, `purchase any a b`.
    var declaration: String { get }
    /// What of the declaration decides links: without what a permission is used for, and without further languages.
    var condition: String { get }
    /// What one feature may require only once.
    ///
    /// *Shape*: `permission camera`; `toggle`, of which a feature has one.
    var identity: String { get }
    /// True if an ancestor's constraint requires the same, so that this one is needless.
    func isImplied(by inherited: any ConstraintRule) -> Bool
    /// The rule as one feature declares it: with the feature's path, and with what the table calls things.
    func declared(by feature: Feature, in catalogue: FeatureCatalogue) -> Self
    /// Where the table says that a fact is to be had; nil if it does not say.
    ///
    /// - Parameter key: one of `keys`.
    func origin(of key: FactKey, in catalogue: FeatureCatalogue) -> (any FactOrigin)?
    /// The facts that it reads.
    var keys: [FactKey] { get }
    /// Judges the facts; pure, total over every fact, and without allocation.
    func evaluate(_ facts: SubjectFacts, caller: Caller) -> ConstraintEvaluation
    /// Where the facts that were read come from, each that has evidence of its own.
    func evidence(_ facts: SubjectFacts) -> [ConstraintReport.Evidence]
    /// What would lift it, each remedy with who can do it; empty where that is not possible.
    ///
    /// The arguments name what a client needs to act: the feature of a toggle, the products to buy, the permission.
    func remedies(for code: OutcomeCode, _ facts: SubjectFacts) -> [Remedy]
    /// Whether a remedy of it has a text in several languages.
    var isTranslated: Bool { get }
    /// Puts the languages of a caller into a remedy of its own; one of another rule stays as it is.
    ///
    /// - Parameter inputs: the values of the link that the remedy is about, as they may be shown; nil where there is no link.
    func translate(_ remedy: inout Remedy, for languages: LanguageList, inputs: [Value.Member]?)
    /// The facts that it reads with everything that each can be.
    ///
    /// - Parameter all: all constraints of the feature, which share axes.
    func axes(among all: [any ConstraintRule]) -> [MatrixAxis]
}

extension ConstraintRule {
    /// *Units*: words of a fact, its kind and its status included; 2 for a kind with only one fact.
    package static var wordCount: Int { form.split(separator: " ").count { !$0.hasPrefix("[") } }
    /// *Units*: the same with what can be left out, which belongs to the status.
    package static var mostWords: Int { form.split(separator: " ").count }

    /// A fact has a default, or the kernel tells it.
    package static var needsSource: Bool { false }

    /// The facts are the host's.
    package static var isOfHost: Bool { true }

    /// Facts alone decide.
    package static var dependsOnCaller: Bool { false }

    /// An operator can override its facts.
    package static var hindranceToOverride: String? { nil }

    /// There is one claim at a time.
    package static var claimBook: (any ClaimBook.Type)? { nil }

    /// Every fact is given once.
    package static func isRepeatable(_ name: String) -> Bool { false }

    /// True if the other is of the same type and equal.
    func isEqual(to other: any ConstraintRule) -> Bool { (other as? Self) == self }

    /// The kind and the subject matter, or the kind alone.
    package var identity: String { subject.isEmpty ? Self.kind.rawValue : Self.kind.rawValue + " " + subject }

    /// All of it decides links.
    package var condition: String { declaration }

    /// An ancestor's constraint of the same words requires the same.
    package func isImplied(by inherited: any ConstraintRule) -> Bool {
        type(of: inherited) == Self.self && inherited.declaration == declaration
    }

    /// It is the same in every feature.
    package func declared(by feature: Feature, in catalogue: FeatureCatalogue) -> Self { self }

    /// Its remedies have no texts of the table.
    package var isTranslated: Bool { false }

    /// Its remedies have no texts of the table.
    package func translate(_ remedy: inout Remedy, for languages: LanguageList, inputs: [Value.Member]?) {}

    /// The table does not say.
    package func origin(of key: FactKey, in catalogue: FeatureCatalogue) -> (any FactOrigin)? { nil }

    /// The kind and the subject matter.
    package var declaration: String { Self.kind.rawValue + " " + subject }

    /// The evidence of every fact that has some.
    package func evidence(_ facts: SubjectFacts) -> [ConstraintReport.Evidence] {
        keys.compactMap { facts[$0]?.evidence }
    }

    /// What the constraint is about, for people: as `subject`, if nothing has a title or description.
    package var label: String { subject }

    /// One remedy that names one text.
    package static func remedy(
        _ kind: Remedy.Kind, _ actor: Actor, _ name: String, _ value: String, _ message: String
    ) -> Remedy {
        Remedy(kind: kind, actor: actor, message: message, arguments: [.init(name, .string(value))])
    }
}
