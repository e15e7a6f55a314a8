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
        case .schemeNotAllowed:
            return .rejected(
                .init(.urlSchemeNotAllowed, "No route table takes `\(link.text(link.scheme)):` links like this one."))
        case .hostNotAllowed:
            return .rejected(.init(.urlHostNotAllowed, OutcomeCode.urlHostNotAllowed.entry.sentence))
        case .denied: return .rejected(.init(.routeExcluded, "The route table denies this link."))
        case .excluded(let rule, _): return .rejected(excluded(by: rule))
        case .query(let rule, let condition, let item, let fault):
            return .rejected(
                queryRejection(rule, condition: condition, item: item, fault, in: link))
        case .notFound: return .rejected(notFound(link))
        }
    }

    private func excluded(by rule: Int) -> DecisionRejection {
        var rejection = DecisionRejection(.routeExcluded, "The route `\(routes[rule].name)` excludes this link.")
        rejection.rejection.route = routes[rule].name
        rejection.maskedAs = rule
        return rejection
    }

    private func notFound(_ link: Link) -> DecisionRejection {
        var rejection = DecisionRejection(.routeNotFound, OutcomeCode.routeNotFound.entry.sentence)
        guard let nearest = index.trace(link).first else { return rejection }
        rejection.rejection.nearest = routes[nearest.rule].name
        rejection.rejection.failure = sentence(for: nearest, link)
        rejection.maskedAs = nearest.rule
        return rejection
    }

    // MARK: Inputs

    private func inputs(of link: Link, _ match: Match) -> Decision {
        let route = routes[match.rule]
        let action = action(of: route)
        if let rejection = fragmentFault(of: link, route, match.rule) { return .rejected(rejection) }
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
                    scalar(link.text(link.queryItem($0).value), action.inputs[index].type)
                }
            case .fragment:
                value = fragment(of: link).flatMap { scalar(link.text($0.value), action.inputs[index].type) }
            case .constant(let constant): value = constant
            case .absent: value = nil
            }
            if let value = value ?? route.defaults[index] { inputs.append(.init(action.inputs[index].name, value)) }
        }
        if let refusal = action.performer.refusal(of: inputs) {
            return .rejected(
                inputRejection(
                    .inputInvalid, "The value of `\(refusal.input)` \(refusal.reason).", route: match.rule,
                    key: refusal.input))
        }
        return .routed(RoutedLink(route: match.rule, inputs: inputs))
    }

    /// The text as the input's type has it on the wire; the match has checked that it is of the route's type.
    private func scalar(_ text: String, _ type: InputType) -> Value? {
        guard case .value(let language) = type else { return .string(text) }
        return InputValue.wireValue(of: text, as: language)
    }

    /// The fragment, if there is anything in it.
    private func fragment(of link: Link) -> Link.Fragment? {
        link.fragment.flatMap { $0.value.isEmpty && $0.breach == nil ? nil : $0 }
    }

    /// What is wrong with the fragment for a route that declares one, whether or not the action asks for it.
    private func fragmentFault(of link: Link, _ route: Route, _ number: Int) -> DecisionRejection? {
        guard let declared = route.fragment else { return nil }
        guard let fragment = fragment(of: link) else {
            guard declared.isRequired else { return nil }
            return inputRejection(
                .inputMissing, "The link has no fragment, which is `\(declared.name)`.", route: number,
                key: declared.name, expected: declared.language.name)
        }
        let sentence: String
        if let breach = fragment.breach {
            sentence = "The fragment cannot be `\(declared.name)`: \(breach.rule.sentence)"
        } else if !declared.language.accepts(Array(link.text(fragment.value).utf8).span) {
            sentence = "The fragment is no `\(declared.language.name)`, as `\(declared.name)` must be."
        } else {
            return nil
        }
        return inputRejection(
            .inputInvalid, sentence, route: number, key: declared.name, expected: declared.language.name,
            breach: place(of: fragment.breach, in: link))
    }

    // MARK: Refused inputs

    private func queryRejection(
        _ rule: Int, condition: Int?, item: Int?, _ fault: QueryFault, in link: Link
    ) -> DecisionRejection {
        let declared = condition.map { routes[rule].query[$0] }
        let key = declared?.key ?? item.map { printable(link.queryItem($0), in: link) } ?? ""
        switch fault {
        case .missing:
            return inputRejection(
                .inputMissing, "The link lacks the query key `\(key)`.", route: rule, key: key,
                expected: declared?.language.name)
        case .duplicate:
            return inputRejection(
                .inputDuplicate, "The query key `\(key)` is given more than once.", route: rule, key: key)
        case .unexpected:
            return inputRejection(
                .inputUnexpected, "The route takes no query key `\(key)`.", route: rule, key: key)
        case .invalid:
            return inputRejection(
                .inputInvalid, invalidity(of: key, item.map(link.queryItem), declared), route: rule, key: key,
                expected: declared?.language.name,
                breach: place(of: item.flatMap { link.queryItem($0).valueBreach }, in: link))
        }
    }

    private func invalidity(of key: String, _ item: QueryItem?, _ declared: QueryCondition?) -> String {
        if let breach = item?.valueBreach { return "The value of `\(key)` cannot be taken: \(breach.rule.sentence)" }
        if item?.value.isEmpty == true { return "The query key `\(key)` has no value." }
        return "The value of `\(key)` is no `\(declared?.language.name ?? "")`."
    }

    private func printable(_ item: QueryItem, in link: Link) -> String {
        item.keyBreach == nil ? link.text(item.key) : "?"
    }

    private func place(of breach: Breach?, in link: Link) -> (rule: PolicyRule, offset: Int)? {
        breach.map { ($0.rule, link.offset(of: $0)) }
    }

    private func inputRejection(
        _ code: OutcomeCode, _ message: String, route: Int, key: String, expected: String? = nil,
        breach: (rule: PolicyRule, offset: Int)? = nil
    ) -> DecisionRejection {
        var rejection = DecisionRejection(code, message)
        rejection.route = route
        rejection.rejection.route = routes[route].name
        rejection.rejection.key = key
        rejection.rejection.expected = expected
        rejection.rejection.rule = breach?.rule.rawValue
        rejection.rejection.offset = breach?.offset
        return rejection
    }
}
