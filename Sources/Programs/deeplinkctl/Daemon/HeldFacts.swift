internal import Conf
internal import Features

/// Facts that `matrix --with` fixes, in the syntax of test cases and of the matrix's headings.
struct HeldFacts {
    let texts: [String]

    /// The rows with the fixed facts; a fact that is given several times may have any of the values.
    ///
    /// *Throws*: `UsageError` for a fact that the feature does not depend on, or that cannot have the value.
    func rows(of matrix: Matrix) throws -> Matrix {
        var held: [Int: Set<Int>] = [:]
        for text in texts {
            let (axis, label) = try setting(text, in: matrix)
            held[axis, default: []].insert(label)
        }
        return held.reduce(matrix) { $0.holding($1.key, to: $1.value.sorted()) }
    }

    private func setting(_ text: String, in matrix: Matrix) throws -> (axis: Int, label: Int) {
        let words = try words(of: text, in: matrix)
        let names = matrix.axes.map(\.name)
        let axis = names.firstIndex { words.starts(with: $0.split(separator: " ").map(String.init)) }
        guard let axis else {
            let name = (words.count > 1 ? words.dropLast() : words[...]).joined(separator: " ")
            throw UsageError(
                "the feature does not depend on \(UsageError.quoted(name))",
                help: names.isEmpty ? "it depends on no facts" : Suggestion.help(for: name, among: names))
        }
        let labels = matrix.axes[axis].labels
        let label = words.dropFirst(names[axis].split(separator: " ").count).joined(separator: " ")
        guard let number = labels.firstIndex(of: label) else {
            throw UsageError(
                "`\(names[axis])` cannot be \(UsageError.quoted(label)) here",
                help: Suggestion.help(for: label, among: labels))
        }
        return (axis, number)
    }

    /// The words, a feature's name made its path.
    private func words(of text: String, in matrix: Matrix) throws -> [String] {
        var words = text.split(separator: " ").map(String.init)
        guard words.count == 3, words[0] == "runtime" || words[0] == "toggle" else { return words }
        let paths = matrix.axes.map(\.name).filter { $0.hasPrefix(words[0] + " ") }.map { axis in
            String(axis.dropFirst(words[0].count + 1))
        }
        if !paths.isEmpty { words[1] = try FeatureNames(paths: paths).path(of: words[1]) }
        return words
    }
}
