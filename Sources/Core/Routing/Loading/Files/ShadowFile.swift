// A second table beside the first, which decides every link too and performs nothing:
//
//     /etc/deeplinkd/routes.conf            shadow routes.next
//     /etc/deeplinkd/routes.next            is read in the place of routes.conf, with all that it includes
//     /etc/deeplinkd/routes.conf.d/50.conf  is the same in both tables
//
// So the difference is the one that renaming routes.next over routes.conf would make. What is wrong with the second table
// refuses nothing of the first: it is reported in warnings, and no link is compared.

import Conf
import Contract

/// The file that `shadow` names, with what it includes.
struct ShadowFile: Sendable {
    /// Its path.
    let path: String
    /// The word that names it.
    let place: SourceRange
    /// The number of the file that it is read in the place of.
    let owner: Int
    /// What keeps it from being read; nil where nothing does.
    let fault: TableFault?
    /// What was read.
    let texts: [TableText]
    /// *Shape*: as of a table.
    let revision: String
    /// What is wrong with the texts, by their places in the list.
    let diagnostics: Diagnostics
}

extension TableCollector {
    /// Reads the file that the first line `shadow` names; nil where none does.
    func readShadow() -> ShadowFile? {
        for (member, isLeftOut) in set.readingOrder where !isLeftOut && member.package == nil {
            let document = member.document
            guard let found = document.argument(of: .shadow) else { continue }
            // ignored: what is no path is reported when the line is read.
            let pattern = try? IncludePattern(found.text, in: document.name, root: environment.root)
            guard let path = pattern?.path else { return nil }
            var collector = TableCollector(environment)
            collector.isShadow = true
            collector.add(path: path)
            let other = collector.finish()
            return ShadowFile(
                path: path, place: document.place(1, of: found.statement), owner: member.owner,
                fault: other.rootFaults.first, texts: other.texts, revision: other.revision,
                diagnostics: other.textDiagnostics)
        }
        return nil
    }
}

extension TableSet {
    /// The texts of the table that links are compared with, in the order in which they are read; empty where there is none.
    var shadowTexts: [TableText] {
        guard let shadow, let owner = ownerPlace(of: shadow) else { return [] }
        var (merged, places): ([TableText], [Int: Int]) = ([], [:])
        for (place, var text) in texts.enumerated() {
            if place == owner {
                for var other in shadow.texts {
                    other.owner += place
                    merged.append(other)
                }
            }
            guard text.owner != owner else { continue }
            places[place] = merged.count
            text.owner = places[text.owner] ?? merged.count
            merged.append(text)
        }
        return merged
    }

    /// The place, among all texts, of the file that the second table has another one for.
    fileprivate func ownerPlace(of shadow: ShadowFile) -> Int? {
        readingOrder.firstIndex { $0.member.document.file == shadow.owner }
    }
}

extension RulesetLoader {
    /// Loads the table that links are compared with; nil where no line names one.
    ///
    /// What is wrong with it is reported in warnings. The numbers of its files follow those of the set.
    static func loadShadow(
        of set: TableSet, _ environment: LoadEnvironment, diagnostics: inout Diagnostics
    ) -> ShadowTable? {
        guard let shadow = set.shadow else { return nil }
        if let fault = shadow.fault {
            diagnostics.report(
                .unusableShadow, at: shadow.place, "no link is compared: \(fault.message)", help: fault.help)
            return ShadowTable(file: shadow.path, ruleset: nil)
        }
        var (found, first) = (shadow.diagnostics, set.members.count + (set.ownerPlace(of: shadow) ?? 0))
        var ruleset: Ruleset?
        if !found.hasErrors {
            var other = TableSet(set.shadowTexts)
            other.isShadow = true
            let result = load(other, environment: environment)
            (ruleset, found, first) = (result.ruleset, result.diagnostics, set.members.count)
        }
        if ruleset == nil {
            let count = DiagnosticSummary.count(found.errorCount, "error")
            diagnostics.report(
                .unusableShadow, at: shadow.place, "no link is compared: the table with \(shadow.path) has \(count)",
                help: "mend that file, and reload")
        }
        for diagnostic in found.kept where diagnostic.severity == .error || diagnostic.code == .nestedShadow {
            diagnostics.report(diagnostic.warning(inFilesFrom: first))
        }
        return ShadowTable(file: shadow.path, ruleset: ruleset)
    }
}

extension Diagnostic {
    /// The same as a warning, with the numbers of its files counted from one.
    fileprivate func warning(inFilesFrom first: Int) -> Diagnostic {
        func moved(_ place: SourceRange) -> SourceRange {
            SourceRange(file: place.file + first, offset: place.offset, length: place.length)
        }
        return Diagnostic(
            code: code, severity: .warning, place: moved(place), message: message, help: help,
            related: related.map { Related(place: moved($0.place), note: $0.note) }, witness: witness)
    }
}
