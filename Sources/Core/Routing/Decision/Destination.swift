package import Contract
package import Features
package import Links

/// The destination of a URL, by the table alone; the state of features does not matter.
package enum Destination {
    case routed(RoutedLink, Link)
    /// The text is not a link, or no route takes it.
    ///
    /// Behind a reference: an outcome is large, and a link that goes somewhere should not be moved about in as much.
    indirect case rejected(Outcome)
}

extension Ruleset {
    /// Parses a URL under the limits of the table and the separators of its schemes.
    package func parse(_ url: String) throws(LinkError) -> Link {
        try Link.parse(url, limits: linkLimits, separators: separators)
    }

    /// Parses a URL for the intake.
    ///
    /// The daemon parses every URL here, so none is looked at while the intake is switched off.
    func parse(_ url: Span<UInt8>, admittedBy proof: consuming IntakeProof) throws(LinkError) -> Link {
        try Link.parse(url, limits: linkLimits, separators: separators)
    }

    /// Parses a URL for the intake, and decides which route takes the link.
    package func destination(of url: String, admittedBy proof: consuming IntakeProof) -> Destination {
        destination(of: url)
    }

    /// Takes a URL apart whether or not the intake is on: for tools that answer which route takes a URL and perform nothing.
    package func destination(of url: String, for audience: Audience = .operator) -> Destination {
        let link: Link
        do {
            link = try parse(url)
        } catch {
            return .rejected(Outcome(error))
        }
        return switch decide(link) {
        case .routed(let routed): .routed(routed, link)
        case .rejected(let rejection): .rejected(.rejected(rejection, link: link, in: self, for: audience))
        }
    }
}
