// Reloading: the table is read and checked on the thread pool while the old one goes on serving; what comes back is
// either in force at once, as a whole, or a list of everything that is wrong, and then nothing has changed.

import Contract
import EventLoop
import Routing
import Tables

/// Reads the table again when asked, one reading at a time.
///
/// A request during a reading waits for the next one: the file may have changed since this one began.
///
/// *Owner/thread*: the loop's thread.
final class Reload {
    private let loop: Loop
    private let source: TableSource
    private let adopt: (Ruleset) -> Void
    private var waiting: [(Reply) -> Void] = []
    private var isReading = false

    init(loop: Loop, source: TableSource, adopt: @escaping (Ruleset) -> Void) {
        self.loop = loop
        self.source = source
        self.adopt = adopt
    }

    /// Asks for a reload; answers `reloaded`, or `badTable` with every diagnostic.
    func request(_ done: @escaping (Reply) -> Void) {
        waiting.append(done)
        readIfDue()
    }

    private func readIfDue() {
        guard !isReading, !waiting.isEmpty else { return }
        let asked = waiting.released()
        isReading = true
        do {
            try loop.work { [source] in
                source.load()
            } then: { [self] result in
                isReading = false
                let reply = reply(to: result)
                for done in asked { done(reply) }
                readIfDue()
            }
        } catch {
            isReading = false
            for done in asked { done(.failure(.methodNotImplemented(method: Method.reload.name))) }
        }
    }

    private func reply(to result: RulesetLoader.Result) -> Reply {
        guard let ruleset = result.ruleset else { return .badTable(result.reports) }
        adopt(ruleset)
        return .report(
            ReloadReport {
                ($0.tableRevision, $0.routes) = (ruleset.revision, ruleset.routes.count)
                ($0.files, $0.warnings) = (ruleset.files, result.reports)
            })
    }
}
