// The value of a fact. The core has values of its own; every other kind has a type of its own for them, which conforms
// to `FactContent`, and stands for the kind beside its rules:
//
//     toggle Player/Notes      .on                       a value of the core
//     program /usr/bin/vlc     .program(.present)       ProgramRequirement.swift

/// What a fact says.
package enum FactValue: Hashable, Sendable {
    case platform(PlatformState)
    case profile(Profile)
    /// Of what is on or off, such as a runtime switch or a toggle.
    case state(SwitchState)
    /// The value of another kind, which its rules make and read.
    case other(OtherContent)

    /// A switch that is on.
    package static let on = FactValue.state(.on)
    /// A switch that is off.
    package static let off = FactValue.state(.off)

    /// True if no constraint can distinguish the two values: dates on which a fact will change do not count yet.
    func hasSameEffect(as other: FactValue?) -> Bool {
        guard case .other(let content) = self, case .other(let known) = other else { return self == other }
        return content.hasSameEffect(as: known)
    }

    /// Makes a value of a kind's own type.
    package static func content(_ content: some FactContent) -> Self { .other(OtherContent(content)) }

    /// The value as one of a kind's own type; nil if it is of another kind.
    package func content<Content: FactContent>(as _: Content.Type) -> Content? {
        if case .other(let content) = self { content.value() } else { nil }
    }
}

/// The type of the values of one kind's facts.
package protocol FactContent: Hashable, Sendable {
    /// True if no constraint can distinguish the two.
    func hasSameEffect(as other: Self) -> Bool
}

extension FactContent {
    /// Only equal values have the same effect.
    package func hasSameEffect(as other: Self) -> Bool { self == other }
}

/// A value of a type that the core does not know.
///
/// It is behind one reference, because every fact that is read at a cache miss is copied.
package struct OtherContent: Hashable, Sendable {
    private let box: any ContentBox

    fileprivate init(_ content: some FactContent) { box = Shared(content) }

    fileprivate func value<Content: FactContent>() -> Content? { (box as? Shared<Content>)?.value }

    fileprivate func hasSameEffect(as other: Self) -> Bool { box.hasSameEffect(as: other.box) }

    package static func == (left: Self, right: Self) -> Bool {
        left.box === right.box || left.box.isEqual(to: right.box)
    }

    package func hash(into hasher: inout Hasher) { box.hash(into: &hasher) }
}

/// What `OtherContent` asks of its value.
private protocol ContentBox: AnyObject, Sendable {
    func isEqual(to other: any ContentBox) -> Bool
    func hasSameEffect(as other: any ContentBox) -> Bool
    func hash(into hasher: inout Hasher)
}

extension Shared: ContentBox where Value: FactContent {
    fileprivate func isEqual(to other: any ContentBox) -> Bool { (other as? Self)?.value == value }

    fileprivate func hasSameEffect(as other: any ContentBox) -> Bool {
        (other as? Self).map { value.hasSameEffect(as: $0.value) } ?? false
    }

    fileprivate func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
