import Conf
import Routing
import Varlink

/// Changes of files, and what is shown of a whole one.
extension FileAnswers {
    // MARK: Renaming

    /// What can be renamed at a place.
    func prepareRename(_ cursor: Cursor) throws(RPCFault) -> Value {
        guard let use = uses(cursor).first, Renaming.canChange(use.key.kind) else {
            throw RPCFault(.requestFailed, "only names that tables and cases alone have are renamed")
        }
        return .object([
            .init("range", cursor.file.lines.range(use.place.offset..<use.place.offset + use.place.length)),
            .init("placeholder", .string(use.key.local)),
        ])
    }

    /// The changes of a new name.
    func rename(_ cursor: Cursor, to newName: String?) throws(RPCFault) -> Value {
        guard let newName else { throw .parameters("a renaming has a `newName`") }
        guard let table = table(cursor.file) else {
            throw RPCFault(.requestFailed, "the cases name no table that can be read")
        }
        let renaming = Renaming(keys: Set(uses(cursor).map(\.key)), newName: newName)
        if let fault = renaming.fault(in: table.names) { throw RPCFault(.requestFailed, fault) }
        let edit = RenamedFiles(renaming, of: table, cases: runCases(about: table))
        if let fault = edit.fault(in: workspace) { throw RPCFault(.requestFailed, fault) }
        let changes = edit.texts.sorted { $0.path < $1.path }.map { text -> Value.Member in
            let lines = LineMap(text.bytes, unit: unit)
            let edits = text.changes.map { change -> Value in
                .object([.init("range", lines.range(change.range)), .init("newText", .string(change.text))])
            }
            return .init(workspace.files.uri(of: text.path), .array(edits))
        }
        return .object([.init("changes", .object(changes))])
    }

    // MARK: A whole file

    /// The changes that the help of diagnostics asks for.
    func actions(_ parameters: Value) throws(RPCFault) -> Value {
        let file = try file(parameters)
        let start = file.lines.offset(of: try EditorPosition(parameters["range"]?["start"]))
        let end = file.lines.offset(of: try EditorPosition(parameters["range"]?["end"]))
        let answer = ActionAnswer(file: file)
        // Whole lines: the cursor need not stand in the word that is wrong.
        let lines = file.lines
        let first = lines.range(ofLine: lines.line(of: min(start, end))).lowerBound
        let range = first..<max(first, lines.range(ofLine: lines.line(of: max(start, end))).upperBound)
        switch file.kind {
        case .table:
            let table = workspace.table(of: file.path)
            guard let number = table.file(at: FileURI.normalized(file.path)) else { return .array([]) }
            return .array(answer.answer(table.diagnostics.inOrder, number: number, in: range))
        case .cases:
            let diagnostics = workspace.cases(at: file.path)?.diagnostics.inOrder ?? []
            return .array(answer.answer(diagnostics, number: 0, in: range))
        }
    }

    /// What stands above the routes of a table, or above cases.
    func lenses(_ file: EditedFile) -> Value {
        let answer = LensAnswer(uri: file.uri, lines: file.lines)
        switch file.kind {
        case .cases:
            guard let cases = workspace.cases(at: file.path) else { return .array([]) }
            cases.run(EditingLimits.casesOfRequest)
            return .array(answer.cases(cases))
        case .table:
            let table = workspace.table(of: file.path)
            guard let number = table.file(at: FileURI.normalized(file.path)) else { return .array([]) }
            let cases = workspace.cases(about: table)
            var room = EditingLimits.casesOfRequest
            for found in cases where room > 0 && !found.isFinished {
                let before = found.verdicts.count
                found.run(room)
                room -= found.verdicts.count - before
            }
            let walk = StatementWalk(
                document: table.set.members[number].document, wings: workspace.wings, isCases: false,
                package: table.package(of: number))
            return .array(answer.routes(walk, cases))
        }
    }

    /// The declarations of a file.
    func symbols(_ file: EditedFile) -> Value {
        .array(SymbolAnswer(walk: walk(file), lines: file.lines).answer())
    }

    /// The change that formats a file.
    func formatting(_ file: EditedFile) throws(RPCFault) -> Value {
        guard let formatted = services.format?(file.bytes) else { return .null }
        guard formatted != file.bytes else { return .array([]) }
        let text = String(decoding: formatted, as: UTF8.self)
        return .array([
            .object([.init("range", file.lines.range(0..<file.bytes.count)), .init("newText", .string(text))])
        ])
    }
}
