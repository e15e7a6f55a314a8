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
    /// Why nothing is performed.
    package var outcome: Outcome
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
    /// The optional keys that are left out because they are at fault.
    private let ignored: [IgnoredKey]
    /// Every constraint, where an operator has overridden facts.
    var constraints: [ConstraintReport] = []
    var timings: Outcome.Timings?

    init(_ proof: consuming VerifiedActionBinding, _ url: Link.Canonical, _ route: Route, ignored: [IgnoredKey]) {
        self.proof = proof
        (self.url, self.route, self.ignored) = (url, route, ignored)
    }

    /// Whether all inputs are texts of the link, and the outcome tells of the link what every outcome tells, and no more.
    package var isPlain: Bool {
        guard case .texts = proof.inputs else { return false }
        return ignored.isEmpty && constraints.isEmpty && timings == nil
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
        var draft = OutcomeDraft(route, proof.members, ignored: ignored, url, in: ruleset)
        draft.known.timings = timings
        draft.known.constraints = constraints
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
