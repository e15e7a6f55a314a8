internal import Conf

extension LinkTable {
    /// Arranges the routes, and writes the table.
    ///
    /// - Parameter file: the name of the source, for the comment at the head.
    func finished(_ file: String) -> ImportedTable {
        let arrangement = RouteArrangement(self)
        var table = self
        table.losses = arrangement.losses
        table.routes = arrangement.routes
        let used = Set(table.routes.map(\.action))
        table.actions = actions.filter { used.contains($0.name) }
        return ImportedTable(
            text: table.lines(file).map { $0 + "\n" }.joined(), routes: table.routes.count,
            scopes: scopes.map(\.name), losses: table.losses.all)
    }

    private func lines(_ file: String) -> [String] {
        var lines = ["# Made by `deeplinkctl import` of \(Self.comment(file)), \(Self.comment(source))."]
        if !losses.all.isEmpty {
            lines.append("# What differs from it:")
            lines += losses.all.map {
                "#   \($0.effect.rawValue)  \(Self.comment($0.subject)): \(Self.comment($0.sentence))"
            }
        }
        lines.append("")
        lines += scopeLines
        lines += sets.map { set in (["values", set.name] + set.members.map(Self.word)).joined(separator: " ") }
        if let title { lines.append("title " + QuotedText.quoted(title)) }
        if let icon { lines.append("icon " + Self.word(icon)) }
        lines.append("")
        guard !routes.isEmpty else { return lines + ["deny /**"] }
        let hasOneScope = routes.allSatisfy { Set($0.scopes) == Set(scopes) }
        let inside = actions.flatMap(Self.lines) + routes.flatMap { Self.lines($0, saysScope: !hasOneScope) }
        return lines + ["feature \(feature) {"] + inside.map { "    " + $0 } + ["}"]
    }

    private var scopeLines: [String] {
        let block = takesEitherSlash ? " {\n    trailing-slash either\n}" : ""
        return [("scheme", scopes.filter { !$0.isHost }), ("host", scopes.filter(\.isHost))].compactMap {
            word, scopes in
            scopes.isEmpty ? nil : word + " " + scopes.map(\.name).joined(separator: " ") + block
        }
    }

    private static func lines(_ action: LinkAction) -> [String] {
        let inputs = action.inputs.map { "    input \($0.name) \(word($0.type + ($0.isOptional ? "?" : "")))" }
        return ["action \(action.name) {"] + inputs + ["    " + action.performer.map(word).joined(separator: " "), "}"]
    }

    private static func lines(_ route: LinkRoute, saysScope: Bool) -> [String] {
        let head = "route \(route.name) \(route.patterns.map(word).joined(separator: " ")) do \(route.action)"
        var block: [String] = []
        if saysScope { block.append("in " + route.scopes.map(\.name).joined(separator: " ")) }
        block += route.keys.map(line)
        if !route.excepts.isEmpty { block.append("except " + route.excepts.map(word).joined(separator: " ")) }
        if !route.over.isEmpty { block.append("over " + route.over.joined(separator: " ")) }
        return block.isEmpty ? [head] : [head + " {"] + block.map { "    " + $0 } + ["}"]
    }

    private static func line(_ key: LinkRoute.Key) -> String {
        let type = key.type == "string" ? "" : ":" + key.type
        let end = type + (key.isRequired ? "" : "?")
        guard let input = key.input else { return "query \(word(key.key + end)) _" }
        return "query \(word(input + end))" + (input == key.key ? "" : " from \(QuotedText.quoted(key.key))")
    }

    /// A word as it stands in a table: in quotes, unless it has only characters that never need them.
    private static func word(_ text: String) -> String {
        let isPlain =
            !text.isEmpty && text.utf8.first != UInt8(ascii: "#")
            && text.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || plain.contains(byte)
            }
        return isPlain ? text : QuotedText.quoted(text)
    }

    private static let plain = Set("/._~$()*:?|@=+%&!<>^-\\[]#".utf8)

    /// A text that fits into a comment: on one line, without control characters.
    private static func comment(_ text: String) -> String { Escaping.printable(text) }
}
