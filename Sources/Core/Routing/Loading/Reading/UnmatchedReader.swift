import Conf
import Contract
import Features
import Links
import Matching

/// Reads `unmatched`: the links that are no links of the table, as a feature with one action.
struct UnmatchedReader: BlockReader {
    /// The path of the feature.
    static let featureName = "Unmatched"
    /// The name of its action.
    static let actionName = "open"

    let table: TableReading

    /// Reads the block.
    func read(_ statement: Int) {
        let errors = table.diagnostics.errorCount
        let block = table.check(document.children(of: statement), as: UnmatchedDirective.self)
        let schemes = readSchemes(block.statements(of: .schemes).first, statement, isRefused: !block.refused.isEmpty)
        let feature = FeatureReader(table: table).declare(Self.featureName, by: statement) {
            block.statements(of: .feature($0))
        }
        let action = ActionReader(table: table).read(
            block.action, of: statement, named: (Self.actionName, place(0, statement)), inputs: [], feature: feature)
        guard let action, table.diagnostics.errorCount == errors else { return }
        let number = table.draft.catalogue.add(action)
        table.draft.unmatched = (schemes, table.draft.catalogue.binding(of: number))
    }

    private func readSchemes(_ line: Int?, _ statement: Int, isRefused: Bool) -> Set<String> {
        guard let line else {
            if !isRefused {
                report(
                    .badValue, place(0, statement), "the block does not say which links it is about",
                    help: "add `schemes https http`")
            }
            return []
        }
        var schemes: Set<String> = []
        for (text, place) in arguments(line) {
            let name = text.lowercased()
            if !ScopeReader.isScheme(name) {
                report(.badScheme, place, "`\(text)` is not a scheme", help: "as in `schemes https http`")
            } else if UnmatchedRule.keptSchemes.contains(name) {
                report(
                    .badScheme, place, "links of `\(name)` are not handed on",
                    help: "remove it: what it names is a file or a program")
            } else if name == WrappedLink.scheme {
                report(
                    .badScheme, place, "links of `\(name)` are not handed on",
                    help: "remove it: they are links of this program")
            } else if !schemes.insert(name).inserted {
                report(.badScheme, place, "the scheme `\(name)` is named twice", help: "keep one of them")
            }
        }
        return schemes
    }
}
