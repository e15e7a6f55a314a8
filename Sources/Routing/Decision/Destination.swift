package import Contract
package import Features
package import Links

/// Where a URL leads; the state of features does not matter.
package enum Destination {
    case routed(RoutedLink, Link)
    /// The text is not a link, or no route takes it.
    ///
    /// Behind a reference: an outcome is large, and a link that goes somewhere should not be moved about in as much.
    indirect case rejected(Outcome)
}

extension Ruleset {
    /// Parses a URL under the limits of the table and the separators of its schemes.
    @inline(__always)
    package func parse(_ url: String) throws(LinkError) -> Link {
        try Link.parse(url, limits: linkLimits, separators: separators)
    }

    /// Takes a URL apart for `DeepLinkingFeature`, and decides which route takes the link.
    ///
    /// The daemon and the library take every URL apart here, so none is looked at while the intake is switched off.
    ///
    /// - Parameters:
    ///   - proof: that the intake is on.
    ///   - audience: who is told; of hidden features all but operators are told nothing.
    ///   - didParse: called between parsing and matching.
    ///
    /// *Cost*: inlined on the path of a call, where a link that is handed on in an enum is copied.
    @inline(__always)
    package func destination(
        of url: String, admittedBy proof: borrowing VerifiedActionBinding, for audience: Audience = .operator,
        didParse: () -> Void = {}
    ) -> Destination {
        precondition(
            proof.binding == DeepLinkingFeature.performIncomingURL, "the intake is opened by its own binding alone")
        return destination(of: url, for: audience, didParse: didParse)
    }

    /// Takes a URL apart whether or not the intake is on: for tools that answer which route takes a URL and perform nothing.
    @inline(__always)
    package func destination(
        of url: String, for audience: Audience = .operator, didParse: () -> Void = {}
    ) -> Destination {
        let link: Link
        do {
            link = try parse(url)
        } catch {
            return .rejected(Outcome(error))
        }
        didParse()
        return switch decide(link) {
        case .routed(let routed): .routed(routed, link)
        case .rejected(let rejection): .rejected(Outcome(rejection, link: link, in: self, for: audience))
        }
    }
}
