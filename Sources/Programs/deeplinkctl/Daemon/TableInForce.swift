// The table that a daemon has in force, whatever the files say by now. An operator gets its texts, from which this program
// loads the same table; anyone else gets the names, patterns and features of its routes.

internal import Conf
internal import Contract
internal import Routing

/// What a daemon tells of its table in force.
enum TableInForce {
    case whole(Ruleset)
    case routes([RouteReport])

    /// Asks the daemon for as much as the caller may be told.
    init(_ client: DaemonClient) throws {
        if let parts = try Self.parts(client, files: true) {
            self = .whole(try Self.load(Self.set(parts), of: client))
        } else {
            self = .routes(try Self.parts(client, files: false)?.flatMap(\.routes) ?? [])
        }
    }

    /// The files of the table, as they are in force.
    ///
    /// *Throws*: also where the caller is no operator.
    static func set(_ client: DaemonClient) throws -> TableSet {
        guard let parts = try parts(client, files: true) else { throw DaemonRefusal.forOperators }
        return try set(parts)
    }

    /// The table, loaded by this program.
    ///
    /// *Throws*: also where the caller is no operator.
    static func load(_ client: DaemonClient) throws -> Ruleset { try load(set(client), of: client) }

    private static func load(_ set: TableSet, of client: DaemonClient) throws -> Ruleset {
        let result = RulesetLoader.load(set, environment: LoadEnvironment(wings: .ofThisProgram))
        if let ruleset = result.ruleset { return ruleset }
        let error = result.diagnostics.inOrder.first { $0.severity == .error }
        let message = error.map { " (\($0.code.rawValue): \($0.message))" } ?? ""
        throw ToolFailure(
            "this program refuses the table of the daemon at \(client.path)\(message); use one of the daemon's version")
    }

    private static func set(_ parts: [TableContents]) throws -> TableSet {
        var texts: [TableText] = []
        for part in parts.lazy.flatMap(\.files) {
            if part.number == texts.count {
                texts.append(
                    TableText(
                        name: part.name, bytes: Array(part.text.utf8), owner: part.owner, package: part.package,
                        isLeftOut: part.isLeftOut, isElsewhere: part.isOfOtherInstance))
            } else if part.number >= 0, part.number == texts.count - 1 {
                texts[part.number].bytes += part.text.utf8
            } else {
                throw ToolFailure.wrongReply
            }
        }
        return TableSet(texts)
    }

    /// All parts of one table; nil where the caller may not be told them.
    private static func parts(_ client: DaemonClient, files: Bool) throws -> [TableContents]? {
        var parts: [TableContents] = []
        var after: String?
        repeat {
            guard let part = try client.tablePart(after: after, files: files) else { return nil }
            guard !part.tableRevision.isEmpty else {
                throw ToolFailure("the daemon at \(client.path) has no table in force; `deeplinkctl reload` says why")
            }
            // A part that has nothing leads nowhere: a daemon could send such without end.
            guard part.next == nil || !part.routes.isEmpty || !part.files.isEmpty else { throw ToolFailure.wrongReply }
            // A table that replaced the one of the parts before begins anew.
            if let last = parts.last, last.tableRevision != part.tableRevision { parts = [] }
            parts.append(part)
            after = part.next
        } while after != nil
        return parts
    }
}

extension AnswererOptions {
    /// The table that the command line or the environment names; else that of the daemon that answers, or the installed one.
    ///
    /// What the command line does not name is printed before the answer.
    ///
    /// *Throws*: as `answerer`.
    func tableInForce() throws -> TableInForce {
        switch try answerer() {
        case .table(let ruleset): return .whole(ruleset)
        case .daemon(let client):
            let table = try TableInForce(client)
            if case .routes = table {
                output.showSource("names, patterns and features; operators are told the rest")
            }
            return table
        }
    }
}
