// Every call has a line in the log:
//
//     outcome code=ok.performed id=0f2p7rmd41qkg route=say uid=1000
//
// An event of the logging library takes a dictionary, a string for each value, and a sort. The daemon's own log has the same
// line written in place, where it waits to be written: copies of bytes behind one look at the room. `OutcomeLogTests`
// compares the two.

import Contract
import EventLoop
import Features
import Logging

/// Notes the outcomes of calls.
///
/// *Owner/thread*: the loop's thread.
struct OutcomeLog {
    private let lines: LineBuffer
    /// True while the daemon's own log takes such lines; else each outcome is an event.
    private let isOwn: Bool
    private let parts: Parts
    /// For other logs, and for names that need quotes.
    private let events: Logger

    /// Notes outcomes in a log: as an event each, if the log is not the daemon's own or `asEvents` is true.
    init(_ log: Logger, asEvents: Bool = false) {
        let own = asEvents ? nil : log.handler as? StandardErrorLog
        events = log
        isOwn = log.logLevel <= .info && own?.metadata.isEmpty == true
        lines = own?.lines ?? LineBuffer(byteLimit: 0) { _ in [] }
        parts = Parts(start: own?.start(of: .info) ?? "")
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

    /// Notes an outcome by the UTF-8 of its names; an empty one is absent.
    ///
    /// - Parameter subject: whose facts counted; nil where they were the caller's own.
    ///
    /// *Cost*: no allocation, and nothing is retained.
    func note(
        _ code: OutcomeCode, id: Span<UInt8>, route: Span<UInt8>, feature: Span<UInt8>, action: Span<UInt8>,
        uid: UInt32, subject: Subject? = nil
    ) {
        guard isOwn, Self.isPlain(route, feature, action), subject?.isPlain ?? true else {
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
            line.append(UInt8(ascii: "\n"))
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

        init(start: String) {
            self.start = Array((start + "outcome").utf8)
            performed = Array((start + "outcome code=\(OutcomeCode.okPerformed.rawValue) id=").utf8)
        }
    }

    private func noteEvent(
        _ code: OutcomeCode, id: Span<UInt8>, route: Span<UInt8>, feature: Span<UInt8>, action: Span<UInt8>,
        _ uid: UInt32, _ subject: Subject?
    ) {
        var metadata: Logger.Metadata = [
            "id": .string(id.isEmpty ? "-" : String(copying: id)), "code": .string(code.rawValue),
            "route": .string(route.isEmpty ? "-" : String(copying: route)), "uid": .stringConvertible(uid),
        ]
        if route.isEmpty, !feature.isEmpty, !action.isEmpty {
            metadata["action"] = .string(String(copying: feature) + "." + String(copying: action))
        }
        if let subject { metadata["subject"] = .stringConvertible(subject) }
        events.info("outcome", metadata: metadata)
    }

    // MARK: What stands in a line as it is

    /// True if the names that go into the line need neither quotes nor escapes.
    private static func isPlain(_ route: Span<UInt8>, _ feature: Span<UInt8>, _ action: Span<UInt8>) -> Bool {
        route.isEmpty ? isPlain(feature) && isPlain(action) : isPlain(route)
    }

    fileprivate static func isPlain(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices {
            let byte = bytes[index]
            guard byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { return false }
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
