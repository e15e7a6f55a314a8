import Contract
import Features
import Logging

extension Logger {
    /// Notes an outcome: `outcome code=ok.performed id=… route=say uid=1000`, and `action=F.say` of an action that was named.
    ///
    /// *Cost*: it reads the outcome in place, because every call is noted, and a copy retains each part of an outcome.
    func note(_ outcome: borrowing Outcome, _ caller: Caller) {
        var metadata: Logger.Metadata = [
            "id": .string(outcome.outcomeId ?? "-"), "code": .string(outcome.code.rawValue),
            "route": .string(outcome.route ?? "-"), "uid": .stringConvertible(caller.uid),
        ]
        if outcome.route == nil, let feature = outcome.feature, let action = outcome.action {
            metadata["action"] = .string(feature + "." + action)
        }
        info("outcome", metadata: metadata)
    }
}
