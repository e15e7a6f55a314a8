// How far a link is from a route: the number of things that keep it away. A link that one thing keeps away is a near miss, as
// `near ROUTE` in a case asks for:
//
//     route episode /episodes/$(id:uint) do play { query at:uint? exact }
//
//     /episodes/7          is taken
//     /episodes/first      is near: a value of the wrong type
//     /episodes            is near: a segment is missing
//     /episodes/7?at=x     is near: a key of the wrong type
//     /shows/first         is far: two segments differ

import Features
import Links
import Matching

/// How far a link is from a route.
enum RouteDistance {
    case taken, near, far
}

/// Tells how far links are from routes.
struct DistanceMeter {
    let ruleset: Ruleset

    /// Whether a route takes a link, or would if one thing of the link or of the route were different.
    func distance(of link: Link, from number: Int) -> RouteDistance {
        var match = Match()
        switch ruleset.rejection(of: link, &match) {
        case nil where ruleset.routes[row: match.rule].number == number:
            return inputFault(of: link, match) == nil ? .taken : .near
        case .excluded(let row)? where ruleset.routes[row: row].number == number,
            .input(_, let row)? where ruleset.routes[row: row].number == number:
            return .near
        case nil, .schemeNotAllowed, .hostNotAllowed, .denied, .packageUnavailable, .excluded, .notFound, .input:
            break
        }
        let isNear = ruleset.routes.rows(of: number).contains { obstacleCount(of: link, ruleset.routes[row: $0]) < 2 }
        return isNear ? .near : .far
    }

    /// What is wrong with the inputs of a link that a route takes; nil if nothing is.
    func inputFault(of link: Link, _ match: Match) -> InputFault? {
        do throws(InputFault) {
            _ = try ruleset.inputs(of: link, match, ruleset.routes[row: match.rule])
            return nil
        } catch {
            return error
        }
    }

    /// *Units*: things that keep a link away from a pattern of a route; none where only another route wins.
    private func obstacleCount(of link: Link, _ route: Route) -> Int {
        let texts = (0..<link.segmentCount).map { Array(link.bytes[link.segment($0).indices]) }
        let pattern = route.pattern
        var count = Self.mismatchCount(pattern.atoms, hasTail: pattern.tail != nil, texts)
        guard count < 2 else { return count }
        if route.excepts.contains(where: { Self.covers($0, texts) }) { count += 1 }
        count += queryFaultCount(of: link, route)
        if let fragment = route.fragment, InputFault(fragmentOf: link, for: fragment) != nil { count += 1 }
        return count < 2 && !isInScope(link, route) ? count + 1 : count
    }

    /// *Units*: segments that are wrong, missing or too many; 2 stands for all larger numbers.
    private static func mismatchCount(_ atoms: [Atom], hasTail: Bool, _ texts: [[UInt8]]) -> Int {
        func wrong(_ atoms: [Atom], _ texts: [[UInt8]]) -> Int {
            zip(atoms, texts).count { atom, text in !atom.accepts(text.span) }
        }
        if hasTail ? texts.count > atoms.count : texts.count == atoms.count { return min(2, wrong(atoms, texts)) }
        if hasTail, texts.count == atoms.count { return min(2, 1 + wrong(atoms, texts)) }
        if texts.count == atoms.count + 1 {
            return texts.indices.contains { wrong(atoms, texts.without($0)) == 0 } ? 1 : 2
        }
        if texts.count + 1 == atoms.count, !hasTail {
            return atoms.indices.contains { wrong(atoms.without($0), texts) == 0 } ? 1 : 2
        }
        return 2
    }

    /// Whether an exclusion covers a path.
    static func covers(_ exclusion: ExclusionPattern, _ texts: [[UInt8]]) -> Bool {
        let rest = texts.count - exclusion.atoms.count
        guard exclusion.coversBelow ? rest >= 0 : rest == 0 else { return false }
        return zip(exclusion.atoms, texts).allSatisfy { $0.accepts($1.span) }
    }

    private func queryFaultCount(of link: Link, _ route: Route) -> Int {
        let items = (0..<link.queryItemCount).map { link.queryItem($0) }
        let keys = items.map { link.text($0.key) }
        let faults = route.query.count { condition in
            let values = zip(keys, items).filter { $0.0 == condition.key }.map { link.text($0.1.value) }
            guard condition.isRequired || condition.isExact && !values.isEmpty else { return false }
            return values.count != 1 || !condition.language.accepts(Array(values[0].utf8).span)
        }
        let forbidden = route.absent.count { keys.contains($0) }
        guard route.isStrict else { return faults + forbidden }
        let strange = keys.count { key in !route.absent.contains(key) && !route.query.contains { $0.key == key } }
        return faults + forbidden + strange
    }

    /// Whether a link has a scheme or host of the route.
    private func isInScope(_ link: Link, _ route: Route) -> Bool {
        let scheme = link.text(link.scheme)
        let host = link.isWeb ? try? DeclaredHost.parse(Array(origin(of: link, scheme).utf8).span) : nil
        return ruleset.scopes(of: route).contains { scope in
            switch scope.entry {
            case .scheme(let name): !link.isWeb && name == scheme
            case .host(let declared): host.map(declared.covers) ?? false
            case .anyScheme, .anyHost: false
            }
        }
    }

    private func origin(of link: Link, _ scheme: String) -> String {
        let port = link.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : ":\($0)" } ?? ""
        return "\(scheme)://\(link.text(link.host.range))\(port)"
    }
}

extension Array {
    /// All elements but one.
    fileprivate func without(_ index: Int) -> [Element] {
        var rest = self
        rest.remove(at: index)
        return rest
    }
}
