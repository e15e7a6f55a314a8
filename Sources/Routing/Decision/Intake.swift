package import Features
package import Links

/// Performs the one action of `DeepLinkingFeature`: takes a URL apart.
package enum Intake {
    /// Parses a URL under the dispatcher's policy, and uses up the proof that the intake is on.
    ///
    /// *Throws*: what the standard or the policy refuses, with its offset.
    package static func perform(
        _ proof: consuming VerifiedActionBinding, on url: String, limits: LinkLimits
    ) throws(LinkError) -> Link {
        precondition(
            proof.binding == DeepLinkingFeature.performIncomingURL, "the intake is opened by its own binding alone")
        _ = consume proof
        return try Link.parse(url, limits: limits)
    }
}
