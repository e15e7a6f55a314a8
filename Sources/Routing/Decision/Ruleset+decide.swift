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
        switch index.match(link, into: &match) {
        case .matched: return inputs(of: link, match)
        case .schemeNotAllowed: return .rejected(.schemeNotAllowed)
        case .hostNotAllowed: return .rejected(.hostNotAllowed)
        case .denied(let number): return .rejected(leftOut.rejection(byDenial: number))
        case .excluded(let rule, _): return .rejected(.excluded(row: rule))
        case .query(let rule, let condition, let item, let fault):
            let fault = InputFault(fault, condition: condition, item: item, of: routes[row: rule], in: link)
            return .rejected(.input(fault, row: rule))
        case .notFound: return .rejected(.notFound)
        }
    }

    private func inputs(of link: Link, _ match: Match) -> Decision {
        let route = routes[row: match.rule]
        let action = action(of: route)
        if let fault = route.fragment.flatMap({ InputFault(fragmentOf: link, for: $0) }) {
            return .rejected(.input(fault, row: match.rule))
        }
        var inputs: [Value.Member] = []
        inputs.reserveCapacity(action.inputs.count)
        for index in action.inputs.indices {
            let value: Value?
            switch route.sources[index] {
            case .capture(let number): value = scalar(link.text(match.capture(number)), action.inputs[index].type)
            case .tail:
                value = .array(match.tail.map { .string(link.text(link.segment($0))) })
            case .query(let number):
                value = match.queryItems[number].flatMap {
                    if case .flag = route.query[number].language { return .bool(true) }
                    return scalar(link.text(link.queryItem($0).value), action.inputs[index].type)
                }
            case .fragment:
                value = link.givenFragment.flatMap { scalar(link.text($0.value), action.inputs[index].type) }
            case .constant(let constant): value = constant
            case .absent: value = nil
            }
            if let value = value ?? route.defaults[index] { inputs.append(.init(action.inputs[index].name, value)) }
        }
        if let refusal = action.performer.refusal(of: inputs) {
            return .rejected(.input(InputFault(refusal), row: match.rule))
        }
        guard !match.leftOut.isEmpty else {
            return .routed(RoutedLink(route: route.number, row: route.row, inputs: inputs))
        }
        let ignored = match.leftOut.map { route.ignoredKey($0) }
        return .routed(RoutedLink(route: route.number, row: route.row, inputs: inputs, ignored: ignored))
    }

    /// The text as the input's type has it on the wire; the match has checked that it is of the route's type.
    private func scalar(_ text: String, _ type: InputType) -> Value? {
        guard case .value(let language) = type else { return .string(text) }
        return InputValue.wireValue(of: text, as: language)
    }
}

extension Route {
    /// An optional key that a match left out, as outcomes have it.
    fileprivate func ignoredKey(_ leftOut: Match.LeftOut) -> IgnoredKey {
        IgnoredKey(query[leftOut.condition].key, leftOut.fault == .duplicate ? .repeated : .mistyped)
    }
}
