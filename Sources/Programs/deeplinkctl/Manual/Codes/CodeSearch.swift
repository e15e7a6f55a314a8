// Finds the codes for the words behind `help`:
//
//     RT512, rt512, 512            the diagnostic
//     blocked.toggle.off           the outcome, in any case
//     RT5, blocked, blocked.toggle the codes that begin so; the code itself where there is only one
//     toggle.off, notFound         the codes that end so
//     RT599, blocked.togle.off     none; the error says what comes near

internal import Conf

/// The codes that a word means.
package enum CodeSearch: Equatable, Sendable {
    case code(ManualCode)
    case list([ManualCode])
    /// Nothing; the sentence says what to type.
    case nothing(help: String)

    /// - Parameter word: of a user, in any case.
    package init(_ word: String) {
        let key = Self.key(word)
        let exact = ManualCode.all.filter { $0.name.lowercased() == key }
        let found = exact.isEmpty ? ManualCode.all.filter { Self.matches($0.name.lowercased(), key) } : exact
        switch found.count {
        case 0: self = .nothing(help: Self.help(for: key))
        case 1: self = .code(found[0])
        default: self = .list(found)
        }
    }

    /// The word in lower case, with `rt` before a number and without a dot at its end.
    private static func key(_ word: String) -> String {
        var key = word.lowercased()
        while key.last == "." { key.removeLast() }
        return !key.isEmpty && key.utf8.allSatisfy { (48...57).contains($0) } ? "rt" + key : key
    }

    private static func matches(_ name: String, _ key: String) -> Bool {
        if name.hasPrefix("rt") { return key.hasPrefix("rt") && name.hasPrefix(key) }
        guard !key.isEmpty else { return false }
        return name.hasPrefix(key + ".") || name.hasSuffix("." + key) || (key.contains(".") && name.hasPrefix(key))
    }

    private static func help(for key: String) -> String {
        let all = "`deeplinkctl help codes` lists all codes"
        if key.hasPrefix("rt"), key.dropFirst(2).first?.isNumber == true {
            let group = CodeGroup.all.first { key.hasPrefix($0.prefix.lowercased()) }
            return group.map { "`deeplinkctl help \($0.prefix)` lists the codes of \($0.subject)" } ?? all
        }
        let names = ManualCode.all.map { $0.name.lowercased() }
        guard let nearest = Suggestion.nearest(to: key, among: names), let index = names.firstIndex(of: nearest) else {
            return all
        }
        return "did you mean `\(ManualCode.all[index].name)`?"
    }
}
