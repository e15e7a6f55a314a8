internal import Desktop
internal import HostSystem

/// Prints and carries out a plan.
struct DesktopChange {
    let plan: DesktopPlan
    let target: DesktopTarget
    let output: FormatOption
    let isDryRun: Bool

    /// Prints what is to change, or changes it and prints what has changed.
    ///
    /// *Throws*: at the first file that cannot be written.
    func run() throws {
        if !isDryRun { try plan.apply(recordPath: target.recordPath) }
        for write in plan.writes {
            let change = write.old == nil ? "created" : write.new == nil ? "removed" : "changed"
            show(write, isDryRun ? "would be \(change)" : change)
        }
        for refusal in plan.refusals { show(refusal, "not touched") }
        if output.format == .text {
            for note in plan.notes { Output.line(Line(note, .doubtful)) }
            if plan.writes.isEmpty, plan.refusals.isEmpty { Output.line("nothing has to change") }
        }
    }

    private func show(_ write: DesktopPlan.Write, _ change: String) {
        let (path, reason) = (write.path, write.reason)
        let showsLines = isDryRun || reason != nil
        let lines = showsLines ? UnifiedDiff.lines(write.old, write.new) : []
        output.show(
            ["path": path, "change": change, "reason": reason, "diff": showsLines ? lines : nil] as JSONObject
        ) {
            let paint: Paint = reason == nil ? .good : .bad
            let end = reason.map { Line(": \($0); write these lines yourself") } ?? ""
            Output.line(Line(change, paint) + "  " + Line(path) + end)
            for line in lines {
                let paint: Paint? = line.hasPrefix("+") ? .good : line.hasPrefix("-") ? .bad : nil
                Output.line(Line(whole: line, paint))
            }
        }
    }

    /// Has the caches of a folder of entries made anew, and prints what failed.
    static func refreshCaches(of folder: String) {
        for fault in DesktopPrograms(environment: HostFacts.environment).refreshCaches(of: folder) {
            Output.error("Warning: \(fault)\n")
        }
    }

    /// The lock of the record; nil where none is kept.
    ///
    /// - Parameter isNew: whether there may be no record yet.
    ///
    /// *Throws*: if another installation has it for 10 s.
    static func lock(_ target: DesktopTarget, isNew: Bool) throws -> FileLock? {
        guard let path = target.recordPath, try isNew || FileStatus.isAnythingThere(path) else { return nil }
        if let folder = ResolvedPath.folder(of: path) { try DurableFile.createFolders(folder) }
        guard let lock = try FileLock(path + ".lock", until: HostClock.monotonicNs + 10_000_000_000) else {
            throw ToolFailure("another `deeplinkctl desktop` is at work; try again when it has ended")
        }
        return lock
    }
}
