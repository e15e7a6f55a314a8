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
                : "the link ends before \(atoms[number].written)"
        case .tooLong(let number):
            let found = segment(number, of: link, route)
            return found == Atom.slash
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
        return switch winner.advantage(over: loser) {
        case .narrower: "it is narrower"
        case .over: "it says `over \(loser.name)`"
        case .scope: "its scope is more specific"
        }
    }

    private func mismatch(of number: Int, _ route: Route, _ link: Link) -> String {
        let atoms = route.pattern.atoms
        guard number < atoms.count else { return "the link goes on with \(segment(number, of: link, route))" }
        // Bytes, which become a text at the end: to append to a text takes 340 instructions, and this has nine parts.
        var text: [UInt8] = []
        text.reserveCapacity(80)
        text += "segment ".utf8
        text += String(number + 1).utf8
        text += " is ".utf8
        append(segment: number, of: link, route, to: &text)
        text += ", not ".utf8
        atoms[number].write(to: &text)
        text += atoms[number].values.utf8
        return String(decoding: text, as: UTF8.self)
    }

    private func segment(_ number: Int, of link: Link, _ route: Route) -> String {
        var text: [UInt8] = []
        append(segment: number, of: link, route, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    private func append(segment number: Int, of link: Link, _ route: Route, to text: inout [UInt8]) {
        guard number < link.segmentCount else { return text += "missing".utf8 }
        // A mistyped secret is one all the same.
        guard !route.hasSecret(in: self) else { return text += "`***`".utf8 }
        let range = link.segment(number)
        guard range.count > 0 else { return text += Atom.slash.utf8 }
        text.append(UInt8(ascii: "`"))
        text += link.bytes[range.indices]
        text.append(UInt8(ascii: "`"))
    }
}

extension Atom {
    fileprivate static let slash = "a slash"

    /// How a sentence writes it.
    fileprivate var written: String {
        var text: [UInt8] = []
        write(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Writes it as a part of a sentence.
    fileprivate func write(to text: inout [UInt8]) {
        guard !isEmpty else { return text += Self.slash.utf8 }
        text.append(UInt8(ascii: "`"))
        append(to: &text)
        text.append(UInt8(ascii: "`"))
    }

    /// The values that it accepts, where their set has a name; a set without one is written out in the pattern.
    fileprivate var values: String {
        guard case .capture(_, let language) = core, language.name.hasPrefix("@"), let values = language.values else {
            return ""
        }
        return " (\(values))"
    }
}

extension Route {
    /// Why the route wins a link that another one would take too.
    func advantage(over loser: Route) -> RouteMeeting.Reason {
        // An `over` decides only where neither pattern is inside the other; of routes with several, some can be.
        if rule.relation(to: loser.rule) == .inside { return .narrower }
        return over.contains(loser.number) ? .over : .scope
    }

    /// How a report names a route that wins over another; where both are one route, it names the pattern that wins.
    fileprivate func subject(beside loser: Route) -> String {
        number == loser.number ? "its pattern `\(pattern.text)`" : "the route `\(name)`"
    }
}
