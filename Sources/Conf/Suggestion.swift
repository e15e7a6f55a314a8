/// Finds what somebody meant by a misspelt word.
package enum Suggestion {
    /// The candidate nearest to the word, where it is near enough to be meant; ties go to the first.
    ///
    /// *Limits*: a third of the word may differ, at least one letter and at most three. *Cost*: length² per candidate.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let allowed = min(3, max(1, word.utf8.count / 3))
        guard word.utf8.count <= 64 else { return nil }
        var best: (distance: Int, candidate: String)?
        for candidate in candidates where candidate != word {
            let distance = distance(Array(word.utf8), Array(candidate.utf8))
            if distance <= allowed, distance < best?.distance ?? .max { best = (distance, candidate) }
        }
        return best?.candidate
    }

    /// The help line for an unknown word: the suggestion if there is one, else the whole choice.
    package static func help(for word: String, among candidates: [String]) -> String {
        if let nearest = nearest(to: word, among: candidates) { return "did you mean `\(nearest)`?" }
        return "one of: " + candidates.joined(separator: ", ")
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
