// What `rails routes` prints: a name, a method, a path and what serves it, in columns or, with --expanded, in lines.
//
//        Prefix Verb URI Pattern          Controller#Action
//          show GET  /shows/:id(.:format) shows#show {id: /\d+/}

/// Makes a table of what `rails routes` prints.
struct RailsImport {
    private struct Row {
        var name = ""
        var verb = ""
        var path = ""
        var target = ""
    }

    private var table = LinkTable(source: "what `rails routes` prints")

    /// Reads the output.
    static func table(of bytes: [UInt8], _ options: ImportOptions) throws(AppLinkError) -> LinkTable {
        var reading = RailsImport()
        reading.table.scopes = try options.scopes()
        reading.table.takesEitherSlash = true
        reading.table.feature = "Site"
        let rows = try rows(bytes)
        guard !rows.isEmpty else {
            throw AppLinkError(
                "no line is a route of Rails", help: "as in `root GET / home#index`: save what `rails routes` prints")
        }
        for row in rows { reading.add(row) }
        return reading.table
    }

    private static func rows(_ bytes: [UInt8]) throws(AppLinkError) -> [Row] {
        var rows: [Row] = []
        var expanded: Row?
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            if line.hasPrefix("--[ Route") {
                if let expanded { rows.append(expanded) }
                expanded = Row()
            } else if expanded != nil {
                read(line, into: &expanded)
            } else if let row = row(line) {
                rows.append(row)
            }
            guard rows.count <= AppLinkLimits.rules else {
                throw AppLinkError("the list has more than \(AppLinkLimits.rules) routes")
            }
        }
        if let expanded { rows.append(expanded) }
        return rows.filter { $0.path.hasPrefix("/") || $0.path.hasPrefix("(") }
    }

    private static func read(_ line: Substring, into row: inout Row?) {
        guard let bar = line.firstIndex(of: "|") else { return }
        let label = line[..<bar].trimmed
        let value = String(line[line.index(after: bar)...].trimmed)
        switch label {
        case "Prefix": row?.name = value
        case "Verb": row?.verb = value
        case "URI": row?.path = value
        case "Controller#Action": row?.target = value
        default: break
        }
    }

    private static func row(_ line: Substring) -> Row? {
        let words = line.split { $0 == " " || $0 == "\t" }
        guard let place = words.prefix(3).firstIndex(where: { $0.hasPrefix("/") || $0.hasPrefix("(/") }),
            place + 1 < words.count
        else { return nil }
        let front = words[..<place]
        let isVerb = { (word: Substring) in word.allSatisfy { $0.isUppercase || $0 == "|" } }
        let verb = front.last.flatMap { isVerb($0) ? String($0) : nil }
        let name = front.first.flatMap { front.count == 2 || verb == nil ? String($0) : nil }
        return Row(
            name: name ?? "", verb: verb ?? "", path: String(words[place]),
            target: words[(place + 1)...].joined(separator: " "))
    }

    // MARK: Routes

    private mutating func add(_ row: Row) {
        guard row.verb.isEmpty || row.verb.split(separator: "|").contains("GET") else {
            return table.losses.add(.narrower, "\(row.verb) \(row.path)", "links are opened, as by GET")
        }
        guard row.target.contains("#") || row.target.hasPrefix("redirect") else {
            return table.losses.add(.narrower, row.path, "the routes of \(row.target) are not in the list")
        }
        var path = row.path
        if path.hasSuffix("(.:format)") {
            path.removeLast(10)
            table.losses.add(.narrower, "(.:format)", "a link that names a format, as /shows.json, is not taken")
        }
        if row.target.contains("{"), row.target.contains("/") || row.target.contains("}") {
            table.losses.add(.wider, row.path, "its constraints are not read: \(row.target.drop { $0 != "{" })")
        }
        guard let variants = Self.variants(path), variants.count <= 16 else {
            return table.losses.add(.narrower, row.path, "its optional parts cannot be read")
        }
        var paths: [RouterPath] = []
        for variant in variants {
            guard let path = Self.path(variant) else {
                table.losses.add(.narrower, row.path, "a part in front of the last takes several segments")
                continue
            }
            paths += [path.withoutTail, path].compactMap(\.self).filter { !$0.hasTail || $0.pattern != "/" }
        }
        guard !paths.isEmpty else { return }
        let target = row.target.prefix { $0 != " " }
        table.add(paths, name: row.name.isEmpty ? String(target) : row.name, source: row.path)
    }

    /// The paths without and with each part in parentheses; nil for parentheses that do not match.
    private static func variants(_ path: String) -> [String]? {
        var done: [String] = []
        var waiting = [path]
        while let path = waiting.popLast() {
            guard let open = path.lastIndex(of: "(") else {
                if path.contains(")") { return nil }
                done.append(path)
                continue
            }
            guard let close = path[open...].firstIndex(of: ")") else { return nil }
            let (before, after) = (String(path[..<open]), String(path[path.index(after: close)...]))
            waiting.append(before + after)
            waiting.append(before + String(path[path.index(after: open)..<close]) + after)
            guard waiting.count + done.count <= 64 else { return nil }
        }
        var known: Set<String> = []
        return done.reversed().filter { known.insert($0).inserted }
    }

    private static func path(_ text: String) -> RouterPath? {
        var path = RouterPath()
        for segment in text.split(separator: "/") {
            guard !path.hasTail else { return nil }
            let marks = segment.indices.filter { segment[$0] == ":" || segment[$0] == "*" }
            guard let mark = marks.first else {
                path.add(literal: segment)
                continue
            }
            let name = segment[segment.index(after: mark)...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            let (before, after) = (String(segment[..<mark]), String(segment[mark...].dropFirst(1 + name.count)))
            if segment[mark] == "*", before.isEmpty, after.isEmpty {
                path.addTail(String(name))
            } else if marks.count == 1, !name.isEmpty {
                path.add(String(name), before: before, after: after)
            } else {
                path.addAny(before: before)
            }
        }
        return path
    }
}

extension StringProtocol {
    /// The text without the blanks around it.
    var trimmed: SubSequence {
        var text = self[...]
        while text.first?.isWhitespace ?? false { text = text.dropFirst() }
        while text.last?.isWhitespace ?? false { text = text.dropLast() }
        return text
    }
}
