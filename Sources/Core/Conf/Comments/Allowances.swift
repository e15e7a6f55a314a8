/// The comments of some files that allow warnings, such as `# allow RT406: the old app sends it`.
package struct Allowances {
    /// A code and the line that may have it.
    private struct Key: Hashable {
        let code: DiagnosticCode
        let file: Int
        /// The first byte of the line.
        let start: Int
    }

    /// By what they allow, where the comment is, and whether a warning had it.
    private var entries: [Key: (place: SourceRange, isUsed: Bool)] = [:]
    /// The lines with a comment, by the number of the file and in their order.
    private var lines: [Int: [Range<Int>]] = [:]
    private var faults: [(fault: Allowance.Fault, place: SourceRange)] = []

    /// Finds the comments of files.
    ///
    /// *Cost*: linear in the text; little more than a look at each byte where there are none.
    package init(_ documents: some Sequence<ConfDocument>) {
        for document in documents {
            for allowance in Allowance.all(in: document.bytes) { add(allowance, file: document.file) }
        }
    }

    private mutating func add(_ allowance: Allowance, file: Int) {
        func place(_ range: Range<Int>) -> SourceRange {
            SourceRange(file: file, offset: range.lowerBound, length: range.count)
        }
        if let (fault, range) = allowance.fault { return faults.append((fault, place(range))) }
        for (code, range) in allowance.codes {
            guard !allowance.line.isEmpty else { return faults.append((.noStatement, place(range))) }
            let key = Key(code: code, file: file, start: allowance.line.lowerBound)
            if entries[key] == nil { entries[key] = (place(range), false) }
        }
        if lines[file]?.last != allowance.line { lines[file, default: []].append(allowance.line) }
    }

    /// Takes out the warnings that the comments allow, and warns of comments that allow none.
    ///
    /// Notes are taken out too: what is a note here may be a warning on the machine that has the table.
    package consuming func apply(to diagnostics: inout Diagnostics) {
        guard !entries.isEmpty || !faults.isEmpty else { return }
        diagnostics.remove { isAllowed($0) }
        for (fault, place) in faults { fault.report(at: place, &diagnostics) }
        // After an error, and past the limit of what is kept, nothing is known to be unused.
        guard !diagnostics.hasErrors, diagnostics.suppressedCount == 0 else { return }
        let unused = entries.filter { !$0.value.isUsed && $0.key.code.isFoundEverywhere }
        for (key, entry) in unused.sorted(by: {
            ($0.key.file, $0.value.place.offset) < ($1.key.file, $1.value.place.offset)
        }) {
            diagnostics.report(
                .unusedAllowance, at: entry.place, "\(key.code.rawValue) is not reported for this line",
                help: "remove the code from the comment")
        }
    }

    private mutating func isAllowed(_ diagnostic: Diagnostic) -> Bool {
        let place = diagnostic.place
        guard diagnostic.severity != .error, let lines = lines[place.file] else { return false }
        // The first line that ends behind the place.
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            if lines[middle].upperBound <= place.offset { low = middle + 1 } else { high = middle }
        }
        guard low < lines.count, lines[low].contains(place.offset) else { return false }
        let key = Key(code: diagnostic.code, file: place.file, start: lines[low].lowerBound)
        guard entries[key] != nil else { return false }
        entries[key]?.isUsed = true
        return true
    }
}

extension Allowance.Fault {
    fileprivate func report(at place: SourceRange, _ diagnostics: inout Diagnostics) {
        let (message, help) =
            switch self {
            case .unknownCode(let code):
                ("`\(code)` is no code of a report", "write the code that the warning has, as in `# allow RT406: …`")
            case .error(let code):
                (
                    "\(code.rawValue) is an error, and only warnings can be allowed",
                    "remove the code, and mend the error"
                )
            case .noReason:
                ("the comment allows a warning without a reason", "write the reason behind a colon: `# allow RT406: …`")
            case .noStatement:
                ("no statement follows this comment", "put it above the line that has the warning, or behind it")
            }
        diagnostics.report(.unusedAllowance, at: place, message, help: help)
    }
}

extension DiagnosticCode {
    /// Whether each check of the same files finds it: some depend on the machine, or on an option.
    fileprivate var isFoundEverywhere: Bool {
        switch self {
        case .nothingIncluded, .unavailableProgram, .hiddenRoute, .unusableShadow, .nestedShadow, .unknownKey: false
        default: true
        }
    }
}
