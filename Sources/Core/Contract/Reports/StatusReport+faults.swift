// The faults that have to be mended, the same for each place that shows them: the status line of the service manager,
// the text of `deeplinkctl status`, and its exit status. A table that was refused comes first, since it can stop every
// link.

extension StatusReport {
    /// What is wrong at the moment, one clause each; empty where nothing is.
    ///
    /// Every user of the host can read the service manager's status line. So causes and paths are left to the members, but
    /// for the place of the table's first error: without it an administrator would not know which file to mend.
    package var faults: [String] {
        [table?.fault].compactMap(\.self) + (table?.packages ?? []).compactMap(\.fault)
            + [ledger?.fault].compactMap(\.self)
            + (sources ?? []).compactMap(\.silence) + [interruption, doubt].compactMap(\.self)
            + (timelineFault == nil ? [] : ["the timeline is not written"])
    }

    /// nil where no link was interrupted.
    private var interruption: String? {
        guard let count = interrupted?.count, count > 0 else { return nil }
        return count == 1 ? "a crash has interrupted a link" : "a crash has interrupted \(count) links"
    }
}

extension StatusReport {
    /// nil where nothing is reserved until an operator decides.
    private var doubt: String? {
        guard let undecided, undecided > 0 else { return nil }
        return undecided == 1
            ? "units are reserved for a link until an operator decides"
            : "units are reserved for \(undecided) links until an operator decides"
    }
}

extension TableReport {
    /// nil where the table that was read last is in force.
    fileprivate var fault: String? {
        let error = firstError.map { ": \($0.place): \($0.code): \($0.message)" } ?? ""
        return switch state {
        case .current: nil
        case .stale: "the last reload failed and the earlier table stays in force" + error
        case .invalid: "no route table is in force" + error
        }
    }
}

extension PackageReport {
    /// nil where it is for instances of the other kind.
    fileprivate var fault: String? {
        let error = firstError.map { ": \($0.place): \($0.code): \($0.message)" } ?? ""
        return switch state {
        case .kept: "the package \(name) has errors, and its earlier version stays in force" + error
        case .leftOut: "the package \(name) has errors, and is left out" + error
        case .otherInstance: nil
        }
    }
}

extension LedgerReport {
    fileprivate var fault: String? {
        let code = code.map { " (\($0))" } ?? ""
        return switch state {
        case .memory, .available: nil
        case .readable: "the ledger cannot be written" + code
        case .unavailable: "the ledger is unavailable" + code
        }
    }
}

extension SourceReport {
    /// nil for a source that answered when it was asked last.
    fileprivate var silence: String? { fault == nil ? nil : "the source of \(fact) does not answer" }
}
