import Contract

/// All diagnostics of one run: all are counted, and kept up to a limit.
///
/// *Limits*: `Limits.diagnostics` are kept. What is worse pushes out what is less bad, so a flood of warnings hides no error.
package struct Diagnostics: Sendable {
    /// What is kept, in the order it was reported.
    package private(set) var kept: [Diagnostic] = []
    /// All errors, kept or not.
    package var errorCount: Int { counts[.error, default: 0] }
    /// All warnings, kept or not.
    package var warningCount: Int { counts[.warning, default: 0] }
    /// All notes, kept or not.
    package var noteCount: Int { counts[.note, default: 0] }
    private var counts: [Severity: Int] = [:]
    private var keptCounts: [Severity: Int] = [:]

    package init() {}

    /// Whether anything keeps the table from being loaded.
    package var hasErrors: Bool { errorCount > 0 }

    /// Whether a further error would only be counted, so a caller with millions of errors need not describe each.
    package var isFull: Bool { kept.count >= Limits.diagnostics && count(.error) == kept.count }

    /// How many were counted but not kept.
    package var suppressedCount: Int { errorCount + warningCount + noteCount - kept.count }

    private func count(_ severity: Severity) -> Int { keptCounts[severity, default: 0] }

    /// Reports one diagnostic; its severity is the code's own.
    package mutating func report(
        _ code: DiagnosticCode, at place: SourceRange, _ message: String, help: String? = nil,
        related: [Diagnostic.Related] = [], witness: String? = nil
    ) {
        report(
            Diagnostic(
                code: code, severity: code.severity, place: place, message: message, help: help, related: related,
                witness: witness))
    }

    /// Reports a second declaration, with the place of the first.
    package mutating func reportSecond(
        _ code: DiagnosticCode, at place: SourceRange, _ message: String, help: String = "keep one of them",
        first: SourceRange?
    ) {
        report(
            code, at: place, message, help: help,
            related: first.map { [.init(place: $0, note: "the first is here")] } ?? [])
    }

    /// Reports one diagnostic; a note is reported at the first place alone, as of a program that many actions start.
    package mutating func report(_ diagnostic: Diagnostic) {
        let short = diagnostic.shortened
        if short.severity == .note, kept.contains(where: { $0.severity == .note && $0.message == short.message }) {
            return
        }
        counts[short.severity, default: 0] += 1
        if kept.count >= Limits.diagnostics {
            let least = Severity.allCases.filter { count($0) > 0 }.min()
            guard let least, least < diagnostic.severity, let last = kept.lastIndex(where: { $0.severity == least })
            else { return }
            kept.remove(at: last)
            keptCounts[least, default: 0] -= 1
        }
        keptCounts[diagnostic.severity, default: 0] += 1
        kept.append(short)
    }

    /// Takes out what is kept and fulfils a condition.
    mutating func remove(where isRemoved: (Diagnostic) -> Bool) {
        kept.removeAll { diagnostic in
            guard isRemoved(diagnostic) else { return false }
            counts[diagnostic.severity, default: 0] -= 1
            keptCounts[diagnostic.severity, default: 0] -= 1
            return true
        }
    }

    /// Counts problems that a checker found but did not describe.
    package mutating func count(suppressedErrors: Int = 0, suppressedWarnings: Int = 0, suppressedNotes: Int = 0) {
        counts[.error, default: 0] += suppressedErrors
        counts[.warning, default: 0] += suppressedWarnings
        counts[.note, default: 0] += suppressedNotes
    }

    /// Takes over everything that another run found.
    package mutating func report(_ other: Diagnostics) {
        for diagnostic in other.kept { report(diagnostic) }
        count(
            suppressedErrors: other.errorCount - other.count(.error),
            suppressedWarnings: other.warningCount - other.count(.warning),
            suppressedNotes: other.noteCount - other.count(.note))
    }

    /// Makes an error of every warning, as `--strict` asks.
    package mutating func promoteWarnings() {
        counts[.error, default: 0] += counts.removeValue(forKey: .warning) ?? 0
        keptCounts[.error, default: 0] += keptCounts.removeValue(forKey: .warning) ?? 0
        for index in kept.indices where kept[index].severity == .warning { kept[index].severity = .error }
    }

    /// What is kept, in the order of the text.
    package var inOrder: [Diagnostic] {
        kept.enumerated().sorted { left, right in
            (left.element.place.file, left.element.place.offset, left.offset)
                < (right.element.place.file, right.element.place.offset, right.offset)
        }.map(\.element)
    }
}
