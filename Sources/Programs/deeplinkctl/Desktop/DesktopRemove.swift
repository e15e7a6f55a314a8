import ArgumentParser
internal import Desktop
import HostSystem

/// `desktop remove`: undoes what `desktop install` has changed.
struct DesktopRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Undo `desktop install`: remove the entries, and give the lists back what they had.",
        discussion: """
            Example: deeplinkctl desktop remove --dry-run

            A list that only the installation has changed gets back its bytes of before. In one that other programs have \
            changed meanwhile, the lines of the installation are undone one by one. An entry that was edited is kept.

            Exit status: 0, or 1 if a file was not touched.
            """)

    @OptionGroup var target: DesktopTargetOption
    @OptionGroup var output: FormatOption
    @OptionGroup var colour: ColourOption
    @Flag(help: "Print what would change, as a difference, and change nothing.")
    var dryRun = false

    func run() throws {
        let target = try target.target()
        guard let folder = target.entriesFolder, let path = target.recordPath else { return }
        let lock = dryRun ? nil : try DesktopChange.lock(target, isNew: false)
        let record = try DesktopRecord(readFrom: path)
        var plan = try DesktopPlanner(entriesFolder: folder, listsFolder: target.listsFolder, record: record).plan(
            [], text: { _ in [] })
        try DesktopChange(plan: plan, target: target, output: output, isDryRun: dryRun).run()
        if !dryRun { try finish(&plan, record, target, folder) }
        _ = lock
        if !plan.refusals.isEmpty { throw ExitCode(1) }
    }

    private func finish(
        _ plan: inout DesktopPlan, _ record: DesktopRecord, _ target: DesktopTarget, _ folder: String
    ) throws {
        let programs = DesktopPrograms(environment: HostFacts.environment)
        for row in record.portalRows {
            if let fault = programs.setPortalRow(of: row.type, to: row.before) {
                Output.error("Warning: the portal still remembers \(row.type): \(fault)\n")
            } else {
                plan.record.portalRows.removeAll { $0.type == row.type }
            }
        }
        if let path = target.recordPath, !record.portalRows.isEmpty { try plan.writeRecord(to: path) }
        guard !plan.writes.isEmpty else { return }
        DesktopChange.refreshCaches(of: folder)
        if record.caches.contains(folder) { DesktopPlan.removeEmptyCache(of: folder) }
    }
}
