import Conf
import Contract
import Features
import Routing

extension Snapshot {
    /// The reply to `Link`: the link of a route, or why there is none.
    func link(_ request: BuildLink, for audience: Audience) -> any Reply {
        guard hasTable else {
            return LinkFault {
                ($0.code, $0.message) = ("noTable", Outcome(RequestError.noTable).message)
                $0.help = "mend the table and run `deeplinkctl reload`"
            }
        }
        do throws(LinkBuildError) {
            let link = try ruleset.link(
                to: request.route, request.parameters, scope: request.scope, scopeLimit: Limits.linkScopes,
                for: audience)
            return BuildLink.Answer { $0.url = link.url }
        } catch {
            return error.report
        }
    }

    /// Why a request would have the outcome that it would have now.
    func explanation(of request: LinkRequest, for audience: Audience) -> Explanation {
        Explanation(
            of: request.target, in: ruleset, facts: store.facts, caller: request.caller, subject: request.subject,
            for: audience)
    }

    /// Why a request would have the outcome that it would have under facts that are given, as behind `with` in a test case.
    ///
    /// *Throws*: `invalid`, where one of them is no fact of the table.
    func explanation(
        of request: LinkRequest, given texts: [String], for audience: Audience
    ) throws(ParameterError) -> Explanation {
        var reader = FactReader(catalogue: ruleset.catalogue)
        var diagnostics = Diagnostics()
        _ = reader.read(texts, diagnostics: &diagnostics)
        guard !diagnostics.hasErrors else { throw .invalid(.facts) }
        return Explanation(
            of: request.target, in: ruleset, facts: reader.facts, caller: reader.caller, for: audience)
    }
}
