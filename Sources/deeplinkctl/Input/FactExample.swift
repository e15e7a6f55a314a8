import ArgumentParser
internal import Contract

/// An example of a fact of each kind, for error messages.
enum FactExample {
    static let purchase = "purchase premium.monthly expired"

    /// *Shape*: a kind, a name and a status.
    static func text(of kind: ConstraintReport.Kind) -> String {
        switch kind {
        case .platform: "platform linux 6.1"
        case .runtime: "runtime TurboDownloads off"
        case .caller: "caller group audio"
        case .permission: "permission camera denied"
        case .toggle: "toggle SleepTimer on"
        case .purchase: purchase
        }
    }

    /// *Throws*: misuse if one of the facts after `--with` is empty, which no other check reports.
    static func validate(_ facts: [String]) throws {
        guard facts.contains(where: { $0.utf8.allSatisfy { $0 == UInt8(ascii: " ") } }) else { return }
        throw ValidationError("--with takes a fact, as in --with '\(text(of: .permission))'.")
    }
}
