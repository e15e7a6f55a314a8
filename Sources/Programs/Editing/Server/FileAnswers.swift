import Conf
import Routing
import Varlink

/// Answers requests about a place of a file, or about a whole one.
struct FileAnswers {
    let workspace: Workspace
    let services: EditingServices
    let unit: ColumnUnit

    /// A file with the place of the cursor in it.
    struct Cursor {
        let file: EditedFile
        let offset: Int
    }

    /// The answer to a request.
    ///
    /// *Throws*: that there is no such method, or what is wrong with its parameters.
    func answer(_ method: String, _ parameters: Value) throws(RPCFault) -> Value {
        switch method {
        case "textDocument/hover": return hover(try cursor(parameters))
        case "textDocument/completion": return completion(try cursor(parameters))
        case "textDocument/definition": return definition(try cursor(parameters))
        case "textDocument/references": return references(try cursor(parameters))
        case "textDocument/prepareRename": return try prepareRename(try cursor(parameters))
        case "textDocument/rename": return try rename(try cursor(parameters), to: parameters["newName"]?.text)
        case "textDocument/codeAction": return try actions(parameters)
        case "textDocument/codeLens": return lenses(try file(parameters))
        case "textDocument/documentSymbol": return symbols(try file(parameters))
        case "textDocument/formatting" where services.format != nil: return try formatting(try file(parameters))
        default: throw RPCFault(.methodNotFound, "there is no method `\(method)`")
        }
    }

    // MARK: Parameters

    /// The open file that a request is about.
    func file(_ parameters: Value) throws(RPCFault) -> EditedFile {
        guard let uri = parameters["textDocument"]?["uri"]?.text else { throw .parameters("a request has a `uri`") }
        guard let file = workspace.files[uri] else { throw .parameters("\(uri) is not open") }
        return file
    }

    /// The place that a request is about.
    func cursor(_ parameters: Value) throws(RPCFault) -> Cursor {
        let file = try file(parameters)
        return Cursor(file: file, offset: file.lines.offset(of: try EditorPosition(parameters["position"])))
    }

    // MARK: Names

    /// The statements of a file, with the blocks around them.
    func walk(_ file: EditedFile) -> StatementWalk {
        switch file.kind {
        case .table:
            let table = workspace.table(of: file.path)
            if let number = table.file(at: FileURI.normalized(file.path)) {
                let member = table.set.members[number]
                return StatementWalk(
                    document: member.document, wings: workspace.wings, isCases: false,
                    package: table.package(of: number))
            }
        case .cases:
            if let cases = workspace.cases(at: file.path) {
                return StatementWalk(document: cases.document, wings: workspace.wings, isCases: true)
            }
        }
        var ignored = Diagnostics()
        let document = ConfParser.parse(file.bytes, name: file.path, file: 0, diagnostics: &ignored)
        return StatementWalk(document: document, wings: workspace.wings, isCases: file.kind == .cases)
    }

    /// The table whose names a file has.
    func table(_ file: EditedFile) -> CheckedTable? {
        switch file.kind {
        case .table: workspace.table(of: file.path)
        case .cases: workspace.cases(at: file.path)?.table
        }
    }

    /// The names at a place.
    func uses(_ cursor: Cursor) -> [NameUse] {
        switch cursor.file.kind {
        case .table:
            let table = workspace.table(of: cursor.file.path)
            return table.file(at: FileURI.normalized(cursor.file.path)).map {
                table.names.uses(at: cursor.offset, file: $0)
            } ?? []
        case .cases:
            return NameIndex.uses(at: cursor.offset, in: workspace.cases(at: cursor.file.path)?.names?.uses ?? [])
        }
    }

    private func hover(_ cursor: Cursor) -> Value {
        let table = table(cursor.file)
        let answer = HoverAnswer(manual: services.manual, wings: workspace.wings)
        let found = answer.text(at: cursor.offset, in: walk(cursor.file), uses: uses(cursor)) { use in
            guard let table, let first = table.names.declarations(of: use.key).first else { return nil }
            return (table.set.members[first.place.file].document, first)
        }
        guard let (text, place) = found else { return .null }
        let range = cursor.file.lines.range(place.offset..<place.offset + place.length)
        return .object([
            .init("contents", .object([.init("kind", "markdown"), .init("value", .string(text))])),
            .init("range", range),
        ])
    }

    private func completion(_ cursor: Cursor) -> Value {
        let table = table(cursor.file)
        let number = table?.file(at: FileURI.normalized(cursor.file.path))
        let environment = workspace.environment
        let folder = FileURI.folder(of: cursor.file.path)
        let answer = CompletionList(
            wings: workspace.wings, manual: services.manual, names: table?.names, catalogue: table?.ruleset?.catalogue
        ) { below in
            let path = below.hasPrefix("/") ? below : folder + "/" + below
            // ignored: a folder that cannot be read has nothing to offer.
            return (try? environment.names(path).names) ?? []
        }
        let (items, replaced) = answer.items(
            cursor.file.bytes, at: cursor.offset, isCases: cursor.file.kind == .cases,
            package: number.flatMap { table?.package(of: $0) })
        let range = cursor.file.lines.range(replaced)
        return .object([
            .init("isIncomplete", false),
            .init("items", .array(items.map { Self.value($0, range) })),
        ])
    }

    private static func value(_ item: CompletionList.Item, _ range: Value) -> Value {
        let edit: Value = .object([.init("range", range), .init("newText", .string(item.text))])
        var members: [Value.Member] = [
            .init("label", .string(item.text)), .init("kind", .integer(item.picture.rawValue)),
            .init("textEdit", edit),
        ]
        if !item.detail.isEmpty { members.append(.init("detail", .string(item.detail))) }
        if let text = item.documentation { members.append(.init("documentation", .string(text))) }
        return .object(members)
    }

    private func definition(_ cursor: Cursor) -> Value {
        guard let table = table(cursor.file) else { return .array([]) }
        let found = uses(cursor).flatMap { table.names.declarations(of: $0.key) }
        guard found.isEmpty else { return locations(found, of: table) }
        guard let word = WordAtCursor(at: cursor.offset, in: walk(cursor.file)),
            word.nameKind(workspace.wings) == .file
        else { return .array([]) }
        let start = LineMap([], unit: unit).range(0..<0)
        return .array(
            table.files(named: word.text, beside: cursor.file.path).map { path in
                .object([.init("uri", .string(workspace.files.uri(of: path))), .init("range", start)])
            })
    }

    private func references(_ cursor: Cursor) -> Value {
        guard let table = table(cursor.file) else { return .array([]) }
        let keys = Set(uses(cursor).map(\.key))
        guard case .array(let own) = locations(keys.flatMap { table.names.uses[$0] ?? [] }, of: table) else {
            return .array([])
        }
        let others = runCases(about: table).flatMap { cases in
            let lines = LineMap(cases.document.bytes, unit: unit)
            return (cases.names?.uses ?? []).filter { keys.contains($0.key) }.map { use -> Value in
                .object([
                    .init("uri", .string(workspace.files.uri(of: cases.path))),
                    .init("range", lines.range(use.place.offset..<use.place.offset + use.place.length)),
                ])
            }
        }
        return .array(own + others)
    }

    /// The cases about a table, each of them run: a case without a line `route` has the inputs of the route that takes its link.
    func runCases(about table: CheckedTable) -> [CheckedCases] {
        let all = workspace.cases(about: table)
        for cases in all { cases.run(.max) }
        return all
    }

    private func locations(_ uses: [NameUse], of table: CheckedTable) -> Value {
        var lines = LineMaps(unit: unit) { table.text(of: $0)?.bytes }
        let sorted = uses.sorted { ($0.place.file, $0.place.offset) < ($1.place.file, $1.place.offset) }
        return .array(
            sorted.compactMap { use in
                table.text(of: use.place.file).map { text in
                    .object([
                        .init("uri", .string(workspace.files.uri(of: text.name))),
                        .init("range", lines.range(use.place)),
                    ])
                }
            })
    }
}
