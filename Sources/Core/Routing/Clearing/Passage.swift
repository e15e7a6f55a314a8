package import Contract
package import Features
import Links

/// The result of taking a link or a named action up to the gate.
package enum Passage: ~Copyable {
    /// Its action may be performed.
    case cleared(ClearedLink)
    /// Its action is not performed now.
    case stopped(StoppedLink)

    /// The number of the feature whose facts decided; nil where no gate was reached.
    package var feature: Int? {
        switch self {
        case .cleared(let link): link.proof.binding.feature
        case .stopped(let stop): stop.feature
        }
    }

    /// The action that the link leads to, also where its feature is not available; nil where it leads to none.
    package func destination(in ruleset: Ruleset) -> Action? {
        switch self {
        case .cleared(let link): return link.proof.action
        case .stopped(let stop):
            guard let feature = stop.feature else { return nil }
            return ruleset.catalogue.actions.first { $0.feature == feature && $0.name == stop.outcome.action }
        }
    }

    /// The action that may be performed.
    var action: Action? {
        switch self {
        case .cleared(let link): link.proof.action
        case .stopped: nil
        }
    }

    /// What may be performed; nil where nothing may.
    var binding: ActionBinding? {
        switch self {
        case .cleared(let link): link.proof.binding
        case .stopped: nil
        }
    }

    /// The outcome so far, without an id: `ok.wouldPerform`, or why nothing is performed.
    ///
    /// The proof is dropped, if there is one.
    package consuming func outcome(in ruleset: Ruleset) -> Outcome {
        switch consume self {
        case .cleared(let link): Outcome(wouldPerform: link.draft(in: ruleset))
        case .stopped(let stop): stop.outcome
        }
    }
}

/// A link or a named action that leads to no action now.
///
/// A class, so that a passage is small: it is moved several times on its way.
package final class StoppedLink {
    /// Why nothing is performed; without an id.
    package let outcome: Outcome
    /// The number of the feature that refused; nil where no gate was reached.
    package let feature: Int?
    /// Why the feature refused, where its constraints are those of the outcome.
    package let refusal: Refusal?

    /// Makes a stop at a gate, or before one where there is no feature.
    package init(_ outcome: Outcome, feature: Int? = nil, refusal: Refusal? = nil) {
        (self.outcome, self.feature, self.refusal) = (outcome, feature, refusal)
    }
}

/// A link or a named action that may be performed: the proof, and what the outcome says of the link.
package struct ClearedLink: ~Copyable {
    /// The link, and the route that takes it.
    struct Origin {
        let url: Link.Canonical
        let route: Route
    }

    /// The proof, which performing uses up.
    package let proof: VerifiedActionBinding
    /// Nil for an action that was named.
    private let origin: Origin?
    /// What the outcome of few links says besides; nil where it says none of it.
    private let extra: Extra?

    /// What the outcome of few links says besides, behind one reference: a cleared link is moved several times on its way.
    final class Extra: Sendable {
        /// The optional keys that are left out because they are at fault.
        let ignored: [IgnoredKey]
        /// Every constraint, where an operator has overridden facts.
        let constraints: [ConstraintReport]
        let timings: Outcome.Timings?
        /// The text of a link that is none of the table's, as it was sent; nil for every other link.
        let unmatched: String?

        private init(
            ignored: [IgnoredKey], constraints: [ConstraintReport], timings: Outcome.Timings?, unmatched: String?
        ) {
            (self.ignored, self.constraints, self.timings) = (ignored, constraints, timings)
            self.unmatched = unmatched
        }

        /// Nil where there is none of it.
        static func make(
            ignored: [IgnoredKey] = [], constraints: [ConstraintReport], timings: Outcome.Timings?,
            unmatched: String? = nil
        ) -> Extra? {
            if ignored.isEmpty, constraints.isEmpty, timings == nil, unmatched == nil { return nil }
            return Extra(ignored: ignored, constraints: constraints, timings: timings, unmatched: unmatched)
        }
    }

    init(_ proof: consuming VerifiedActionBinding, _ origin: Origin?, _ extra: Extra?) {
        self.proof = proof
        (self.origin, self.extra) = (origin, extra)
    }

    /// True if all inputs are texts of the link, and its outcome has the members of every outcome and no other.
    package var isPlain: Bool {
        guard case .texts = proof.inputs else { return false }
        return extra == nil && origin != nil
    }

    /// *Units*: bytes of the link, decoded texts included; 0 for an action that was named.
    package var byteCount: Int { origin?.url.bytes.count ?? 0 }

    /// *Units*: bytes of the URL; 0 for an action that was named.
    package var urlByteCount: Int { origin?.url.count ?? unmatchedURL?.utf8.count ?? 0 }

    /// The route that takes it; nil for an action that was named.
    var route: Route? { origin?.route }

    /// The text of a link that is none of the table's, and is handed on as it was sent; nil for every other link.
    package var unmatchedURL: String? { extra?.unmatched }

    /// Writes the canonical URL, as the inside of a JSON string.
    package func writeURL(to writer: inout JSONWriter) {
        guard let url = origin?.url else { return }
        writer.inside(url.bytes.span.extracting(first: url.count))
    }

    /// Adds the canonical URL to some bytes; nothing for an action that was named.
    package func appendURL(to bytes: inout [UInt8]) {
        if let url = origin?.url { bytes += url.bytes[..<url.count] }
        if let url = unmatchedURL { bytes += url.utf8 }
    }

    /// Gives the name of the route that takes it to a closure, without a copy; an empty name for an action that was named.
    package func withRouteName(_ use: (Span<UInt8>) -> Void) {
        if let route = origin?.route { route.table.withName(of: route.number, use) } else { use(Span()) }
    }

    /// Its outcome, as far as it is known.
    package func draft(in ruleset: Ruleset) -> OutcomeDraft {
        var draft =
            if let origin {
                OutcomeDraft(
                    origin.route, proof.members, ignored: extra?.ignored ?? [], origin.url, in: ruleset)
            } else {
                OutcomeDraft(proof.binding, proof.members, in: ruleset)
            }
        if let url = unmatchedURL { draft.known.url = url }
        draft.known.timings = extra?.timings
        draft.known.constraints = extra?.constraints ?? []
        draft.known.tableRevision = proof.tableRevision
        draft.known.stateRevision = proof.stateRevision.description
        return draft
    }

    /// The same link with another proof of the same binding and inputs.
    package consuming func with(_ proof: consuming VerifiedActionBinding) -> ClearedLink {
        let (origin, extra) = (origin, extra)
        return ClearedLink(proof, origin, extra)
    }

    /// Gives the proof, to perform what was cleared.
    package consuming func release() -> VerifiedActionBinding { proof }
}
