import ArgumentParser
internal import Contract
internal import Features

/// An example of a fact of each kind, for error messages.
enum FactExample {
    /// *Shape*: that of `ConstraintRule.example`.
    static func text(of kind: ConstraintReport.Kind) -> String { kind.rule.example }

    /// *Throws*: misuse if one of the facts after `--with` is empty, which no other check reports.
    static func validate(_ facts: [String]) throws {
        guard facts.contains(where: { $0.utf8.allSatisfy { $0 == UInt8(ascii: " ") } }) else { return }
        throw ValidationError("--with takes a fact, as in --with '\(text(of: .permission))'.")
    }
}
