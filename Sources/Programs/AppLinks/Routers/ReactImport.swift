// Routes of React Router: what `react-router routes` prints, which is the same as elements in a source file; its --json;
// or a list with a path on each line.
//
//     <Route path="shows" file="./shows.tsx">
//       <Route index file="./all.tsx" />
//       <Route path=":id" file="./show.tsx" />
//     </Route>

internal import Varlink

/// Makes a table of routes of React Router.
struct ReactImport {
    private var table = LinkTable(source: "the routes of React Router")
    private var count = 0

    /// Reads elements, JSON or a list.
    static func table(of bytes: [UInt8], _ options: ImportOptions) throws(AppLinkError) -> LinkTable {
        guard bytes.count <= AppLinkLimits.bytes else {
            throw AppLinkError("the file has more than \(AppLinkLimits.bytes) bytes")
        }
        var reading = ReactImport()
        reading.table.scopes = try options.scopes()
        reading.table.takesEitherSlash = true
        reading.table.feature = "Site"
        let text = String(decoding: bytes, as: UTF8.self)
        switch text.first(where: { !$0.isWhitespace }) {
        case "[", "{": try reading.add(try JSONFile.value(bytes), below: "", depth: 0)
        case _ where text.contains("<Route"): try reading.addElements(text)
        case _:
            for line in text.split(whereSeparator: \.isNewline) {
                let line = line.trimmed
                if line.isEmpty || line.hasPrefix("#") || line.hasPrefix("//") { continue }
                try reading.add(String(line), below: "")
            }
        }
        guard reading.count > 0 else {
            throw AppLinkError("the file has no route", help: "save what `npx react-router routes` prints")
        }
        if !reading.table.routes.isEmpty {
            reading.table.losses.add(
                .narrower, "all routes", "the case of letters counts: React Router takes other spellings")
        }
        return reading.table
    }

    // MARK: JSON

    private mutating func add(_ value: Value, below parent: String, depth: Int) throws(AppLinkError) {
        for element in value.elements ?? [value] {
            guard depth < 64, element.members != nil else { continue }
            let path = element["path"]?.text
            if path != nil || element["index"]?.flag ?? false { try add(path ?? "", below: parent) }
            if let children = element["children"] {
                try add(children, below: Self.joined(parent, path ?? ""), depth: depth + 1)
            }
        }
    }

    // MARK: Elements

    private mutating func addElements(_ text: String) throws(AppLinkError) {
        var scanner = RouteElements(Array(text.utf8))
        var parents = [""]
        while let element = scanner.next() {
            switch element {
            case .end: if parents.count > 1 { parents.removeLast() }
            case .start(let path, let isIndex, let hasChildren):
                let parent = parents.last ?? ""
                if path != nil || isIndex { try add(path ?? "", below: parent) }
                guard hasChildren else { continue }
                guard parents.count < 64 else { throw AppLinkError("routes are nested more than 64 deep") }
                parents.append(Self.joined(parent, path ?? ""))
            }
        }
    }

    // MARK: Paths

    private static func joined(_ parent: String, _ path: String) -> String {
        if path.hasPrefix("/") { return path }
        return path.isEmpty ? parent : (parent.hasSuffix("/") ? parent : parent + "/") + path
    }

    private mutating func add(_ path: String, below parent: String) throws(AppLinkError) {
        count += 1
        guard count <= AppLinkLimits.rules else {
            throw AppLinkError("the file has more than \(AppLinkLimits.rules) routes")
        }
        let whole = Self.joined(parent, path)
        guard whole.utf8.count <= AppLinkLimits.patternBytes else {
            return table.losses.add(.narrower, whole, "the path is too long")
        }
        let segments = whole.split(separator: "/")
        let optional = segments.indices.filter { segments[$0].hasSuffix("?") }
        guard optional.count <= 4 else {
            return table.losses.add(.narrower, whole, "it has more than four optional parts")
        }
        var paths: [RouterPath] = []
        for choice in 0..<(1 << optional.count) {
            let kept = segments.indices.filter { index in
                optional.firstIndex(of: index).map { choice >> $0 & 1 == 1 } ?? true
            }
            let written = kept.map { segments[$0].hasSuffix("?") ? segments[$0].dropLast() : segments[$0] }
            let path = self.path(written.filter { !$0.isEmpty })
            paths += [path.withoutTail, path].compactMap(\.self)
        }
        var known: Set<String> = []
        paths = paths.filter { known.insert($0.pattern).inserted }
        let literals = segments.map { $0 == "*" ? "rest" : $0 }.joined(separator: "-")
        table.add(paths, name: literals, source: whole.isEmpty ? "/" : whole)
    }

    private mutating func path(_ segments: [Substring]) -> RouterPath {
        var path = RouterPath()
        for (index, segment) in segments.enumerated() {
            if segment == "*", index == segments.count - 1 {
                path.addTail("rest")
            } else if segment.hasPrefix(":") {
                let name = segment.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
                let rest = segment.dropFirst(1 + name.count)
                if !rest.isEmpty, rest.hasPrefix("(") {
                    table.losses.add(.wider, String(segment), "a parameter takes any text: its expression is not read")
                }
                path.add(String(name), after: rest.hasPrefix("(") ? "" : String(rest))
            } else {
                path.add(literal: segment)
            }
        }
        return path
    }
}
