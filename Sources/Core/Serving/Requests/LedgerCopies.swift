// The copies of the ledger that are being sent. The path of one:
//
//     a job of the ledger copies it to a file without a name         Ledger+backup.swift
//     the file is read on the thread pool, one part ahead            here
//     each part is one answer, sent when the client has taken those before it
//
// A client that does not read keeps a file without a name and one part in memory. The ledger is used by others meanwhile.

import Contract
import EventLoop
import Features
import HostSystem
import Ledger
import Varlink

/// Copies the ledger for operators.
///
/// *Owner/thread*: the loop's thread.
final class LedgerCopies {
    private let loop: Loop
    private let ledger: LedgerQueue?
    private let log: Log
    /// *Units*: copies that are being made or sent.
    private var count = 0

    init(loop: Loop, of ledger: LedgerQueue?, log: Log) {
        self.loop = loop
        self.ledger = ledger
        self.log = log
    }

    /// Copies the ledger when it is the user's turn, and answers a call with the copy.
    ///
    /// - Parameters:
    ///   - isServed: whether the connection is still there and the daemon goes on.
    ///   - refuse: replies that there is no copy.
    func send(
        to session: Session, of user: UInt32, while isServed: @escaping () -> Bool,
        refuse: @escaping (any Reply) -> Void
    ) {
        guard let ledger else { return refuse(NotKept.inMemory(BackUpLedger.interface)) }
        guard count < Limits.ledgerCopies else {
            let reason = "\(Limits.ledgerCopies) copies are being sent, which is as many as may be: wait for one to end"
            return refuse(NotKept(BackUpLedger.interface, code: "ledger.tooManyCopies", reason: reason))
        }
        count += 1
        ledger.perform(of: user, isReading: true) { (ledger) throws(LedgerError) -> Result<UnlinkedFile, LedgerError> in
            do throws(LedgerError) {
                return .success(try ledger.copy())
            } catch {
                // Thrown, it would count as the ledger's own failure, which then is closed and opened anew.
                guard error.isAboutCopy(at: ledger.copyPath) else { throw error }
                return .failure(error)
            }
        } then: { [self] result in
            switch result {
            case .success(.success(let file)) where isServed():
                log.notice(.backup, ["uid": "\(session.caller.uid)"])
                session.answer(with: LedgerCopy(file, to: session, on: loop) { [self] in count -= 1 })
                session.goOn()
            case .success(.success):
                count -= 1
                refuse(LedgerCopy.interrupted)
            case .success(.failure(let error)), .failure(let error):
                count -= 1
                log.error("no backup", ["code": error.code, "uid": "\(session.caller.uid)"])
                refuse(NotKept(BackUpLedger.interface, code: error.code, reason: "\(error)"))
            }
        }
    }
}

/// The answers of one call: the parts of a copy.
///
/// *Owner/thread*: the loop's thread; held by its session until it ends.
final class LedgerCopy: ReplyStream {
    /// The daemon ends before the whole copy was sent.
    static let interrupted = NotKept(
        BackUpLedger.interface, code: "ledger.interrupted",
        reason: "the daemon is shutting down: start it and copy again")

    private let file: UnlinkedFile
    private unowned let session: Session
    private let loop: Loop
    private let didEnd: () -> Void
    /// *Units*: bytes that were read.
    private var offset = 0
    private var part: StreamedAnswer?
    private var isReading = false
    private var isClosed = false

    init(_ file: UnlinkedFile, to session: Session, on loop: Loop, didEnd: @escaping () -> Void) {
        self.file = file
        self.session = session
        self.loop = loop
        self.didEnd = didEnd
    }

    var lastReply: any Reply { Self.interrupted }

    var endsByItself: Bool { true }

    func next() -> StreamedAnswer? {
        let answer = part.take()
        if case .last? = answer { return answer }
        readAhead()
        return answer
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        didEnd()
    }

    private func readAhead() {
        guard !isReading, !isClosed else { return }
        isReading = true
        do throws(LoopError) {
            try loop.work { [file, offset] in
                Result { () throws(LoopError) -> (text: String, count: Int) in
                    let bytes = try file.bytes(at: offset, byteCount: Limits.ledgerCopyChunk)
                    return (Base64.text(of: bytes), bytes.count)
                }
            } then: { [weak self] in
                self?.didRead($0)
            }
        } catch {
            didRead(.failure(error))
        }
    }

    private func didRead(_ result: Result<(text: String, count: Int), LoopError>) {
        isReading = false
        guard !isClosed else { return }
        switch result {
        case .success(let read) where read.count > 0:
            offset += read.count
            let reply = BackUpLedger.Answer { ($0.bytes, $0.size) = (read.text, file.byteCount) }
            part = offset < file.byteCount ? .next(reply, isMore: false) : .last(reply)
        case .success: fail("the copy ends too early")
        case .failure(let error): fail("\(error)")
        }
        session.goOn()
    }

    private func fail(_ reason: String) {
        part = .last(NotKept(BackUpLedger.interface, code: "ledger.failed", reason: reason))
    }
}
