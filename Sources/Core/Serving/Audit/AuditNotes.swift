// Who changed what, for the audit. The author of a change says from where it came, where the table in force has an audit that is
// available. The ledger writes the row with the change (AuditTables). Of what the ledger does not keep, overrides and
// tables, the row is written once that is in force, and the call is answered after it.

package import Contract
import EventLoop
import FactSources
import Features
import HostSystem
package import Ledger
import Routing

/// Says from where changes come, and writes rows about what the ledger does not keep.
///
/// *Owner/thread*: the loop's thread.
package struct AuditNotes {
    unowned let server: Server

    /// *Units*: bytes of a program's name for itself, with its end.
    private static let programBytes = 16

    /// The program at the other end of a connection, for the audit; nil without one.
    ///
    /// *Cost*: none without an audit; two files of /proc with one.
    package func origin(of session: Session) -> AuditOrigin? {
        guard let keepMs = server.facts.auditKeepMs else { return nil }
        let process = session.process
        let unit = session.stream.peerUnit
        let program = Self.program(process.processID)
        // Asked for afterwards: only then is it the program that is connected.
        guard process.processID > 0, !process.hasEnded() else { return AuditOrigin(keepMs: keepMs) }
        return AuditOrigin(processID: process.processID, unit: unit, program: program, keepMs: keepMs)
    }

    private static func program(_ processID: Int32) -> String? {
        // ignored: one that has ended has no name.
        let bytes = try? FileReader.prefix("/proc/\(processID)/comm", byteCount: programBytes)
        return bytes.map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }, as: UTF8.self) }
    }

    /// Who makes the change of a call.
    package func author<Call: Method>(of call: ServedCall<Call>) -> Author {
        Author(uid: server.user(of: call.caller), method: Call.name, origin: origin(of: call.session))
    }

    /// Writes a row about something that the ledger does not keep; `done` is called once it is there, or without an audit.
    func note(_ change: AuditedChange, by author: Author, then done: @escaping () -> Void) {
        guard author.origin != nil, let ledger = server.facts.ledger else { return done() }
        ledger.write(AuditStep(change, by: author), of: author.uid) { [log = server.log] error in
            if let error {
                log.error("not audited", ["code": error.code, "kind": change.kind, "uid": "\(author.uid)"])
            }
            done()
        }
    }

    /// Reads the table again, as an author asks.
    ///
    /// - Parameter author: asked for before and after: a table without an audit can follow one that has it.
    func reloadTable(by author: @escaping () -> Author, then done: @escaping (any Reply) -> Void) {
        let (before, old) = (author(), revision)
        server.reloadTable { [self] reply in
            guard let new = revision, new != old else { return done(reply) }
            note(AuditedChange("table", "revision", from: old, to: new), by: before.origin == nil ? author() : before) {
                done(reply)
            }
        }
    }

    /// The revision of the table in force; nil without one.
    private var revision: String? { server.snapshot.hasTable ? server.snapshot.ruleset.revision : nil }

    /// The daemon as the author of what a signal asks for.
    var signalAuthor: Author {
        Author(
            uid: HostFacts.userID, method: "SIGHUP", origin: server.facts.auditKeepMs.map { AuditOrigin(keepMs: $0) })
    }
}

extension Server {
    /// What the audit notes.
    package var audit: AuditNotes { AuditNotes(server: self) }
}
