import Conf
import Routing
import Varlink

/// The beginning of a session, and the texts that the editor opens and changes.
extension LanguageServer {
    func initialize(_ parameters: Value) -> Value {
        let offered = parameters["capabilities"]?["general"]?["positionEncodings"]?.elements ?? []
        // UTF-16 is what every editor can do; bytes are what this program counts.
        client.unit = offered.first == "utf-8" ? .utf8 : .utf16
        client.refreshesLenses =
            parameters["capabilities"]?["workspace"]?["codeLens"]?["refreshSupport"]?.flag == true
        workspace = Workspace(disk: services.disk, unit: client.unit)
        workspace.folders = Self.folders(parameters)
        phase = .running
        return .object([
            .init("capabilities", capabilities),
            .init("serverInfo", .object([.init("name", "deeplinkctl"), .init("version", .string(services.version))])),
        ])
    }

    private static func folders(_ parameters: Value) -> [String] {
        let named = parameters["workspaceFolders"]?.elements?.compactMap { $0["uri"]?.text } ?? []
        let roots = named.isEmpty ? [parameters["rootUri"]?.text].compactMap(\.self) : named
        return roots.map(FileURI.path).filter { $0.hasPrefix("/") && $0.count > 1 }.map(FileURI.normalized)
    }

    private var capabilities: Value {
        var members: [Value.Member] = [
            .init("positionEncoding", client.unit == .utf8 ? "utf-8" : "utf-16"),
            .init(
                "textDocumentSync", .object([.init("openClose", true), .init("change", 2), .init("save", true)])),
            .init("hoverProvider", true), .init("definitionProvider", true), .init("referencesProvider", true),
            .init("documentSymbolProvider", true),
            .init("renameProvider", .object([.init("prepareProvider", true)])),
            .init("codeActionProvider", .object([.init("codeActionKinds", ["quickfix"])])),
            .init("codeLensProvider", .object([.init("resolveProvider", false)])),
            .init("executeCommandProvider", .object([.init("commands", [.string(LensAnswer.command)])])),
            .init(
                "completionProvider", .object([.init("triggerCharacters", [" ", ".", ":", "(", "@", "/"])])),
        ]
        if services.format != nil { members.append(.init("documentFormattingProvider", true)) }
        return .object(members)
    }

    /// Takes a notification.
    func take(_ method: String, _ parameters: Value) throws(RPCFault) {
        switch method {
        case "textDocument/didOpen": try open(parameters)
        case "textDocument/didChange": try change(parameters)
        case "textDocument/didClose": try close(parameters)
        case "textDocument/didSave", "workspace/didChangeWatchedFiles":
            workspace.changedOnDisk()
            markAllStale()
        case "workspace/didChangeWorkspaceFolders":
            let event = parameters["event"]
            let removed = Set(Self.folders(.object([.init("workspaceFolders", event?["removed"] ?? .null)])))
            workspace.folders.removeAll { removed.contains($0) }
            workspace.folders += Self.folders(.object([.init("workspaceFolders", event?["added"] ?? .null)]))
            workspace.changedOnDisk()
        // Others are not needed: a server may leave out what it does not know.
        default: return
        }
    }

    private func open(_ parameters: Value) throws(RPCFault) {
        guard let document = parameters["textDocument"], let uri = document["uri"]?.text,
            let text = document["text"]?.text
        else { throw .parameters("a text document has a `uri` and a `text`") }
        let file = EditedFile(
            uri: uri, language: document["languageId"]?.text ?? "", version: document["version"]?.int ?? 0,
            text: text, unit: client.unit)
        if workspace.files[uri] != nil { workspace.files.close(uri) }
        try workspace.files.open(file, on: workspace.disk)
        workspace.changed(file.path)
        markStale(around: file.path, uri)
    }

    private func change(_ parameters: Value) throws(RPCFault) {
        guard let uri = parameters["textDocument"]?["uri"]?.text else { throw .parameters("a change has a `uri`") }
        guard let changes = parameters["contentChanges"]?.elements else {
            throw .parameters("a change has `contentChanges`")
        }
        let version = parameters["textDocument"]?["version"]?.int ?? 0
        try workspace.files.change(uri, version: version, changes)
        guard let file = workspace.files[uri] else { return }
        workspace.changed(file.path)
        markStale(around: file.path, uri)
    }

    private func close(_ parameters: Value) throws(RPCFault) {
        guard let uri = parameters["textDocument"]?["uri"]?.text, workspace.files[uri] != nil else { return }
        workspace.files.close(uri)
        // The text on the disk counts again, and what closed files needed is let go.
        workspace.changedOnDisk()
        stale.removeAll { $0 == uri }
        markAllStale()
        publish([], to: uri)
        for (root, uris) in urisOfRoots where uris.allSatisfy({ workspace.files[$0] == nil }) {
            for other in uris { publish([], to: other) }
            urisOfRoots[root] = nil
        }
    }

    // MARK: What is to be checked again

    /// Marks a file, and those of its table and its cases that are open.
    private func markStale(around path: String, _ uri: String) {
        if !stale.contains(uri) { stale.insert(uri, at: 0) }
        for (other, file) in workspace.files.files
        where other != uri
            && (file.kind == .cases || urisOfRoots.values.contains { $0.contains(uri) && $0.contains(other) })
        {
            // What is about another table was kept, and gives the same again.
            if !stale.contains(other) { stale.append(other) }
        }
    }

    /// Marks all open files.
    func markAllStale() {
        for uri in workspace.files.files.keys.sorted() where !stale.contains(uri) { stale.append(uri) }
    }

    /// Whether diagnostics are to be sent, or cases to be run.
    var hasBackgroundWork: Bool { !stale.isEmpty || workspace.unfinishedCases != nil }

    /// Does one portion of that.
    func doBackgroundWork() {
        if !stale.isEmpty {
            let uri = stale.removeFirst()
            guard let file = workspace.files[uri] else { return }
            switch file.kind {
            case .table: checkTable(of: file)
            case .cases: checkCases(of: file)
            }
        } else if let cases = workspace.unfinishedCases {
            cases.run(EditingLimits.casesAtOnce)
            guard cases.isFinished else { return }
            if let file = workspace.files.file(at: cases.path) { checkCases(of: file) }
            if client.refreshesLenses, workspace.unfinishedCases == nil { request("workspace/codeLens/refresh") }
        }
    }

    private var diagnostics: DiagnosticAnswer {
        DiagnosticAnswer(unit: client.unit) { [files = workspace.files] in files.uri(of: $0) }
    }

    private func checkTable(of file: EditedFile) {
        let table = workspace.table(of: file.path)
        let answers = diagnostics.answers(of: table)
        let uris = Set(answers.keys)
        if let before = urisOfRoots[table.root], before != uris {
            // The other file of an `include` that came or went belongs to another table now.
            for uri in before.subtracting(uris) { publish([], to: uri) }
            workspace.forgetRoots()
            markAllStale()
        }
        urisOfRoots[table.root] = uris
        for (uri, values) in answers.sorted(by: { $0.key < $1.key }) { publish(values, to: uri) }
        // The other files of the table have theirs with it.
        stale.removeAll { workspace.files[$0]?.kind == .table && uris.contains($0) }
    }

    private func checkCases(of file: EditedFile) {
        guard let cases = workspace.cases(at: file.path) else { return }
        publish(diagnostics.answers(of: cases), to: file.uri)
    }

    /// Sends the diagnostics of a file.
    func publish(_ values: [Value], to uri: String) {
        guard published[uri] ?? [] != values || workspace.files[uri] != nil else { return }
        published[uri] = values.isEmpty ? nil : values
        var members: [Value.Member] = [.init("uri", .string(uri))]
        if let file = workspace.files[uri] { members.append(.init("version", .integer(file.version))) }
        members.append(.init("diagnostics", .array(values)))
        notify("textDocument/publishDiagnostics", .object(members))
    }
}
