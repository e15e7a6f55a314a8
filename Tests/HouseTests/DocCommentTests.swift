import Testing

struct DocCommentTests {
    /// What a protocol asks for is documented by the protocol.
    private static let witnesses: [String: Set<String>] = [
        "CustomStringConvertible": ["description"],
        "Equatable": ["=="], "Hashable": ["==", "hash"], "Comparable": ["<"],
        "IteratorProtocol": ["next"], "Sequence": ["makeIterator"],
        "ParsableCommand": ["configuration", "main", "run", "validate"],
        "ParsableArguments": ["validate"], "LogHandler": ["log", "logLevel", "metadata", "subscript"],
        "HandleOwner": ["handleDidClose"], "RuntimeSource": ["ask", "close"], "PlatformSource": ["ask"],
        "PermissionSource": ["ask"], "PurchaseSource": ["ask"], "ClockSource": ["monotonicMs", "wallMs"],
    ]

    @Test func `every declaration that another file can see has a doc comment`() {
        let missing = House.declarations.filter { declaration in
            !declaration.isDocumented && !declaration.isPrivate && !Self.isExempt(declaration)
        }
        for declaration in missing { Issue.record("\(declaration.place)") }
    }

    private static func isExempt(_ declaration: Declaration) -> Bool {
        // A case, and a property that is only stored, may let its name and its type speak: the type it belongs to has a
        // comment, and a second one that repeats the name is noise.
        if declaration.keyword == "case" || isStored(declaration) { return true }
        // The argument parser's attributes carry the sentence that `--help` shows.
        if declaration.modifiers.contains(/@(Option|Flag|Argument|OptionGroup)\b/) { return true }
        if declaration.modifiers.contains("override") { return true }
        if declaration.keyword == "init" { return isPlain(declaration) }
        let header = declaration.scopes.last?.header ?? ""
        let name = declaration.name.isEmpty ? declaration.keyword : declaration.name
        return witnesses.contains { type, members in header.contains(type) && members.contains(name) }
    }

    /// Whether a property is kept, not computed, and belongs to a type.
    private static func isStored(_ declaration: Declaration) -> Bool {
        ["var", "let"].contains(declaration.keyword) && !declaration.hasBody && !declaration.scopes.isEmpty
    }

    /// Whether an initialiser says nothing that its type and its properties do not: it only stores what it is given, or it
    /// stays inside its target and cannot fail.
    private static func isPlain(_ declaration: Declaration) -> Bool {
        let isInternal = !declaration.modifiers.contains(/\b(package|public)\b/)
        if isInternal, !declaration.head.contains("throws") { return true }
        return declaration.body.allSatisfy {
            $0.trimmed.contains(/^(self\.)?\w+ = [\w.]+(\([\w.: ]+\))?( \?\? .*)?$/) || $0.trimmed.count < 2
        }
    }
}
