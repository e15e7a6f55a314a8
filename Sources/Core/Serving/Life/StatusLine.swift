// The line that `systemctl status` shows. It is sent when it has changed, so that what is wrong stays visible until it is
// mended:
//
//     serving
//     serving; the last reload failed and the earlier table stays in force: routes.conf:3:5: RT102: …
//     no route table is in force: routes.conf:3:5: RT102: …; the ledger is unavailable (ledger.lost)

import Contract
import EventLoop
import FactSources
import HostSystem

/// Keeps the service manager's status line true.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
final class StatusLine {
    /// *Units*: bytes; the service manager drops a message of more than 4096.
    private static let byteLimit = 1024
    /// How often it changes at most because of sources, which may come and go.
    private static let interval: Duration = .seconds(1)

    private let server: Server
    private let send: (String) -> Void
    private let timer: DueTimer
    private var lastLine: String?
    private var lastNs = Int64.min

    /// *Throws*: `failed`, which libuv has no reason for today.
    init(loop: Loop, of server: Server, send: @escaping (String) -> Void) throws(LoopError) {
        self.server = server
        self.send = send
        timer = try DueTimer(loop: loop) {}
        timer.setFire { [weak self] in self?.refresh() }
        server.reload?.onReport = { [weak self] in self?.refresh() }
        server.facts.onReport = { [weak self] in self?.refreshLater() }
    }

    /// Sends the line, unless the service manager has it.
    func refresh() {
        lastNs = HostClock.monotonicNs
        let line = Self.line(server)
        guard line != lastLine, !server.isShuttingDown else { return }
        lastLine = line
        send(line)
    }

    private func refreshLater() {
        if lastNs != .min { timer.fire(byNs: lastNs + Self.interval.wholeNanoseconds) }
    }

    private static func line(_ server: Server) -> String {
        let facts = server.facts
        let report = StatusReport {
            ($0.table, $0.ledger, $0.sources) = (server.reload?.report, facts.report, facts.gathering.reports)
        }
        let line = ((server.snapshot.hasTable ? ["serving"] : []) + report.faults).joined(separator: "; ")
        guard line.utf8.count > byteLimit else { return line }
        // A slice ends at the character before, where the byte is in the middle of one.
        return line[..<line.utf8.index(line.startIndex, offsetBy: byteLimit)] + "…"
    }

    /// Ends the timer.
    func close() { timer.close() }
}
