import Contract
import Features
import HostSystem
import Routing

extension Snapshot {
    /// The reply to `Link`: the link of a route, or why there is none.
    func link(to route: String, _ parameters: [Value.Member], scope: String?, for audience: Audience) -> Reply {
        guard hasTable else {
            return .notBuilt(
                LinkFault {
                    ($0.code, $0.message) = ("noTable", Outcome(RequestError.noTable).message)
                    $0.help = "mend the table and run `deeplinkctl reload`"
                })
        }
        do throws(LinkBuildError) {
            let link = try ruleset.link(
                to: route, parameters, scope: scope, scopeLimit: Limits.linkScopes, for: audience)
            return .link(url: link.url)
        } catch {
            return .notBuilt(error.report)
        }
    }

    /// Takes a request as far as it goes: against the facts in force, or with what the person confirmed of this one.
    func clearance(of request: LinkRequest, for audience: Audience) -> Clearance {
        if let facts = request.confirmed?.facts(in: self) {
            return ruleset.clear(
                request.target, facts: facts, caller: request.caller, subject: request.subject, for: audience)
        }
        return ruleset.clear(
            request.target, cache: cache, caller: request.caller, subject: request.subject, for: audience,
            now: request.isTimed ? { HostClock.monotonicNs } : nil)
    }

    /// Why a request would have the outcome that it would have now.
    func explanation(of request: LinkRequest, for audience: Audience) -> Explanation {
        Explanation(
            of: request.target, in: ruleset, facts: store.facts, caller: request.caller, subject: request.subject,
            for: audience)
    }
}
