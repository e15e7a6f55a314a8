import ArgumentParser
internal import Features
import PermissionRules

/// The check of facts that all commands with `--with` share.
enum FactExample {
    /// *Throws*: misuse if one of the facts after `--with` is empty, which no other check reports.
    static func validate(_ facts: [String]) throws {
        guard facts.contains(where: { $0.utf8.allSatisfy { $0 == UInt8(ascii: " ") } }) else { return }
        throw ValidationError("--with takes a fact, as in --with '\(PermissionRequirement.example)'.")
    }
}
