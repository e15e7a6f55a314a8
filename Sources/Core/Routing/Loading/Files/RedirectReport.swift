import Conf
import Contract
import Features
import Links
import Matching

/// Reports redirects that lead back to themselves, or nowhere.
///
/// Each is followed with one value for each of its inputs. A circle that only other values close is found when a link is opened.
struct RedirectReport {
    let ruleset: Ruleset
    /// Where each of them stands, in the order of the actions.
    let places: [SourceRange]

    /// Reports each of them once.
    func check(_ diagnostics: inout Diagnostics) {
        let actions = ruleset.catalogue.actions
        let redirects = actions.indices.compactMap { number -> (Int, RedirectTemplate)? in
            if case .redirect(let template) = actions[number].performer { (number, template) } else { nil }
        }
        for ((number, template), place) in zip(redirects, places) {
            let url = template.url(for: examples(of: actions[number]))
            check(url, seen: [number], place, &diagnostics)
        }
    }

    private func check(
        _ url: String, seen: [Int], _ place: SourceRange, _ diagnostics: inout Diagnostics
    ) {
        switch ruleset.destination(of: url) {
        case .rejected(let outcome): warn(url, outcome, place, &diagnostics)
        case .routed(let routed, _):
            let next = ruleset.routes[row: routed.row].binding.action
            guard case .redirect(let template) = ruleset.catalogue.actions[next].performer else { return }
            guard !seen.contains(next) else {
                // A way into a circle is no part of it.
                guard next == seen.first else { return }
                return diagnostics.report(
                    .redirectCircle, at: place, "the redirect leads back to itself: a link becomes `\(url)`",
                    help: "name a link of a route whose action is no redirect")
            }
            check(template.url(for: routed.inputs), seen: seen + [next], place, &diagnostics)
        }
    }

    private func warn(_ url: String, _ outcome: Outcome, _ place: SourceRange, _ diagnostics: inout Diagnostics) {
        let codes: [OutcomeCode] = [.urlSchemeNotAllowed, .urlHostNotAllowed, .routeNotFound]
        guard codes.contains(outcome.code), ruleset.unmatched?.link(url.utf8.span) == nil else { return }
        diagnostics.report(
            .redirectNowhere, at: place, "no route takes the link that it makes, as `\(url)`",
            help: "add a route for it, or an `unmatched` block for links of other apps")
    }

    private func examples(of action: Action) -> [Value.Member] {
        action.inputs.filter { !$0.isOptional }.map { input in
            let value = input.defaultValue ?? input.type.example(name: input.name)
            return Value.Member(input.name, value)
        }
    }
}

extension InputType {
    /// A readable value of the type.
    fileprivate func example(name: String) -> Value {
        switch self {
        case .list: .array([.string("x")])
        case .value(let language): Ruleset.example(of: language, name: name)
        }
    }
}
