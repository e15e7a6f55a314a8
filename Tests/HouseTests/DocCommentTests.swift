import Testing

struct DocCommentTests {
    /// Protocol requirements, which the protocol documents.
    private static let witnesses: [String: Set<String>] = [
        "CustomStringConvertible": ["description"],
        "Equatable": ["=="], "Hashable": ["==", "hash"], "Comparable": ["<"],
        "IteratorProtocol": ["next"], "Sequence": ["makeIterator"],
        "ParsableCommand": ["configuration", "main", "run", "validate"],
        "ParsableArguments": ["validate"],
        "FactSource": ["ask", "close", "prompter"], "FactRuling": ["rule", "close"],
        "SourcePrompter": ["request", "cancel"],
        "ClaimBook": ["all", "counting", "forget", "nextBoundaryMs", "renew", "set", "shared"],
        "LedgerTables": ["doubt", "forgetExpired", "take"],
        "EngineCall": ["advance", "connection", "dueNs", "end", "isReading", "runOut"],
        "WireValue": ["kind", "mayBeAbsent", "isBlank", "read", "write"],
        "WireWord": ["kind", "read", "write"], "WireDeclared": ["kind"],
        "WireMembers": ["members"], "WireReport": ["members"],
        "Method": [
            "Answer", "answersOutcome", "audience", "decode", "example", "isStreaming", "mayTakeLong", "members",
            "refusal", "withoutLanguages",
        ],
        "Reply": ["errorName", "forAnyone", "members", "shortened", "writeParameters"], "CallGroup": ["handlers"],
        "WireObject": ["typeName", "typeComment", "members", "isEnumeration", "declaration", "read", "write"],
        "StoredObject": ["members"],
        "WireEnumeration": ["typeName", "typeComment", "comment", "kind", "isEnumeration", "declaration"],
        "MemberList": ["member"],
        "Watched": ["isNews", "isShared", "name", "page", "reply", "reports"],
        "ReplyStream": ["lastReply", "next", "payer", "close"],
        "ChannelListener": ["subscriptionHasNews", "channelsDidChange", "subscriptionDidEnd"],
        "ClockSource": ["monotonicMs", "wallMs"],
        "ConstraintRule": [
            "axes", "claimBook", "condition", "declaration", "declared", "evaluate", "evidence", "isTranslated", "keys",
            "origin", "read", "remedies", "subject", "translate", "unknown",
        ],
        "SwitchRule": [
            "axes", "declaration", "declared", "evaluate", "evidence", "keys", "origin", "read", "remedies", "subject",
            "unknown", "value", "word",
        ],
        "SourcedRule": ["parameters", "read", "value", "words"], "KeptRule": ["key", "value", "word"],
        "EnglishWords": ["question", "sentence", "text"], "GermanWords": ["question", "sentence", "text"],
        "FactOrigin": ["description"], "FactContent": ["hasSameEffect"],
        "PerformerTemplate": ["preview", "refusal", "takesAnyValue"],
        "RequirementReader": ["check", "requirement", "requirements"],
    ]

    @Test func `every declaration visible to another file has a doc comment`() {
        let missing = House.declarations.filter { declaration in
            !declaration.isDocumented && !declaration.isPrivate && !Self.isExempt(declaration)
        }
        for declaration in missing { Issue.record("\(declaration.place)") }
    }

    private static func isExempt(_ declaration: Declaration) -> Bool {
        // A case or a stored property needs none: its type has a comment, and a second one that repeats the name is noise.
        if declaration.keyword == "case" || isStored(declaration) { return true }
        // The argument parser's attributes hold the sentence that `--help` shows.
        if declaration.modifiers.contains(/@(Option|Flag|Argument|OptionGroup)\b/) { return true }
        if declaration.modifiers.contains("override") { return true }
        if declaration.keyword == "init" { return isPlain(declaration) }
        let header = declaration.scopes.last?.header ?? ""
        let name = declaration.name.isEmpty ? declaration.keyword : declaration.name
        return witnesses.contains { type, members in header.contains(type) && members.contains(name) }
    }

    /// True for a stored property of a type.
    private static func isStored(_ declaration: Declaration) -> Bool {
        ["var", "let"].contains(declaration.keyword) && !declaration.hasBody && !declaration.scopes.isEmpty
    }

    /// True for an initialiser that needs no comment: it only stores its arguments, or is internal and cannot fail.
    private static func isPlain(_ declaration: Declaration) -> Bool {
        let isInternal = !declaration.modifiers.contains(/\b(package|public)\b/)
        if isInternal, !declaration.head.contains("throws") { return true }
        return declaration.body.allSatisfy {
            $0.trimmed.contains(/^(self\.)?\w+ = [\w.]+(\([\w.: ]+\))?( \?\? .*)?$/) || $0.trimmed.count < 2
        }
    }
}
