/// Finds the word that was probably meant by a misspelt one.
package enum Suggestion {
    /// *Units*: candidates; a person cannot read more, and a table of errors must not cost their square.
    private static let longestChoice = 1000
    /// *Units*: candidates that a help line lists.
    private static let longestList = 40

    /// The candidate nearest to the word, where it is near enough to be meant; ties go to the first.
    ///
    /// *Limits*: a third of the word may differ, at least one letter and at most three. *Cost*: length² per candidate.
    package static func nearest(to word: String, among candidates: some Collection<String>) -> String? {
        let length = word.utf8.count
        let allowed = min(3, max(1, length / 3))
        guard length <= 64, candidates.count <= longestChoice else { return nil }
        var best: (distance: Int, candidate: String)?
        for candidate in candidates where candidate != word && abs(candidate.utf8.count - length) <= allowed {
            let distance = distance(Array(word.utf8), Array(candidate.utf8))
            if distance <= allowed, distance < best?.distance ?? .max { best = (distance, candidate) }
        }
        return best?.candidate
    }

    /// The help line for an unknown word: the suggestion if there is one, else the whole choice.
    package static func help(for word: String, among candidates: some Collection<String>) -> String {
        if let nearest = nearest(to: word, among: candidates) { return "did you mean `\(nearest)`?" }
        let listed = candidates.prefix(longestList).joined(separator: ", ")
        return candidates.count <= longestList
            ? "one of: " + listed : "one of: \(listed) and \(candidates.count - longestList) more"
    }

    /// The help line for an unknown name: the suggestion if there is one, else the names by their bytes.
    package static func help(for word: String, amongNames names: some Collection<String>) -> String {
        names.count <= longestChoice
            ? help(for: word, among: names.sorted()) : "check its spelling against the \(names.count) names declared"
    }

    /// Insertions, removals, replacements and swaps of neighbours that turn one word into the other.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var before: [Int] = []
        var previous = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                var cost = min(
                    previous[column] + (left[row] == right[column] ? 0 : 1),
                    previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, before[column - 1] + 1)
                }
                current.append(cost)
            }
            (before, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
