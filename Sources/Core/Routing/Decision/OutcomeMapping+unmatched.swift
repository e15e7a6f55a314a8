package import Contract

extension Outcome {
    /// The outcome of a link that an app should get, where no table hands on links of its scheme.
    package static var notHandedOn: Outcome {
        .init(.urlSchemeNotAllowed, message: "No table hands on links of this scheme.")
    }

    /// Says that the link was handed on, where its action was performed.
    package mutating func noteHandedOn() {
        guard code.outcomeClass == .ok else { return }
        (code, message) = (.okUnmatched, OutcomeCode.okUnmatched.sentence)
    }
}
