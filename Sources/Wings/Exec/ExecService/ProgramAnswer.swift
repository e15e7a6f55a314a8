import Contract
import Features
import Varlink

extension Performance {
    /// The performance of a program that ended well, with its output as the answer where the action has a `result` block.
    func decoded(for action: Action) -> Performance {
        guard action.result != nil, case .ended(let execution, true) = self, case .code? = execution.exit,
            let output = execution.stdout
        else { return self }
        do throws(ResultShape.Fault) {
            return action.performance(answering: try output.object, execution)
        } catch {
            return .failed(RunningError(undecoded: error, of: action, execution))
        }
    }
}

extension Execution.Stream {
    /// The whole output as a JSON object.
    fileprivate var object: Value {
        get throws(ResultShape.Fault) {
            guard !truncated else {
                throw ResultShape.Fault(expected: "a JSON object", found: "longer than the limit `output`")
            }
            guard let value = try? ValueDecoder.decode(Array(text.utf8).span) else {
                throw ResultShape.Fault(expected: "a JSON object", found: text.isEmpty ? "empty" : "no JSON")
            }
            return value
        }
    }
}
