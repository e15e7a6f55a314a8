/// Finds the word that was probably meant by a misspelt one.
package enum Suggestion {
    /// *Units*: candidates; a person cannot read more, and a table of errors must not cost their square.
    private static let longestChoice = 1000
    /// *Units*: candidates that a help line lists.
    private static let longestList = 40

    /// The candidate nearest to the word, where it is near enough to be meant; ties go to the first.
    ///
    /// *Limits*: as many mistakes as `EditDistance.allowed`.
    package static func nearest(to word: String, among candidates: some Collection<String>) -> String? {
        guard let distance = EditDistance(from: word.utf8.span), candidates.count <= longestChoice else { return nil }
        var best: (mistakes: Int, candidate: String)?
        for candidate in candidates
        where candidate != word && abs(candidate.utf8.count - distance.count) <= distance.allowed {
            let mistakes = distance(to: candidate.utf8.span)
            if mistakes <= distance.allowed, mistakes < best?.mistakes ?? .max { best = (mistakes, candidate) }
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
}
