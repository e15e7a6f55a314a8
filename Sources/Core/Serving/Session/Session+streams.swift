// Streams: calls with many replies over time, and their share of a connection's turns.

import Contract
import HostSystem

extension Session {
    /// True if the call under way is answered again and again.
    var isStreaming: Bool { replies != nil }

    /// Answers the call under way with a stream.
    package func answer(with replies: any ReplyStream) {
        (self.replies, owesAnswers) = (replies, true)
        // A stream takes no room among the calls under way: it does nothing until something changes.
        user.callsInFlight -= 1
        countCall()
        // The streams that were there have ended.
        if server.isShuttingDown { return end(with: replies.lastReply) }
        if hasHungUp { endStream() }
        if !isServing { handOver() }
    }

    /// Answers for as long as one turn is, in the turn of the user who caused the answers.
    func answerAgain() {
        let (endNs, payer) = (HostClock.monotonicNs + Self.turnNs, replies?.payer)
        for _ in 0..<Limits.callsPerTurn where HostClock.monotonicNs < endNs && replies?.payer == payer {
            guard hasRoom else { return stall() }
            switch replies?.next() {
            case .next(let reply, let isMore):
                append(reply, continues: true)
                // What was there when it began, or all of a stream that ends by itself.
                owesAnswers = replies?.endsByItself ?? false || owesAnswers && isMore
                // There is no second end of the bytes, which would end the stream.
                if hasEnded, !owesAnswers { return endStream() }
                guard isMore else { return }
            case .last(let reply): return end(with: reply)
            case nil: return
            }
        }
        goOn()
    }

    /// Ends a stream with its last answer.
    func end(with reply: any Reply) {
        endStream()
        append(reply)
        if !isServing { handOver() }
    }

    /// Ends a stream, if there is one.
    func endStream() {
        guard let replies = replies.take() else { return }
        (isAnswering, owesAnswers) = (false, false)
        // It is idle from now on, however long ago its last call came.
        lastActivityNs = HostClock.monotonicNs
        replies.close()
    }
}
