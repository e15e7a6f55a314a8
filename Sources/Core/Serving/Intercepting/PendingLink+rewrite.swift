// A link before it is looked at: the lines `rewrite` of the table, in their order, each once. What a line makes of it is the link
// of the lines behind it, and of the whole way then. One that is asked and does not answer refuses the link: what it would
// have become is not known.

import Contract
import Features
import Links
import Routing

extension PendingLink {
    /// Takes the link past the lines from one of them on, and up to the gate then.
    func rewrite(from first: Int = 0) {
        let ruleset = server.snapshot.ruleset
        guard !isOver else { return giveUp() }
        if first == 0, ruleset.shadow != nil { uncompared = request.target.url }
        guard request.app == nil, first < ruleset.rewrites.count, let text = request.target.url,
            let url = WebAddress(text)?.url
        else { return pass() }
        let rules = ruleset.rewrites
        guard let number = (first..<rules.count).first(where: { rules[$0].isAbout(url) }) else { return pass() }
        guard request.trail.mayGoOn else { return end(Outcome(RequestError.tooManyHops)) }
        let rule = rules[number]
        switch rule.target {
        case .pattern, .wrapped:
            if let link = rule.link(for: url) { become(link, by: rule) }
            rewrite(from: number + 1)
        case .action(let binding): ask(rule, binding, about: url, number)
        case .hosted: preconditionFailure("a table has no functions")
        }
    }

    private func ask(_ rule: RewriteRule, _ binding: ActionBinding, about url: String, _ number: Int) {
        let ruleset = server.snapshot.ruleset
        let inputs = [Value.Member(RewriteRule.member, .string(url))]
        let passage = ruleset.pass(
            binding, inputs: inputs, cache: server.snapshot.cache, caller: request.caller, subject: request.subject)
        switch consume passage {
        case .stopped(let stop): end(stop.outcome)
        case .cleared(let link):
            server.performBounded(link, for: request) { [self] outcome in
                guard outcome.code.outcomeClass == .ok,
                    let link = outcome.result?.members.first(where: { $0.name == RewriteRule.member })?.value.text,
                    let other = RewriteRule.link(answered: link)
                else {
                    let isAnswer = outcome.code.outcomeClass == .ok
                    let reason = isAnswer ? "its answer is no link." : outcome.reasonOfRefusal
                    return end(Outcome(RequestError.intercepted(by: rule.name, reason: reason)))
                }
                if other != url { become(link, by: rule) }
                // The numbers of the lines are those of one table.
                guard server.snapshot.ruleset === ruleset else { return pass() }
                rewrite(from: number + 1)
            }
        }
    }

    private func become(_ link: String, by rule: RewriteRule) {
        request.target = Target(url: link)
        request.trail.hops += 1
        names.append(rule.name)
        rewriteNames = names
    }
}
