// How the queue opens its ledger, and what it does when that fails.

import Contract
import EventLoop
import Features
import Ledger

extension LedgerQueue {
    /// A ledger that was opened, what is in it, and what was written first.
    private typealias Opened = (
        ledger: Ledger, snapshot: LedgerSnapshot, written: [LedgerChange], kept: WingParts
    )

    /// Opens the ledger if it cannot be written; `onOpen` or `onFailure` tells what came of it.
    func open() {
        guard !isClosed, ledger == nil || error != nil else { return }
        guard !isBusy else { return isOpeningAwaited = true }
        isOpeningAwaited = false
        retry?.cancel()
        if let ledger { reopen(ledger) } else { openClosed() }
    }

    /// Opens a ledger anew that can be written again.
    private func reopen(_ ledger: Ledger) {
        run {
            .success(LedgerOpening.isWorthRepeating(for: ledger))
        } then: { [self] (result: Result<Bool, LedgerError>) in
            if case .success(true) = result {
                (failed, self.ledger) = (ledger, nil)
                open()
            } else if let error {
                limit(error)
            }
        }
    }

    private func openClosed() {
        let (directory, schema, opening, ledgerRun, backlog) = (directory, schema, opening, ledgerRun, backlog())
        let failed = failed.take()
        run {
            failed?.close()
            return Result { () throws(LedgerError) -> Opened in
                let ledger = try opening(directory, schema, ledgerRun)
                do throws(LedgerError) {
                    let written = backlog.filter { ledger.access.refusal(isEssential: $0.isEssential) == nil }
                    if !written.isEmpty { _ = try ledger.apply(written) }
                    return (ledger, try ledger.snapshotAll(), written, try ledger.takeKept())
                } catch {
                    ledger.close()
                    throw error
                }
            }
        } then: { [self] result in
            switch result {
            case .success(let opened) where isClosed: opened.ledger.close()
            case .success(let opened): adopt(opened)
            case .failure(let error): fail(error)
            }
        }
    }

    private func adopt(_ opened: Opened) {
        (ledger, ledgerRun) = (opened.ledger, opened.ledger.run)
        if let fault = opened.ledger.access.fault {
            limit(fault)
        } else {
            availability.succeeded()
        }
        upkeep?.start(after: Limits.ledgerUpkeep, repeatingEvery: Limits.ledgerUpkeep)
        for job in owed.released() { job() }
        onOpen?(opened.snapshot, opened.written, opened.kept)
        onKept?(opened.kept)
        if let error { onFailure?(error) }
    }

    /// Takes note that the ledger is read and not written, and waits until it may be again.
    private func limit(_ error: LedgerError) {
        let pause = availability.failed(error, isReadable: true)
        if let pause, !isClosed { retry?.start(after: pause) }
    }

    /// Takes note of what became of the ledger during a job.
    func noteAccess() {
        guard error == nil, let fault = ledger?.access.fault else { return }
        limit(fault)
        onFailure?(fault)
    }

    /// Closes the ledger, refuses what waits for it, and opens it again after the pause.
    func fail(_ error: LedgerError) {
        let pause = availability.failed(error)
        (failed, ledger) = (ledger ?? failed, nil)
        upkeep?.cancel()
        for (_, done) in single.released() + changes.released() { done(.failure(error)) }
        for (_, done) in steps.removeAll() { done(error) }
        for job in jobs.removeAll() { job(nil) }
        onFailure?(error)
        if let pause, !isClosed { retry?.start(after: pause) }
    }
}
