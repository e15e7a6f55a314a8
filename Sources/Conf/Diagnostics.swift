import Contract

/// All diagnostics of one run: all are counted, and kept up to a limit.
///
/// *Limits*: `Limits.diagnostics` are kept. Errors push out warnings, so a flood of warnings hides no error.
package struct Diagnostics: Sendable {
    /// What is kept, in the order it was reported.
    package private(set) var kept: [Diagnostic] = []
    /// All errors, kept or not.
    package private(set) var errorCount = 0
    /// All warnings, kept or not.
    package private(set) var warningCount = 0
    private var keptWarningCount = 0

    package init() {}

    /// Whether anything keeps the table from being loaded.
    package var hasErrors: Bool { errorCount > 0 }

    /// Whether a further error would only be counted, so a caller with millions of errors need not describe each.
    package var isFull: Bool { kept.count >= Limits.diagnostics && keptWarningCount == 0 }

    /// How many were counted but not kept.
    package var suppressedCount: Int { errorCount + warningCount - kept.count }

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

    /// Reports one diagnostic.
    package mutating func report(_ diagnostic: Diagnostic) {
        switch diagnostic.severity {
        case .error: errorCount += 1
        case .warning: warningCount += 1
        }
        if kept.count >= Limits.diagnostics {
            guard diagnostic.severity == .error, keptWarningCount > 0,
                let last = kept.lastIndex(where: { $0.severity == .warning })
            else { return }
            kept.remove(at: last)
            keptWarningCount -= 1
        }
        if diagnostic.severity == .warning { keptWarningCount += 1 }
        kept.append(diagnostic.shortened)
    }

    /// Counts problems that a checker found but did not describe.
    package mutating func count(suppressedErrors: Int = 0, suppressedWarnings: Int = 0) {
        errorCount += suppressedErrors
        warningCount += suppressedWarnings
    }

    /// Takes over everything that another run found.
    package mutating func report(_ other: Diagnostics) {
        for diagnostic in other.kept { report(diagnostic) }
        let keptErrors = other.kept.count - other.keptWarningCount
        count(
            suppressedErrors: other.errorCount - keptErrors,
            suppressedWarnings: other.warningCount - other.keptWarningCount)
    }

    /// Makes an error of every warning, as `--strict` asks.
    package mutating func promoteWarnings() {
        errorCount += warningCount
        warningCount = 0
        keptWarningCount = 0
        for index in kept.indices { kept[index].severity = .error }
    }

    /// What is kept, in the order of the text.
    package var inOrder: [Diagnostic] {
        kept.enumerated().sorted { left, right in
            (left.element.place.file, left.element.place.offset, left.offset)
                < (right.element.place.file, right.element.place.offset, right.offset)
        }.map(\.element)
    }
}
