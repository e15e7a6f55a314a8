import Conf
import Contract
import Features
import Routing

/// The rules that hold for every text as facts; a fuzzer and the tests check them.
package enum FactInvariants {
    private static let mostLines = 64

    /// Reads each line as a fact of `--with`, and as one of an override, and checks the rules.
    package static func check(_ bytes: [UInt8]) -> Finding {
        let lines = bytes.split(separator: 0x0A).prefix(mostLines).map { String(decoding: $0, as: UTF8.self) }
        var reader = FactReader(catalogue: FixedTable.ruleset.catalogue)
        var diagnostics = Diagnostics()
        let sources = reader.read(lines, diagnostics: &diagnostics)
        if let rule = diagnostics.brokenRule(in: sources) { return .broken(rule) }
        for line in lines {
            if let rule = brokenRule(ofOverride: line) { return .broken(rule) }
        }
        guard !diagnostics.hasErrors else { return .refused }
        for link in FixedTable.links {
            let explanation = Explanation(
                of: link, in: FixedTable.ruleset, facts: reader.facts, caller: reader.caller)
            guard explanation.outcome.code != .okPerformed else { return .broken("explaining performs nothing") }
        }
        return .accepted
    }

    private static func brokenRule(ofOverride line: String) -> String? {
        guard let blank = line.lastIndex(of: " ") else { return nil }
        let (fact, status) = (String(line[..<blank]), String(line[line.index(after: blank)...]))
        switch read(fact, status) {
        case .broken(let rule): return rule
        case .refused: return nil
        case .given(let given):
            guard !given.isEmpty else { return "an override is of a fact" }
            guard case .given(let ended) = read(fact, nil), Set(ended.keys) == Set(given.keys) else {
                return "an override can be ended by its name"
            }
            return nil
        }
    }

    private enum Override {
        case given([FactKey: Fact])
        case refused
        case broken(String)
    }

    private static func read(_ fact: String, _ status: String?) -> Override {
        var reader = FactReader(catalogue: FixedTable.ruleset.catalogue)
        var diagnostics = Diagnostics()
        let source = reader.read(fact: fact, status: status, diagnostics: &diagnostics)
        if let rule = diagnostics.brokenRule(in: [source]) { return .broken(rule) }
        return diagnostics.hasErrors ? .refused : .given(reader.facts.given)
    }
}
