import Conf
import Contract
import Features

/// Reads what a table says for all its files, but for scopes and types: limits, groups, the profile and the intake.
struct DeclarationReader: BlockReader {
    let table: TableReading

    /// Reads `limit NAME VALUE`.
    func readLimit(_ statement: Int) {
        guard let limit: TableLimit = readChoice(1, statement, { "there is no limit `\($0)`" }) else { return }
        let (name, range) = (limit.rawValue, limit.range)
        guard let value = Quantity.count(word(2, statement)), range.contains(value) else {
            return report(
                .badValue, place(2, statement), "`\(word(2, statement))` is not a valid value for the limit `\(name)`",
                help: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        if let first = table.draft.limitPlaces[name] {
            return reportSecond(
                .repeatedDirective, place(1, statement), "the limit `\(name)` is given twice", first: first)
        }
        table.draft.limitPlaces[name] = place(1, statement)
        table.draft.limits.set(limit, to: value)
    }

    /// Reads `operator group NAME` or `delegate group NAME`: the group, or nothing where it was reported.
    func readGroup(_ statement: Int) -> [CallerRequirement.Value] {
        let (role, name) = (word(0, statement), word(2, statement))
        if isKeyword(1, statement, "group") {
            // A misspelt group would silently leave a daemon without operators; one of delegates may be added later.
            let mostSevere: Severity = role == TableDirective.operator.rawValue ? .error : .warning
            if let fault = table.environment.groupFault(name) {
                table.diagnostics.report(fault.diagnostic(at: place(2, statement), mostSevere: mostSevere))
            }
            return [.init(text: name, id: table.environment.groupID(name))]
        }
        report(
            .badValue, place(1, statement), "\(role)s are named by their group",
            help: "it is written `\(role) group NAME`")
        return []
    }

    /// Reads `profile NAME`.
    func readProfile(_ statement: Int) {
        guard let profile: Profile = readChoice(1, statement, { "there is no profile `\($0)`" }) else { return }
        if let first = table.draft.profile { return reportSecond(statement, "the profile", first.place) }
        table.draft.profile = (profile, place(0, statement))
    }

    /// Reads `intake without-ledger STATE`.
    func readIntake(_ statement: Int) {
        // No guess: the word nearest to `of` would be `on`, the opposite of what was meant.
        let help = "it is written `intake without-ledger on|off|undetermined`"
        guard isKeyword(1, statement, "without-ledger") else {
            return report(.badValue, place(1, statement), "the intake has one setting, `without-ledger`", help: help)
        }
        let text = word(2, statement)
        guard let value = IntakeWithoutLedger(rawValue: text) else {
            return report(.badValue, place(2, statement), "`\(text)` is not a state of the intake", help: help)
        }
        if let first = table.draft.intakeWithoutLedger { return reportSecond(statement, "the intake", first.place) }
        table.draft.intakeWithoutLedger = (value, place(0, statement))
    }

    /// Reads `shadow FILE`; the file was read when this one was found.
    ///
    /// - Parameter isItself: true in the table that is compared.
    func readShadow(_ statement: Int, isItself: Bool) {
        guard !isItself else {
            return report(
                .nestedShadow, place(0, statement), "this table is compared itself, and `shadow` says nothing in it",
                help: "remove the line")
        }
        guard readFile(statement, of: "shadow") != nil else { return }
        if let first = table.draft.shadow { return reportSecond(statement, "`shadow`", first) }
        table.draft.shadow = place(0, statement)
    }

    /// Reads `reload-cases FILE`; the cases are run when the whole table has no error.
    func readReloadCases(_ statement: Int) {
        guard let path = readFile(statement, of: "reload-cases") else { return }
        if let first = table.draft.reloadCases { return reportSecond(statement, "`reload-cases`", first.place) }
        table.draft.reloadCases = ReloadCasesLine(path: path, place: place(1, statement))
    }

    /// The path that a line names; a relative one begins beside its file.
    private func readFile(_ statement: Int, of directive: String) -> String? {
        let text = word(1, statement)
        do throws(GlobError) {
            if let path = try IncludePattern(text, in: document.name, root: table.environment.root).path { return path }
            return refuse(
                .badGlob, place(1, statement), "`\(text)` is a pattern, and `\(directive)` names one file",
                help: "write the path of the file")
        } catch {
            return refuse(
                .badGlob, place(1, statement), "`\(text)` is not a file: \(error.sentence)", help: error.help)
        }
    }

    private enum Answer: String, CaseIterable {
        case yes, no
    }

    /// Reads `strict-packages yes|no`; what it says is looked up before the table is read.
    func readStrictPackages(_ statement: Int) { readAnswer(statement, to: .strictPackages) }

    /// Reads `user-instances yes|no`; what it says is looked up before the table is read.
    func readUserInstances(_ statement: Int) {
        guard !table.environment.isForUsersAlone(table.ownerName) else {
            return report(
                .misplacedDirective, place(0, statement),
                "`user-instances` says which tables of the machine users may serve, and this one is for users alone",
                help: "put the line into a file of /etc/deeplinkd, as its administrator")
        }
        readAnswer(statement, to: .userInstances)
    }

    private func readAnswer(_ statement: Int, to directive: TableDirective) {
        let (name, text) = (directive.rawValue, word(1, statement))
        guard Answer(rawValue: text) != nil else {
            // No guess by spelling: the word nearest to `on` would be `no`, the opposite of what was meant.
            let (isYes, isNo) = (["on", "true", "1"].contains(text), ["off", "false", "0"].contains(text))
            let forms = Answer.allCases.filter { $0 == .yes ? !isNo : !isYes }
            return report(
                .badValue, place(1, statement), "`\(name)` is `yes` or `no`, not `\(text)`",
                help: "it is written " + forms.map { "`\(name) \($0.rawValue)`" }.alternatives)
        }
        if let first = table.draft.answers[directive] { return reportSecond(statement, "`\(name)`", first) }
        table.draft.answers[directive] = place(0, statement)
    }

    /// Reports what may be given once in all files; a second one in the same file is found before its meaning is.
    private func reportSecond(_ statement: Int, _ what: String, _ first: SourceRange) {
        reportSecond(.repeatedDirective, place(0, statement), "\(what) is given in two files", first: first)
    }
}
