// Finds declarations without parsing Swift: it counts brackets in the code (comments and strings are blanked) and looks at
// the first words of a line wherever members can be declared. That is reliable for code in this house's format, where a
// declaration begins a line, but not for all Swift code.

/// Reads the declarations of a Swift file.
struct DeclarationReader {
    // Stored in the reader, because a regex literal is compiled again at each use.
    private let headPattern =
        /\b(struct|class|enum|protocol|extension|func|var|let|init|deinit|subscript)\b(?! (?:func|var|let)\b)/
    private let declarationPattern =
        /((?:(?:@[\w.]+(?:\([^)]*\))?|(?:package|public|internal|private|fileprivate)(?:\(set\))?|static|final|class|mutating|nonmutating|consuming|borrowing|indirect|lazy|override|convenience|required|weak|unowned|nonisolated|isolated|prefix|postfix|infix)\s+)*)(struct|class|enum|protocol|func|var|let|init|subscript|typealias|associatedtype|case)\b(.*)/
    private let file: SwiftFile
    private var found: [Declaration] = []
    private var scopes: [Declaration.Scope] = []
    /// For each scope, the declaration whose body it is, and the line of its brace.
    private var owners: [(declaration: Int?, line: Int)] = []
    /// The code since the last brace; its end is the head of the next scope.
    private var pending = ""
    private var brackets = 0
    private var isDocumented = false
    private var attributes = ""
    private var latest: Int?

    /// The declarations, in the order of the file.
    static func declarations(in file: SwiftFile) -> [Declaration] {
        var reader = DeclarationReader(file: file)
        for index in file.code.indices { reader.readLine(index) }
        return reader.found
    }

    private init(file: SwiftFile) {
        self.file = file
    }

    private mutating func readLine(_ index: Int) {
        if brackets == 0, scopes.allSatisfy(\.hasMembers) { readHead(index) }
        for character in file.code[index] { read(character, index) }
        pending += " "
    }

    /// Reads the first words of a line.
    private mutating func readHead(_ index: Int) {
        let raw = file.lines[index].trimmed
        let code = file.code[index].trimmed
        if raw.hasPrefix("///") {
            isDocumented = true
        } else if let match = code.wholeMatch(of: declarationPattern) {
            let modifiers = attributes + " " + match.1
            found.append(
                Declaration(
                    path: file.path, line: index + 1, keyword: String(match.2),
                    name: Self.name(String(match.3.trimmed)), modifiers: modifiers,
                    isDocumented: isDocumented, head: code, scopes: scopes))
            latest = found.count - 1
            forget()
        } else if code.hasPrefix("@") {
            attributes += code + " "
        } else if raw.isEmpty || raw.hasPrefix("//") || code.hasPrefix("}") {
            forget()
        }
    }

    private static func name(_ text: String) -> String {
        let isOperator = text.first.map { "=<>!+-*/%&|^~".contains($0) } ?? false
        return String(text.prefix { isOperator ? $0 != " " && $0 != "(" : !"(:<={ ".contains($0) })
    }

    private mutating func forget() {
        isDocumented = false
        attributes = ""
    }

    private mutating func read(_ character: Character, _ index: Int) {
        switch character {
        case "(", "[": brackets += 1
        case ")", "]": brackets -= 1
        case "{": open(index)
        case "}": close(index)
        default: break
        }
        if character == "{" || character == "}" { pending = "" } else { pending.append(character) }
    }

    private mutating func open(_ index: Int) {
        let head = pending.matches(of: headPattern).last
        let hasMembers = head.map { ["struct", "class", "enum", "protocol", "extension"].contains($0.1) } ?? false
        let isMember = brackets == 0 && scopes.allSatisfy(\.hasMembers)
        let header = head.map { String(pending[$0.range.lowerBound...]) } ?? ""
        let before = head.map { pending[..<$0.range.lowerBound].split(separator: " ").suffix(3).joined(separator: " ") }
        scopes.append(
            Declaration.Scope(
                header: header, hasMembers: hasMembers && brackets == 0,
                isPrivate: hasMembers && Declaration.isPrivate(before ?? "")))
        let owner = isMember && head?.1 != "extension" ? latest : nil
        // A closure after an equals sign is a value, not a body.
        if let owner, !pending.trimmed.hasSuffix("=") { found[owner].hasBody = true }
        owners.append((owner, index))
        if isMember { latest = nil }
    }

    private mutating func close(_ index: Int) {
        guard scopes.popLast() != nil, let owner = owners.popLast() else { return }
        guard let declaration = owner.declaration, found[declaration].body.isEmpty, index > owner.line + 1 else {
            return
        }
        found[declaration].body = Array(file.code[(owner.line + 1)..<index])
    }
}

extension StringProtocol {
    /// The text without spaces at both ends.
    var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
