package import Features

/// Reads the directive of one kind of performer.
package protocol PerformerReader: BlockReader, SendableMetatype {
    /// The kind that it reads.
    static var kind: Performer.Kind { get }
    /// Its place in help among all kinds.
    static var order: Int { get }
    /// How the directive is written.
    static var form: DirectiveForm { get }
    /// The limits that its actions can have.
    static var limits: Set<ActionLimit> { get }
    /// The lines that its actions can have beside the limits.
    static var lines: [PerformerLine] { get }
    /// What `success` can name for its actions.
    static var success: SuccessValues { get }
    /// True if its actions can have a `result` block.
    static var givesResult: Bool { get }
    /// What to write in the place of a limit that its actions cannot have; nil if nothing stands for it.
    static func substitute(for limit: ActionLimit) -> String?

    init(table: TableReading)

    /// Reads the directive of an action with these lines and inputs; nil where it was reported.
    func read(
        _ statement: Int, in action: StatementChecker.Block<ActionDirective>, inputs: [ActionInput]
    ) -> Performer?
}

extension PerformerReader {
    /// Nothing stands for any limit.
    package static func substitute(for limit: ActionLimit) -> String? { nil }
    /// It has none.
    package static var lines: [PerformerLine] { [] }
    /// Exit statuses.
    package static var success: SuccessValues { SuccessValues("an exit status", 0...255, usual: 0...0) }
    /// It gives none.
    package static var givesResult: Bool { false }
}

/// A line that only actions of some kinds can have, as `header` for `http`.
///
/// Kinds that share a word share the value: one form, one section of the reference.
package struct PerformerLine: Hashable, Sendable {
    /// The word that the line begins with.
    package let word: String
    package let form: DirectiveForm

    /// Makes a line of a word.
    package init(_ word: String, _ form: DirectiveForm) { (self.word, self.form) = (word, form) }

    package static func == (left: Self, right: Self) -> Bool { left.word == right.word }

    package func hash(into hasher: inout Hasher) { hasher.combine(word) }
}

/// The numbers by which what performs an action says how it went.
package struct SuccessValues: Sendable {
    /// *Shape*: `an exit status`.
    let name: String
    let values: ClosedRange<Int32>
    /// Those that mean success where the table does not say.
    let usual: ClosedRange<Int32>

    /// Names the numbers, and those that mean success.
    package init(_ name: String, _ values: ClosedRange<Int32>, usual: ClosedRange<Int32>) {
        (self.name, self.values, self.usual) = (name, values, usual)
    }

    /// The numbers of a word, `200` or `200..299`; nil for any other.
    func read(_ word: String) -> ClosedRange<Int32>? {
        guard let dots = word.firstRange(of: "..") else { return number(word[...]).map { $0...$0 } }
        guard let first = number(word[..<dots.lowerBound]), let last = number(word[dots.upperBound...]), first <= last
        else { return nil }
        return first...last
    }

    private func number(_ text: Substring) -> Int32? {
        Quantity.count(String(text)).flatMap { Int32(exactly: $0) }.flatMap { values.contains($0) ? $0 : nil }
    }

    /// *Shape*: help for a word that is none.
    var help: String {
        "\(name) from \(values.lowerBound) to \(values.upperBound), or several, as in "
            + "`\(values.lowerBound)..\(values.lowerBound + 3)`"
    }
}

/// The directives of kinds that no version has yet; a table that has one is told so.
package enum PlannedPerformer: String, CaseIterable {
    case builtin
}
