import Contract
import FactSources
import Features
import Logging

extension LiveFacts {
    /// Has the log say which sources give no answer any more, and which give answers again.
    func logSources() {
        gathering.onSourceChange = { [log] change in
            var metadata: Logger.Metadata = [
                "fact": "\(change.fact)", "source": "\(change.source)", "state": "\(change.state.rawValue)",
            ]
            if change.fact.kind == .runtime { metadata["feature"] = "\(change.fact.name)" }
            guard let fault = change.fault else { return log.notice("source answers again", metadata: metadata) }
            metadata["reason"] = "\(fault)"
            log.warning("source does not answer", metadata: metadata)
        }
    }
}
