// Every call has a line in the log:
//
//     outcome code=ok.performed id=0f2p7rmd41qkg route=say uid=1000
//
// An event of the logging library takes a dictionary, a string for each value, and a sort: 12,000 instructions. The daemon's
// own log has the same line written in place, where it waits to be written: copies of bytes behind one look at the room, in
// 600. `OutcomeLogTests` compares the two, also for entries of the journal.

import Contract
import EventLoop
import Features
import Logging

/// Notes the outcomes of calls.
///
/// *Owner/thread*: the loop's thread.
struct OutcomeLog {
    /// The daemon's own log; nil for another, in which each outcome is an event.
    private let own: StandardErrorLog?
    private let lines: LineBuffer
    private let isOn: Bool
    /// True where outcomes are written in place.
    private let isInPlace: Bool
    private let isJournal: Bool
    private let parts: Parts
    private let events: Logger

    /// Notes outcomes in a log; `inPlace` can be false for a test.
    init(_ log: Logger, inPlace: Bool = true) {
        let own = log.handler as? StandardErrorLog
        (self.own, events) = (own, log)
        lines = own?.lines ?? LineBuffer(byteLimit: 0) { _ in [] }
        isOn = log.logLevel <= .info
        switch own?.form {
        // A terminal has the time in each line, and no need of speed.
        case .terminal, nil: (isInPlace, isJournal) = (false, false)
        case .plain: (isInPlace, isJournal) = (inPlace && isOn && own?.metadata.isEmpty == true, false)
        case .journal: (isInPlace, isJournal) = (inPlace && isOn && own?.metadata.isEmpty == true, true)
        }
        parts = Parts(isJournal: isJournal)
    }

    /// Notes an outcome: its code, id, route and caller, `action=F.say` of an action that was named, and `subject=` of facts
    /// that were not the caller's own.
    func note(_ note: borrowing OutcomeNote) {
        let (id, route) = ((note.id ?? "").utf8, (note.route ?? "").utf8)
        let (feature, action) = ((note.feature ?? "").utf8, (note.action ?? "").utf8)
        self.note(
            note.code, id: id.span, route: route.span, feature: feature.span, action: action.span, uid: note.uid,
            subject: note.subject)
    }

    /// Notes an outcome whose id is not in it yet.
    func note(_ outcome: borrowing Outcome, id: Span<UInt8>, uid: UInt32) {
        let route = (outcome.route ?? "").utf8
        let (feature, action) = ((outcome.feature ?? "").utf8, (outcome.action ?? "").utf8)
        note(outcome.code, id: id, route: route.span, feature: feature.span, action: action.span, uid: uid)
    }

    /// Notes an outcome by the UTF-8 of its names; an empty one is absent.
    ///
    /// - Parameter subject: whose facts counted; nil where they were the caller's own.
    ///
    /// *Cost*: no allocation, and nothing is retained.
    func note(
        _ code: OutcomeCode, id: Span<UInt8>, route: Span<UInt8>, feature: Span<UInt8>, action: Span<UInt8>,
        uid: UInt32, subject: Subject? = nil
    ) {
        let needsFeature = isJournal || route.isEmpty
        guard isInPlace, Self.isPlain(route), !needsFeature || Self.isPlain(feature) && Self.isPlain(action),
            subject?.isPlain ?? true
        else {
            return noteEvent(code, id: id, route: route, feature: feature, action: action, uid, subject)
        }
        lines.append { line in
            if case .okPerformed = code, !route.isEmpty {
                line.append(parts.performed)
            } else {
                line.append(parts.start)
                if route.isEmpty, !feature.isEmpty, !action.isEmpty {
                    line.append(literal: " action=")
                    line.append(feature)
                    line.append(UInt8(ascii: "."))
                    line.append(action)
                }
                line.append(literal: " code=")
                line.append(code.rawValue)
                line.append(literal: " id=")
            }
            line.append(id.isEmpty ? parts.none.span : id)
            line.append(parts.route)
            line.append(route.isEmpty ? parts.none.span : route)
            if let subject {
                line.append(literal: " subject=")
                line.append(subject.description)
            }
            line.append(parts.uid)
            line.append(uid)
            if isJournal {
                appendFields(to: &line, code, id: id, route: route, feature: feature, uid, subject)
            }
            line.append(parts.end)
        }
    }

    /// Appends the fields of an entry, in the order of `LogEntry.fields`.
    private func appendFields(
        to line: inout LineRoom, _ code: OutcomeCode, id: Span<UInt8>, route: Span<UInt8>, feature: Span<UInt8>,
        _ uid: UInt32, _ subject: Subject?
    ) {
        line.append(parts.fields)
        line.append(code.rawValue)
        if !feature.isEmpty {
            line.append(literal: "\nDEEPLINKD_FEATURE=")
            line.append(feature)
        }
        if !id.isEmpty {
            line.append(literal: "\nDEEPLINKD_OUTCOME_ID=")
            line.append(id)
        }
        line.append(literal: "\nDEEPLINKD_PEER_UID=")
        line.append(uid)
        if !route.isEmpty {
            line.append(literal: "\nDEEPLINKD_ROUTE=")
            line.append(route)
        }
        if let subject {
            line.append(literal: "\nDEEPLINKD_SUBJECT=")
            line.append(subject.description)
        }
    }

    /// The unchanging parts of a line.
    private struct Parts {
        let start: [UInt8]
        /// The start of nearly every line.
        let performed: [UInt8]
        let route = Array(" route=".utf8)
        let uid = Array(" uid=".utf8)
        let none = Array("-".utf8)
        /// The fields behind the message up to the first that varies.
        let fields: [UInt8]
        let end: [UInt8]

        init(isJournal: Bool) {
            let start = (isJournal ? LogEntry.messageStart : "") + "outcome"
            self.start = Array(start.utf8)
            performed = Array((start + " code=\(OutcomeCode.okPerformed.rawValue) id=").utf8)
            fields = Array((LogEntry.afterMessage(.info, "outcome") + "DEEPLINKD_CODE=").utf8)
            end = isJournal ? Array("\n\0".utf8) : Array("\n".utf8)
        }
    }

    /// Notes an outcome in another log, with names that need quotes, or on a terminal.
    private func noteEvent(
        _ code: OutcomeCode, id: Span<UInt8>, route: Span<UInt8>, feature: Span<UInt8>, action: Span<UInt8>,
        _ uid: UInt32, _ subject: Subject?
    ) {
        guard isOn else { return }
        var pairs = [
            "id": id.isEmpty ? "-" : String(copying: id), "code": code.rawValue,
            "route": route.isEmpty ? "-" : String(copying: route), "uid": String(uid),
        ]
        if route.isEmpty, !feature.isEmpty, !action.isEmpty {
            pairs["action"] = String(copying: feature) + "." + String(copying: action)
        }
        if let subject { pairs["subject"] = subject.description }
        guard let own, own.metadata.isEmpty else {
            return events.info("outcome", metadata: pairs.mapValues { .string($0) })
        }
        let feature = feature.isEmpty ? nil : String(copying: feature)
        lines.append(LogEntry(.info, "outcome", pairs.map { ($0, $1) }, feature: feature).bytes(own.form))
    }

    // MARK: What stands in a line as it is

    /// True if a name needs neither quotes nor escapes.
    fileprivate static func isPlain(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices {
            let byte = bytes[index]
            guard byte &- 0x21 < 0x5E, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { return false }
        }
        return true
    }
}

extension Subject {
    fileprivate var isPlain: Bool {
        guard case .account(let name) = self else { return true }
        return OutcomeLog.isPlain(name.utf8.span)
    }
}

extension String {
    /// The text of UTF-8, mended where it is not valid.
    fileprivate init(copying bytes: Span<UInt8>) {
        var copy: [UInt8] = []
        copy.reserveCapacity(bytes.count)
        for index in bytes.indices { copy.append(bytes[index]) }
        self.init(decoding: copy, as: UTF8.self)
    }
}
