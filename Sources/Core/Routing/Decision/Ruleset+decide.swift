// Link → Decision: deny, match, input checks, in this order, and nothing of it depends on any feature's state. A disabled
// feature's link is decided like any other and blocked afterwards; it never falls through to a broader route.

import Contract
import Features
package import Links
import Matching

extension Ruleset {
    /// Decides which route takes the link, with which inputs.
    package func decide(_ link: Link) -> Decision {
        var match = Match()
        if let rejection = rejection(of: link, &match) { return .rejected(rejection) }
        let route = routes[row: match.rule]
        do throws(InputFault) {
            let inputs = try inputs(of: link, match, route).members(of: action(of: route))
            return .routed(
                RoutedLink(route: route.number, row: route.row, inputs: inputs, ignored: route.ignoredKeys(match)))
        } catch {
            return .rejected(.input(error, row: match.rule))
        }
    }

    /// Why no route takes a link by its scheme, host, path and query; nil where one does, which `match` then says.
    func rejection(of link: borrowing Link, _ match: inout Match) -> DecisionRejection? {
        switch index.match(link, into: &match) {
        case .matched: return nil
        case .schemeNotAllowed: return .schemeNotAllowed
        case .hostNotAllowed: return .hostNotAllowed
        case .denied(let number): return leftOut.rejection(byDenial: number)
        case .excluded(let rule, _): return .excluded(row: rule)
        case .query(let rule, let condition, let item, let fault):
            let fault = InputFault(fault, condition: condition, item: item, of: routes[row: rule], in: copy link)
            return .input(fault, row: rule)
        case .notFound: return .notFound
        }
    }

    /// The inputs that a link brings for the action of the route that takes it.
    ///
    /// *Throws*: what is wrong with one of them.
    func inputs(
        of link: borrowing Link, _ match: borrowing Match, _ route: Route
    ) throws(InputFault) -> BoundInputs {
        guard route.form.bringsTexts, action(of: route).performer.takesAnyValue else {
            return .values(try values(of: copy link, copy match, route))
        }
        var texts = LinkTexts(of: link.bytes)
        for source in route.sources {
            if case .capture(let number) = source { texts.append(match.capture(number)) }
        }
        return .texts(texts)
    }

    private func values(of link: Link, _ match: Match, _ route: Route) throws(InputFault) -> [Value.Member] {
        let action = action(of: route)
        if let fault = route.fragment.flatMap({ InputFault(fragmentOf: link, for: $0) }) { throw fault }
        var inputs: [Value.Member] = []
        inputs.reserveCapacity(action.inputs.count)
        for index in action.inputs.indices {
            let value: Value?
            switch route.sources[index] {
            case .capture(let number): value = action.inputs[index].type.value(of: link.text(match.capture(number)))
            case .tail:
                value = .array(match.tail.map { .string(link.text(link.segment($0))) })
            case .query(let number):
                value = match.queryItems[number].flatMap {
                    let language = route.query[number].language
                    let text = link.text(link.queryItem($0).value)
                    return language.isOfKeysAlone ? language.value(of: text) : action.inputs[index].type.value(of: text)
                }
            case .fragment:
                value = link.givenFragment.map { action.inputs[index].type.value(of: link.text($0.value)) }
            case .constant(let constant): value = constant
            case .absent: value = nil
            }
            if let value = value ?? route.defaults[index] { inputs.append(.init(action.inputs[index].name, value)) }
        }
        if let refusal = action.performer.refusal(of: inputs) { throw InputFault(refusal) }
        return inputs
    }
}

extension Route {
    /// The optional keys that a match left out, as outcomes have them.
    func ignoredKeys(_ match: borrowing Match) -> [IgnoredKey] {
        guard !match.leftOut.isEmpty else { return [] }
        return match.leftOut.map { leftOut in
            IgnoredKey(query[leftOut.condition].key, leftOut.fault == .duplicate ? .repeated : .mistyped)
        }
    }
}
