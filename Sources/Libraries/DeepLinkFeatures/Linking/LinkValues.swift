import Contract

/// The values for a link that is to be made, by name.
public struct LinkValues {
    private(set) var members: [Value.Member] = []

    /// Carries a value; nothing where it is nil.
    public mutating func set<Number: LosslessStringConvertible>(_ name: String, _ value: Number?) {
        guard let value else { return }
        members.append(.init(name, .string(value.description)))
    }

    /// Carries a value; nothing where it is nil.
    public mutating func set<Word: RawRepresentable>(_ name: String, _ value: Word?)
    where Word.RawValue: LosslessStringConvertible {
        set(name, value?.rawValue)
    }

    /// Carries the segments that a tail `$(name:**)` takes.
    public mutating func set(_ name: String, list: [String]) {
        members.append(.init(name, .array(list.map { .string($0) })))
    }
}
