// A table with one thing of it changed. A case file that is worth its name has a case that fails against it.

package import Routing

/// One change of the text of a table.
struct MutantEdit: Equatable, Sendable {
    /// The place of the file among the texts of the table.
    let file: Int
    /// *Units*: bytes of that file.
    let range: Range<Int>
    let text: String
}

/// A table with one thing of it changed.
package struct TableMutant: Sendable {
    /// One way to make the change.
    struct Variant: Equatable, Sendable {
        /// The words that stand in the place of others; nil where nothing does.
        let replacement: String?
        let edits: [MutantEdit]
    }

    package let kind: MutantKind
    /// The path of the file, as the table names it.
    package let file: String
    /// *Units*: lines from 1.
    package let line: Int
    /// *Units*: characters of the line, from 1.
    package let column: Int
    /// The statement that is changed, without its block.
    package let statement: String
    /// The words that are taken away; all of the statement where that is removed.
    package let original: String
    /// The route that has the statement, or the feature.
    package let subject: CaseSuite.Subject
    /// Ways to make the change, at least one, the best first.
    ///
    /// The first that makes a sound table is the mutant.
    let variants: [Variant]
    /// The number of that one.
    var chosen = 0

    /// The words that stand in the place of the original; nil where nothing does.
    package var replacement: String? { variants[chosen].replacement }
    /// *Shape*: `without `strict``, ``on` instead of `off``.
    package var sentence: String {
        guard let replacement else { return "without `\(original)`" }
        return "`\(replacement)` instead of `\(original)`"
    }

    /// The name of a case that holds what the mutant changes.
    ///
    /// *Shape*: `sleep: strict counts`, `SleepTimer: the default is off`.
    package var title: String {
        let owner = (subject.route ?? subject.feature).map { $0 + ": " } ?? ""
        return switch kind {
        case .condition, .exception, .constraint, .denial: owner + "\(original) counts"
        case .literal: owner + "no other text than \(original)"
        case .type: owner + "no other type than \(original)"
        case .order: original
        case .standard: owner + "the default is \(original)"
        }
    }
}

extension [TableText] {
    /// The texts with some edits, none of which overlap.
    func applying(_ edits: [MutantEdit]) -> [TableText] {
        var texts = self
        for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            guard texts.indices.contains(edit.file), edit.range.upperBound <= texts[edit.file].bytes.count else {
                continue
            }
            texts[edit.file].bytes.replaceSubrange(edit.range, with: edit.text.utf8)
        }
        return texts
    }
}
