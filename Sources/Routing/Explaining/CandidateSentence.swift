import Links
import Matching

extension Ruleset {
    /// Why a candidate does not take the link, as a clause; nil for the route that takes it.
    func sentence(for candidate: Candidate, _ link: Link) -> String? {
        let route = routes[row: candidate.rule]
        switch candidate.failure {
        case nil: return nil
        case .segment(let number): return mismatch(of: number, route, link)
        case .tooShort(let number):
            let atoms = route.pattern.atoms
            guard number < atoms.count else { return "the link ends before its tail" }
            return atoms[number].isEmpty
                ? "the link does not end with a slash, as the route does"
                : "the link ends before \(written(atoms[number]))"
        case .tooLong(let number):
            let found = segment(number, of: link, route)
            return found == Self.slash
                ? "the link ends with a slash, but the route does not" : "the link goes on with \(found)"
        case .except(let number): return "its `except \(route.excepts[number].text)` covers the path"
        case .query(let condition, let item, let fault):
            return InputFault(fault, condition: condition, item: item, of: route, in: link).clause
        case .beaten(let winner):
            return "\(routes[row: winner].subject(beside: route)) wins: " + advantage(of: winner, over: candidate.rule)
        }
    }

    /// Why a route that takes the same link wins.
    private func advantage(of winner: Int, over loser: Int) -> String {
        let (winner, loser) = (routes[row: winner], routes[row: loser])
        let isInside = winner.rule.relation(to: loser.rule) == .inside
        // Of two routes with several patterns an `over` decides where neither pattern is inside the other.
        let isDecided = winner.over.contains(loser.number) && !(isInside && winner.hasSeveralPatterns)
        if isDecided { return "it says `over \(loser.name)`" }
        return isInside ? "it is narrower" : "its scope is more specific"
    }

    private static let slash = "a slash"

    private func mismatch(of number: Int, _ route: Route, _ link: Link) -> String {
        let atoms = route.pattern.atoms
        let found = segment(number, of: link, route)
        guard number < atoms.count else { return "the link goes on with \(found)" }
        // Appended to one text: to put together texts of texts was a tenth of what a link without a route cost.
        var text = ""
        text.reserveCapacity(80)
        text += "segment "
        text += String(number + 1)
        text += " is "
        text += found
        text += ", not "
        append(atoms[number], to: &text)
        text += Self.values(of: atoms[number])
        return text
    }

    /// The values that an atom with a named set accepts; a set without a name is written out in the pattern.
    private static func values(of atom: Atom) -> String {
        guard case .capture(_, let language) = atom.core, language.name.hasPrefix("@"), let values = language.values
        else { return "" }
        return " (\(values))"
    }

    private func segment(_ number: Int, of link: Link, _ route: Route) -> String {
        guard number < link.segmentCount else { return "missing" }
        // A mistyped secret is one all the same.
        guard !route.hasSecret(in: self) else { return "`***`" }
        let text = link.text(link.segment(number))
        return text.isEmpty ? Self.slash : "`\(text)`"
    }

    private func written(_ atom: Atom) -> String {
        var text = ""
        append(atom, to: &text)
        return text
    }

    private func append(_ atom: Atom, to text: inout String) {
        guard !atom.isEmpty else { return text += Self.slash }
        text += "`"
        text += atom.text
        text += "`"
    }
}

extension Route {
    /// How a report names a route that wins over another; where both are one route, it names the pattern that wins.
    fileprivate func subject(beside loser: Route) -> String {
        number == loser.number ? "its pattern `\(pattern.text)`" : "the route `\(name)`"
    }
}
