import Contract
import Features

/// Performs `respond`: the answer is the object of inputs, or one text with the inputs put in.
enum Responding {
    /// Secrets are masked in the object, which is part of the outcome; a text shows what its author asked for.
    static func perform(_ template: TextTemplate?, _ proof: consuming VerifiedActionBinding) -> Performance {
        let inputs = proof.members
        if let template { return .answeredText(template.filled(with: inputs)) }
        return .answered(proof.action.masked(inputs))
    }
}
