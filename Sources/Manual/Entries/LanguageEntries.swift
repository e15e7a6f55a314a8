internal import Contract
internal import Features
internal import Routing

extension ManualGroup {
    /// The language of tables: how files are written, then block by block.
    static let language: [ManualGroup] =
        [ManualGroup("How files are written", LexicalRule.allCases.map(entry))]
        + LanguageBlock.ofTables.flatMap { block in
            let group = ManualGroup(block.heading, entries(of: block, in: .language))
            guard block == .feature else { return [group] }
            return [group, ManualGroup("What a feature can require", ConstraintReport.Kind.allCases.map(entry))]
        }

    /// Files of test cases: their directives, and the facts behind `with`.
    static let cases: [ManualGroup] =
        LanguageBlock.ofCases.map { ManualGroup($0.heading, entries(of: $0, in: .cases)) }
        + [ManualGroup("The facts of `with`", ConstraintReport.Kind.allCases.map(factEntry))]

    private static func entries(of block: LanguageBlock, in topic: ManualTopic) -> [ManualEntry] {
        func entries<Kind: ExplainedDirective>(_: Kind.Type) -> [ManualEntry] {
            Kind.allCases.compactMap { entry(of: $0, in: block, topic) }
        }
        return entries(block.explained)
    }

    private static func entry(
        of directive: some ExplainedDirective, in block: LanguageBlock, _ topic: ManualTopic
    ) -> ManualEntry? {
        guard let help = directive.help else { return nil }
        let (name, form) = (directive.rawValue, directive.form)
        let isOutside = block == .table || block == .caseFile
        var entry = ManualEntry(
            topic, name, title: isOutside ? "`\(name)`" : "`\(name)` in \(block.directives.block)", help.summary)
        entry.forms = forms(form.shape)
        entry.text = help.text
        entry.add("default", help.standard)
        entry.add("limits", help.limits)
        entry.add("block", form.block == .none ? nil : LanguageBlock.directives(inBlockOf: name))
        (entry.example, entry.file) = (help.example.lines, help.example.file)
        return entry
    }

    /// The alternatives of a form, which are parted as in "`a` or `a { … }`" and "a X | a Y".
    static func forms(_ shape: String) -> [String] {
        shape.replacing("` or `", with: " | ").split(separator: " | ").map(String.init)
    }

    private static func entry(of rule: LexicalRule) -> ManualEntry {
        let help = rule.help
        var entry = ManualEntry(.language, rule.rawValue, title: "\(rule.rawValue)", help.summary)
        entry.text = help.text
        entry.example = help.example.replacing("\r", with: "")
        let statements = help.words.map { $0.map { $0.isEmpty ? "(empty)" : $0 }.joined(separator: " · ") }
        entry.add("words", statements.joined(separator: "; "))
        return entry
    }

    private static func entry(of kind: ConstraintReport.Kind) -> ManualEntry {
        let help = kind.help
        var entry = ManualEntry(.language, kind.rawValue, title: "`require \(kind.rawValue)`", help.summary)
        entry.forms = help.forms
        entry.text = help.text
        entry.add("fact", "`with \(kind.rule.form)` in a test case, `--with` of `explain`")
        (entry.example, entry.file) = (help.example.lines, help.example.file)
        return entry
    }

    private static func factEntry(of kind: ConstraintReport.Kind) -> ManualEntry {
        var entry = ManualEntry(
            .cases, kind.rawValue, title: "`with \(kind.rawValue)`",
            "Sets a fact that `require \(kind.rawValue)` depends on.")
        entry.forms = ["with " + kind.rule.form]
        entry.add("values", values(of: kind))
        entry.example = "with " + kind.rule.example
        return entry
    }

    /// The words that stand for the last word of the form, where the form does not list them.
    private static func values(of kind: ConstraintReport.Kind) -> String? {
        let words: [String]
        switch kind {
        case .permission: words = PermissionStatus.allCases.map(\.rawValue)
        case .purchase: words = PurchaseState.allCases.map(\.rawValue)
        case .platform, .profile, .program, .runtime, .caller, .toggle, .confirmation: return nil
        }
        return words.map { "`\($0)`" }.joined(separator: ", ")
    }
}

extension LanguageBlock {
    /// The names of the directives in the block of a directive, with commas between.
    static func directives(inBlockOf name: String) -> String? {
        let block = name == "case" ? LanguageBlock.testCase : allCases.first { "\($0)" == name }
        func names<Kind: ExplainedDirective>(_: Kind.Type) -> [String] {
            Kind.allCases.filter { $0.help != nil }.map(\.rawValue)
        }
        return block.map { names($0.explained).joined(separator: ", ") }
    }
}
