import Contract
import Features
import Routing
import Running

extension ActionRunner {
    /// Has noted in the log what no caller is told.
    func report(to log: Log) {
        programs.onLeftovers = { found, uid, all in
            log.warning(
                "processes left behind",
                ["count": "\(found)", "uid": "\(uid.map(String.init) ?? "-")", "all": "\(all)"])
        }
        channels.onStartFailure = { channel, error in
            log.warning("app of a channel not started", ["channel": channel, "error": error.message])
        }
        channels.onUnawaited = { send, performance in
            log.info(
                .heldLinkEnded,
                [
                    "channel": send.channel, "action": "\(send.feature).\(send.action)",
                    "code": performance.code.rawValue, "uid": "\(send.caller.uid)",
                ])
        }
    }
}

extension Performance {
    /// The code of the outcome that its sender would get.
    fileprivate var code: OutcomeCode {
        switch self {
        case .done(let code, _, _), .failed(.other(let code, _, _)): code
        case .refused(let refusal): refusal.code
        case .notBegun, .stopped: .failedCancelled
        case .answered, .answeredText, .launched, .ended: .okPerformed
        case .failed: .failedInternal
        }
    }
}
