import Contract
import Features

/// Performs `respond`: the answer is the object of inputs, or one text with the inputs put in.
enum Responding {
    /// Secrets are masked in the object, which is part of the outcome; a text shows what its author asked for.
    static func answer(_ template: TextTemplate?, of action: Action, inputs: [Value.Member]) -> Value {
        template.map { .string($0.filled(with: inputs)) } ?? .object(action.masked(inputs))
    }
}
