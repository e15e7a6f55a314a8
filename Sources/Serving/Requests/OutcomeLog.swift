// Every call has a line in the log. An event of the logging library takes a dictionary, a string for each value, and a sort.
// The daemon's own log has the same line written in place, which saves 7,800 of the 95,800 instructions of a call.

import Contract
import EventLoop
import Features
import Logging

/// Notes the outcomes of calls.
protocol OutcomeLog {
    /// Notes an outcome: `outcome code=ok.performed id=… route=say uid=1000`, and `action=F.say` of an action that was
    /// named.
    func note(_ outcome: borrowing Outcome, _ caller: Caller)
}

extension Logger {
    /// Notes outcomes in this log.
    var outcomes: any OutcomeLog {
        (handler as? StandardErrorLog).map { OutcomeLines(log: $0, events: self) } ?? self
    }
}

/// Any log: an event for each outcome.
extension Logger: OutcomeLog {
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

/// Lines of outcomes that are written where they wait.
struct OutcomeLines: OutcomeLog {
    private let lines: LineBuffer
    private let start: [UInt8]
    private let isOn: Bool
    /// For names that need quotes.
    private let events: Logger

    init(log: StandardErrorLog, events: Logger) {
        (lines, self.events) = (log.lines, events)
        isOn = events.logLevel <= .info && log.metadata.isEmpty
        start = Array((log.start(of: .info) + "outcome").utf8)
    }

    /// Notes an outcome with the line that its event would have.
    func note(_ outcome: borrowing Outcome, _ caller: Caller) {
        let (code, id, route) = (outcome.code.rawValue, outcome.outcomeId ?? "-", outcome.route)
        let (feature, action) = route == nil ? (outcome.feature, outcome.action) : (nil, nil)
        guard isOn, Self.isPlain(route), Self.isPlain(feature), Self.isPlain(action) else {
            return events.note(outcome, caller)
        }
        lines.append { bytes in
            bytes += start
            if let feature, let action {
                bytes += " action=".utf8
                bytes += feature.utf8
                bytes.append(UInt8(ascii: "."))
                bytes += action.utf8
            }
            bytes += " code=".utf8
            bytes += code.utf8
            bytes += " id=".utf8
            bytes += id.utf8
            bytes += " route=".utf8
            bytes += (route ?? "-").utf8
            bytes += " uid=".utf8
            bytes += String(caller.uid).utf8
            bytes.append(UInt8(ascii: "\n"))
        }
    }

    /// Whether a value stands in a line as it is.
    private static func isPlain(_ value: String?) -> Bool {
        guard let value else { return true }
        let bytes = value.utf8.span
        for index in bytes.indices {
            let byte = bytes[index]
            guard byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { return false }
        }
        return !bytes.isEmpty
    }
}
