import Contract

/// A kind of facts: that of one kind of constraint.
///
/// It is the type of the kind's rules, so what a kind knows of its facts is asked of it: `key.kind.rule.unknown`.
package struct FactKind: Hashable, Sendable {
    /// The rules of the kind.
    package let rule: any ConstraintRule.Type

    /// The kind of some rules.
    package init(_ rule: any ConstraintRule.Type) { self.rule = rule }

    /// Platforms.
    package static var platform: Self { Self(PlatformRequirement.self) }
    /// Runtime switches.
    package static var runtime: Self { Self(RuntimeSwitch.self) }
    /// Toggles of users.
    package static var toggle: Self { Self(UserToggle.self) }

    /// *Shape*: the first word of a fact: `toggle`.
    package var word: String { rule.kind.rawValue }

    package static func == (left: Self, right: Self) -> Bool {
        ObjectIdentifier(left.rule) == ObjectIdentifier(right.rule)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(rule)) }
}

/// The kinds that a program knows.
///
/// A program hands them to what reads tables and facts; nothing else lists kinds.
package struct ConstraintKinds: Sendable {
    /// In the order in which help lists them.
    package let all: [FactKind]

    /// - Parameter rules: of the kinds, in the order in which help lists them.
    package init(_ rules: [any ConstraintRule.Type]) { all = rules.map(FactKind.init) }

    /// The kind of a word; nil if there is none.
    package subscript(word: String) -> FactKind? { all.first { $0.word == word } }

    /// The kinds whose facts an operator can override.
    package var overridable: [FactKind] { all.filter { $0.rule.hindranceToOverride == nil } }
}
