// Sets facts for operators and for the groups that a table grants this:
//
//     caller                            `grants … NAME by group admins`     NAME is set
//     an operator                                                           for anyone, the machine too
//     a member of the group admins                                          for users and accounts
//     a delegate, or anyone else                                            PermissionDenied
//
// Each change is a line of the log with the caller, the subject and the fact, and an entry of the ledger with the same.

package import Contract
package import Features
import Ledger

extension Server {
    /// Operators are sent which parameter is wrong; for anyone else there is nothing of that name to set.
    package func refusal(of parameter: Parameter, to caller: Caller) -> ParameterError {
        callers.isOperator(caller) ? .invalid(parameter) : .notDelegated
    }

    /// Sets a fact for a call that may do so, or clears the setting.
    ///
    /// - Parameter shown: the value in the log; nil where the setting is cleared.
    /// *Throws*: where the caller may not.
    package func set<Call: Method>(
        _ key: FactKey, to value: FactValue?, shown: String?, subject text: String?, by call: ServedCall<Call>
    ) throws(ParameterError) where Call.Answer == ChangeAnswer {
        let (caller, word) = (call.caller, shown ?? "source")
        let subject = try callers.subject(text, toSet: key, for: caller)
        log.notice(
            .factSet, ["fact": "\(key)", "to": word, "subject": "\(subject)", "uid": "\(caller.uid)"])
        facts.change(
            LedgerFact(setting: key, to: value), of: subject, audit.author(of: call),
            isKeptInMemory: callers.isOperator(caller), call.reply(to:))
    }
}
