// Reloading: the table is read and checked on the thread pool while the old one goes on serving; what comes back is
// either in force at once, as a whole, or a list of everything that is wrong, and then nothing has changed.

import Contract
import EventLoop
import HostSystem
import Routing
import Tables

/// Reads the table again when asked, one reading at a time.
///
/// It knows what became of the last reading, the one at the start included.
///
/// A request during a reading waits for the next one: the file may have changed since this one began.
///
/// *Owner/thread*: the loop's thread.
final class Reload {
    private let loop: Loop
    private let source: TableSource
    private let log: Log
    private let prepare: (Ruleset, @escaping () -> Void) -> Void
    private let adopt: (Ruleset) -> Void
    private let settle: (@escaping () -> Void) -> Void
    /// What became of the table that was read last.
    private(set) var report = TableReport()
    /// *Units*: tables that were put in force, and that were refused.
    private(set) var (takenCount, refusedCount) = (0, 0)
    /// Told when a table was put in force or refused, before those who asked for it are.
    var onReport: (() -> Void)?
    /// Called when a reload begins, with true, and when it has ended.
    var onLoading: ((Bool) -> Void)?
    /// The packages as they are in force, or were last, for the next reading.
    private var held: [HeldPackage]
    private var waiting: [(any Reply) -> Void] = []
    private var checks: [(any Reply) -> Void] = []
    private var isReading = false

    /// - Parameters:
    ///   - refused: what is wrong with the table that was read at the start; nil where it is in force.
    ///   - warnings: what is doubtful in the table that was read at the start, where it is in force.
    ///   - packages: those that are not in force as they were read at the start.
    ///   - held: those that are in force.
    ///   - prepare: works out beside the loop what the table needs before it is put in force, and calls back.
    ///   - adopt: told of a table without errors; it is in force when this returns.
    ///   - settle: calls back when facts have followed the table; those who asked for it are answered then.
    init(
        loop: Loop, source: TableSource, log: Log, refused: [DiagnosticReport]? = nil,
        warnings: [DiagnosticReport] = [], packages: [PackageReport] = [], held: [HeldPackage] = [],
        prepare: @escaping (Ruleset, @escaping () -> Void) -> Void = { $1() },
        settle: @escaping (@escaping () -> Void) -> Void = { $0() },
        adopt: @escaping (Ruleset) -> Void
    ) {
        self.loop = loop
        self.source = source
        self.log = log
        self.prepare = prepare
        (self.adopt, self.settle) = (adopt, settle)
        self.held = held
        if let refused {
            refuse(refused, state: .invalid)
        } else {
            note(.current, warnings: warnings, packages: packages)
        }
    }

    /// Asks for a reload; answers `reloaded`, or `badTable` with every diagnostic.
    func request(_ done: @escaping (any Reply) -> Void) {
        waiting.append(done)
        readIfDue()
    }

    /// Asks for a check: the table is read as for a reload, and is not put in force.
    ///
    /// It waits for its turn among the reloads, so that at most two tables are in memory.
    func check(_ done: @escaping (any Reply) -> Void) {
        checks.append(done)
        readIfDue()
    }

    private func readIfDue() {
        guard !isReading else { return }
        let isReload = !waiting.isEmpty
        let asked = isReload ? waiting.released() : checks.released()
        guard !asked.isEmpty else { return }
        isReading = true
        if isReload { onLoading?(true) }
        let end = { [self] (reply: any Reply) in
            isReading = false
            if isReload { onLoading?(false) }
            for done in asked { done(reply) }
            readIfDue()
        }
        do {
            try isReload ? reload(then: end) : check(then: end)
        } catch {
            end(VarlinkError.methodNotImplemented(method: isReload ? ReloadTable.name : CheckTable.name))
        }
    }

    private func check(then end: @escaping (any Reply) -> Void) throws(LoopError) {
        try loop.work { [source, held] in
            source.check(keeping: held).report
        } then: {
            end($0)
        }
    }

    private func reload(then end: @escaping (any Reply) -> Void) throws(LoopError) {
        try loop.work { [source, held] in
            source.load(keeping: held)
        } then: { [self] result in
            let adopt = { [self] in
                let reply = reply(to: result)
                settle { end(reply) }
            }
            if let ruleset = result.ruleset { prepare(ruleset, adopt) } else { adopt() }
        }
    }

    private func reply(to result: RulesetLoader.Result) -> any Reply {
        guard let ruleset = result.ruleset else {
            let reports = result.reports
            // Until one was adopted there is none that stays in force.
            refuse(reports, state: report.state == .invalid ? .invalid : .stale)
            return BadTable { $0.diagnostics = reports }
        }
        adopt(ruleset)
        held = result.heldPackages
        let reports = result.reports
        let warnings = reports.filter { $0.severity != "error" }
        note(.current, warnings: warnings, packages: result.packages)
        return ReloadReport {
            ($0.tableRevision, $0.routes) = (ruleset.revision, ruleset.routes.count)
            ($0.files, $0.warnings) = (ruleset.files, warnings)
            guard !result.packages.isEmpty else { return }
            ($0.packages, $0.errors) = (result.packages, reports.filter { $0.severity == "error" })
        }
    }

    // MARK: What became of it

    /// *Units*: errors or warnings of one table that go into the log, and warnings that `Status` has; `Reload` returns all.
    private static let mostNoted = 20

    private static let noTable: LogMessage = "no table is in force: every link is answered pending.table.invalid"

    private func refuse(_ diagnostics: [DiagnosticReport], state: TableReport.State) {
        note(diagnostics, as: "bad table")
        let errors = diagnostics.filter { $0.severity == "error" }
        var fields: Log.Fields = ["errors": "\(errors.count)"]
        if let first = errors.first { (fields["at"], fields["code"]) = (first.place, first.code) }
        log.error(state == .stale ? .reloadRefused : Self.noTable, fields)
        note(state, errors: errors)
    }

    private func note(_ diagnostics: [DiagnosticReport], as message: LogMessage) {
        for diagnostic in diagnostics.prefix(Self.mostNoted) {
            var fields: Log.Fields = ["at": diagnostic.place, "code": diagnostic.code, "message": diagnostic.message]
            fields["help"] = diagnostic.help
            log.write(diagnostic.severity == "error" ? .error : .warning, message, fields)
        }
    }

    private func note(
        _ state: TableReport.State, errors: [DiagnosticReport] = [], warnings: [DiagnosticReport] = [],
        packages: [PackageReport] = []
    ) {
        if !warnings.isEmpty {
            log.warning("table has warnings", ["count": "\(warnings.count)"])
            note(warnings, as: "table warning")
        }
        for package in packages where !package.isFaulty {
            log.info(
                "package is for other instances",
                ["package": package.name, "at": package.file, "instances": package.instances ?? ""])
        }
        for package in packages where package.isFaulty {
            var fields: Log.Fields = [
                "package": package.name, "state": package.state.rawValue, "errors": "\(package.errors)",
            ]
            if let error = package.firstError {
                fields["at"] = error.place
                (fields["code"], fields["message"]) = (error.code, error.message)
            }
            log.error("package has errors", fields)
        }
        if state == .current { takenCount += 1 } else { refusedCount += 1 }
        report = TableReport {
            ($0.state, $0.asOfMs) = (state, HostClock.wallMs)
            ($0.errors, $0.firstError) = (errors.isEmpty ? nil : errors.count, errors.first)
            $0.packages = packages.isEmpty ? nil : packages
            if state == .stale {
                ($0.warnings, $0.firstWarnings) = (report.warnings, report.firstWarnings)
            } else if !warnings.isEmpty {
                ($0.warnings, $0.firstWarnings) = (warnings.count, Array(warnings.prefix(Self.mostNoted)))
            }
        }
        onReport?()
    }
}
