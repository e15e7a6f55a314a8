import Contract
import Features
import Links
import Matching

/// Where a table alone sends a text: no intake, no feature and no fact is asked.
enum TableVerdict {
    /// A route takes it, by the number of the row of its pattern.
    case routed(row: Int, BoundInputs)
    /// It is none of the table's links, and is handed on.
    case unmatched
    /// It goes nowhere.
    ///
    /// - row: that of the route which refuses its inputs.
    case rejected(OutcomeCode, row: Int?)
}

extension TableVerdict {
    /// Where a table sends a text, as `Open` decides it before any feature is looked at.
    static func of(_ ruleset: Ruleset, on url: Span<UInt8>) -> TableVerdict {
        do throws(LinkError) {
            let link = try Link.parse(url, limits: ruleset.linkLimits, separators: ruleset.separators)
            return of(ruleset, on: link, url)
        } catch {
            if let unmatched = ruleset.unmatched, let (_, address) = unmatched.link(url), unmatched.isForeign(address) {
                return .unmatched
            }
            return .rejected(Outcome(error).code, row: nil)
        }
    }

    /// Where a table sends a link, parsed as it parses its text.
    static func of(_ ruleset: Ruleset, on link: borrowing Link, _ url: Span<UInt8>) -> TableVerdict {
        var match = Match()
        if let rejection = ruleset.rejection(of: link, &match) {
            if let unmatched = ruleset.unmatched, UnmatchedRule.takes(rejection), unmatched.link(url) != nil {
                return .unmatched
            }
            return rejection.verdict
        }
        do throws(InputFault) {
            let route = ruleset.routes[row: match.rule]
            return .routed(row: match.rule, try ruleset.inputs(of: link, match, route))
        } catch {
            return .rejected(error.code, row: match.rule)
        }
    }

    /// A text as a table lets it be shown: canonical, and without what a secret may be in; nil for one that is not a link.
    static func shownURL(of text: String, in ruleset: Ruleset) -> String? {
        // ignored: what could not be taken apart may have a secret anywhere.
        guard let link = try? ruleset.parse(text) else { return nil }
        return switch ruleset.decide(link) {
        case .routed(let routed): ruleset.routes[row: routed.row].maskedURL(of: link.canonical, in: ruleset)
        case .rejected(let rejection): Outcome.rejected(rejection, link: link, in: ruleset).url
        }
    }
}

extension DecisionRejection {
    /// The code of its outcome, and the route that refuses the link's inputs.
    fileprivate var verdict: TableVerdict {
        switch self {
        case .schemeNotAllowed: .rejected(.urlSchemeNotAllowed, row: nil)
        case .hostNotAllowed: .rejected(.urlHostNotAllowed, row: nil)
        case .denied, .excluded: .rejected(.routeExcluded, row: nil)
        case .packageUnavailable: .rejected(.packageUnavailable, row: nil)
        case .notFound: .rejected(.routeNotFound, row: nil)
        case .input(let fault, let row): .rejected(fault.code, row: row)
        }
    }
}
