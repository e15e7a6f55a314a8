package import Contract
package import Features
import Links

/// The end of a URL's path to the gate, with the link as it was parsed.
package enum Passage: ~Copyable {
    case cleared(ClearedLink)
    case stopped(StoppedLink)
}

/// A URL that leads to no action now.
///
/// A class, so that a passage is small: it is moved several times on its way.
package final class StoppedLink {
    /// Why nothing is performed; without an id.
    package let outcome: Outcome
    /// The number of the feature that refused; nil where the URL did not reach a gate.
    package let feature: Int?
    /// Why the feature refused, where its constraints are those of the outcome.
    package let refusal: Refusal?

    init(_ outcome: Outcome, feature: Int? = nil, refusal: Refusal? = nil) {
        (self.outcome, self.feature, self.refusal) = (outcome, feature, refusal)
    }
}

extension Passage {
    /// The feature whose facts it rests on, if any.
    package var feature: Int? {
        switch self {
        case .cleared(let link): link.proof.binding.feature
        case .stopped(let stop): stop.feature
        }
    }

    /// The same, with what is known of the outcome in place of the link.
    package consuming func clearance(in ruleset: Ruleset) -> Clearance {
        switch consume self {
        case .stopped(let stop): .stopped(stop.outcome, feature: stop.feature)
        case .cleared(let link): link.clearance(in: ruleset)
        }
    }
}

/// A link whose action may be performed: the proof, and what the outcome tells of the link.
package struct ClearedLink: ~Copyable {
    package let proof: VerifiedActionBinding
    private let url: Link.Canonical
    private let route: Route
    /// What the outcome of few links tells; nil where it tells none of it.
    private let extra: Extra?

    /// What the outcome of few links tells, behind one reference: a cleared link is moved several times on its way.
    final class Extra: Sendable {
        /// The optional keys that are left out because they are at fault.
        let ignored: [IgnoredKey]
        /// Every constraint, where an operator has overridden facts.
        let constraints: [ConstraintReport]
        let timings: Outcome.Timings?

        private init(ignored: [IgnoredKey], constraints: [ConstraintReport], timings: Outcome.Timings?) {
            (self.ignored, self.constraints, self.timings) = (ignored, constraints, timings)
        }

        /// Nil where there is none of it.
        static func make(
            ignored: [IgnoredKey], constraints: [ConstraintReport], timings: Outcome.Timings?
        ) -> Extra? {
            if ignored.isEmpty, constraints.isEmpty, timings == nil { return nil }
            return Extra(ignored: ignored, constraints: constraints, timings: timings)
        }
    }

    init(_ proof: consuming VerifiedActionBinding, _ url: Link.Canonical, _ route: Route, _ extra: Extra?) {
        self.proof = proof
        (self.url, self.route, self.extra) = (url, route, extra)
    }

    /// Whether all inputs are texts of the link, and the outcome tells of the link what every outcome tells, and no more.
    package var isPlain: Bool {
        guard case .texts = proof.inputs else { return false }
        return extra == nil
    }

    /// How many bytes the link takes, decoded texts included.
    package var byteCount: Int { url.bytes.count }

    /// Writes the canonical URL, as the inside of a JSON string.
    package func writeURL(to writer: inout JSONWriter) {
        writer.inside(url.bytes.span.extracting(first: url.count))
    }

    /// Writes the name of the route that takes it, as the inside of a JSON string.
    package func writeRoute(to writer: inout JSONWriter) {
        route.table.withName(of: route.number) { writer.inside($0) }
    }

    /// Has the name of the route read where it is.
    package func readRoute(_ use: (Span<UInt8>) -> Void) { route.table.withName(of: route.number, use) }

    /// What is known of the outcome.
    package func draft(in ruleset: Ruleset) -> OutcomeDraft {
        var draft = OutcomeDraft(route, proof.members, ignored: extra?.ignored ?? [], url, in: ruleset)
        draft.known.timings = extra?.timings
        draft.known.constraints = extra?.constraints ?? []
        draft.known.tableRevision = proof.tableRevision
        draft.known.stateRevision = proof.stateRevision.description
        return draft
    }

    /// The same, with what is known of the outcome in place of the link.
    package consuming func clearance(in ruleset: Ruleset) -> Clearance {
        let draft = draft(in: ruleset)
        return .cleared(proof, draft)
    }

    /// Gives the proof, to perform what was cleared.
    package consuming func release() -> VerifiedActionBinding { proof }
}
