/// Proof that the intake is on: it admits one text to the parser of URLs.
///
/// It holds nothing, because every call makes one, and the parser needs no more than that there is one.
package struct IntakeProof: ~Copyable {
    init() {}

    /// The same, for a dispatcher that verifies the intake's action like any other.
    package init(_ proof: borrowing VerifiedActionBinding) {
        precondition(
            proof.binding == DeepLinkingFeature.performIncomingURL, "the intake is opened by its own binding alone")
    }
}

/// The result of verifying the intake.
package enum IntakeVerification: ~Copyable {
    case open(IntakeProof)
    case refused(Refusal)
}
