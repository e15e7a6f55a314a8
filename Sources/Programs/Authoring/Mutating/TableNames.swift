internal import Conf
internal import Routing

/// What the lines of a table declare that a mutant of another line changes, too.
struct TableNames {
    /// The type of an input.
    struct Input {
        let file: Int
        /// The bytes of the type, without a `?`.
        let range: Range<Int>
        let type: String
    }

    /// By the action's name with the path of its feature, then by the input's name.
    private(set) var inputs: [String: [String: Input]] = [:]
    /// By the route's name with that of its package, the statement.
    private(set) var routes: [String: (file: Int, statement: Int)] = [:]
    /// By the name of a set with that of its package.
    private var values: [String: [String]] = [:]

    /// Finds them in files.
    init(_ files: [TableWalk.File]) {
        for file in files {
            TableWalk.walk(file) { line in
                let words = file.document.arguments(of: line.statement)
                guard let name = words.first else { return }
                switch (line.block.kind, line.directive) {
                case (.table, "values"): values[file.package + name] = Array(words.dropFirst())
                case (.feature, "route"), (.group, "route"):
                    routes[file.package + name] = (file.number, line.statement)
                case (.action, "input"): add(line, file, words)
                default: return
                }
            }
        }
    }

    private mutating func add(_ line: TableWalk.Line, _ file: TableWalk.File, _ words: [String]) {
        guard let action = line.block.action, words.count > 1, !words[1].hasPrefix("**") else { return }
        let word = file.document.word(2, of: line.statement)
        guard !word.isQuoted else { return }
        let type = words[1].hasSuffix("?") ? String(words[1].dropLast()) : words[1]
        let range = Int(word.start)..<Int(word.start) + type.utf8.count
        inputs[action, default: [:]][words[0]] = Input(file: file.number, range: range, type: type)
    }

    /// The members of a set as the files of a package name it.
    func members(of set: String, in package: String) -> [String]? { values[package + set] ?? values[set] }
}
