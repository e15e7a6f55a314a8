import Contract
import FactSources
import Features

extension LiveFacts {
    /// Has the log say which sources give no answer any more, and which give answers again.
    func logSources() {
        gathering.onSourceChange = { [log] change in
            var fields: Log.Fields = [
                "fact": "\(change.fact)", "source": change.source, "state": change.state.rawValue,
            ]
            if change.fact.kind == .runtime { fields["feature"] = change.fact.name }
            guard let fault = change.fault else { return log.notice(.sourceAnswers, fields) }
            fields["reason"] = "\(fault)"
            log.warning(.sourceSilent, fields)
        }
    }
}
