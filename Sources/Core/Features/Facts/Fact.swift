// A fact has a key (what it is about), a value, and evidence (where the value comes from, and of when):
//
//     toggle Player/Notes   on          the ledger, since 12:03
//     runtime Player        off         a file, read a minute ago
//     platform linux        6.1.0-18    the host
//
// The store, overrides, the ledger, sources, test cases and `--with` all use these three types. Whose fact it is, the host's
// or one subject's, follows from the kind of its key. Keys and values of kinds that
// are not the core's are beside the rules of the kind.

package import Contract

/// What one fact is about: `toggle Player/Notes`, `platform linux`.
package struct FactKey: Hashable, Sendable, CustomStringConvertible {
    package let kind: FactKind
    /// *Shape*: a feature's path, or the name of what the kind is about; empty for all facts of the kind.
    package let name: String

    /// Makes the key of one fact of a kind.
    package init(_ kind: FactKind, _ name: String) {
        self.kind = kind
        self.name = name
    }

    /// Makes the key of one fact of the kind with these rules.
    package init(_ rule: any ConstraintRule.Type, _ name: String) { self.init(FactKind(rule), name) }

    /// A platform, by its name.
    package static func platform(_ name: String) -> Self { Self(.platform, name) }
    /// The profile of the table.
    package static var profile: Self { Self(ProfileRequirement.self, "") }
    /// The runtime switch of the feature of that path.
    package static func runtime(_ path: String) -> Self { Self(.runtime, path) }
    /// The toggle of the feature of that path.
    package static func toggle(_ path: String) -> Self { Self(.toggle, path) }
    /// Whether the person confirmed the link that is being verified, as the feature of that path requires.
    package static func confirmation(_ path: String) -> Self { Self(UserConfirmation.self, path) }

    /// Facts of platforms that are present.
    ///
    /// - Parameter versions: by the platforms' names.
    package static func present(_ versions: [String: String]) -> [FactKey: FactValue] {
        Dictionary(uniqueKeysWithValues: versions.map { (.platform($0), .platform(.present($1))) })
    }

    /// True if the fact is the host's, and not one subject's.
    package var isOfHost: Bool { kind.rule.isOfHost }

    /// *Shape*: as `--with` takes it, `toggle Player/Notes`; the kind alone for all facts of the kind.
    package var description: String { name.isEmpty ? kind.word : kind.word + " " + name }

    /// Hashes the name alone: few facts of different kinds share one, and this runs at every cache miss.
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// What is known of one key, and where it comes from.
package struct Fact: Equatable, Sendable {
    package var value: FactValue
    /// Shared, because reports alone read it, and every fact that is read at a cache miss is copied.
    private let origin: Shared<ConstraintReport.Evidence>?

    package init(_ value: FactValue, _ evidence: ConstraintReport.Evidence? = nil) {
        self.value = value
        origin = evidence.map(Shared.init)
    }

    /// Where the value comes from; nil where that is the source of all facts, `Facts.source`.
    package var evidence: ConstraintReport.Evidence? { origin?.value }

    package static func == (left: Self, right: Self) -> Bool {
        left.value == right.value && (left.origin === right.origin || left.evidence == right.evidence)
    }

    /// A fact that an operator puts in the place of what its source says.
    package static func overriding(_ value: FactValue) -> Fact {
        Fact(value, .init(source: "override", isOverride: true))
    }
}
