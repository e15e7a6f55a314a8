import Links
import Matching

/// A place of a route's links whose type takes some values: a capture, a key or the fragment.
struct CoveredPart: Sendable {
    /// Where a link has it.
    enum Spot: Sendable {
        /// The number of the segment, and how many bytes stand before and behind the value.
        case segment(Int, prefix: Int, suffix: Int)
        /// The number of the route's query condition.
        case query(Int)
        case fragment
    }

    /// *Units*: values of a set that are nodes one by one; of a larger set these are its first and its last.
    private static let mostAlternatives = 16

    let spot: Spot
    /// The number of the route.
    let route: Int
    /// As parameters of the route are named.
    let name: String
    let language: Language

    /// The parts of a route with one of its patterns.
    static func all(of route: Route, in ruleset: Ruleset) -> [CoveredPart] {
        let pattern = route.pattern
        let places = Dictionary(pattern.places.map { ($0.name, $0.position) }) { first, _ in first }
        return ruleset.parameters(of: route).compactMap { parameter in
            guard let language = parameter.language, !parameter.isSecret else { return nil }
            switch language {
            case .set, .bounded: break
            case .string, .slug, .hex, .uuid, .uint, .int, .date, .bool, .flag, .switch: return nil
            }
            let spot: Spot
            switch parameter.part {
            case .path:
                guard let position = places[parameter.name] else { return nil }
                let atom = pattern.atoms[position]
                spot = .segment(position, prefix: atom.prefix.count, suffix: atom.suffix.count)
            case .query(let number): spot = .query(number)
            case .fragment: spot = .fragment
            case .fixed: return nil
            }
            return CoveredPart(spot: spot, route: route.number, name: parameter.name, language: language)
        }
    }

    /// What cases can show of it.
    var nodes: [CoverageNode] { texts.map(node(of:)) }

    /// A text for each of its nodes.
    var texts: [String] {
        switch language {
        case .set(let set):
            let texts = set.members.map { String(decoding: $0, as: UTF8.self) }
            return texts.count <= Self.mostAlternatives ? texts : [texts[0], texts[texts.count - 1]]
        case .bounded(.int(let range)), .bounded(.uint(let range)):
            return range.lowerBound == range.upperBound ? [] : ["\(range.lowerBound)", "\(range.upperBound)"]
        case .bounded(.text(let range)):
            guard range.lowerBound < range.upperBound else { return [] }
            return [range.lowerBound, range.upperBound].map { String(repeating: "x", count: $0) }
        case .bounded, .string, .slug, .hex, .uuid, .uint, .int, .date, .bool, .flag, .switch: return []
        }
    }

    /// The node of a text; it need not be one of `nodes`.
    func node(of text: String) -> CoverageNode {
        switch language {
        case .bounded(.int), .bounded(.uint): .bound(route: route, part: name, value: Int64(text) ?? 0)
        case .bounded: .bound(route: route, part: name, value: Int64(text.unicodeScalars.count))
        case .set, .string, .slug, .hex, .uuid, .uint, .int, .date, .bool, .flag, .switch:
            .alternative(route: route, part: name, value: text)
        }
    }

    /// Its text in a link that the route takes; nil where the link has none.
    func text(in link: Link, _ match: Match) -> String? {
        switch spot {
        case .segment(let position, let prefix, let suffix):
            guard position < link.segmentCount else { return nil }
            let bytes = link.bytes[link.segment(position).indices].dropFirst(prefix).dropLast(suffix)
            return String(decoding: bytes, as: UTF8.self)
        case .query(let number): return match.queryItems[number].map { link.text(link.queryItem($0).value) }
        case .fragment: return link.givenFragment.map { link.text($0.value) }
        }
    }
}
