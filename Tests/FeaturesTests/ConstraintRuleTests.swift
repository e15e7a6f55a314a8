import Contract
import Features
import TestTables
import Testing

@testable import ExecRules
@testable import PurchaseRules

struct ConstraintRuleTests {
    @Test func `a program knows every kind that reports name, in the same order`() {
        let kinds = ConstraintKinds.standard.all
        #expect(kinds.map { $0.rule.kind } == ConstraintReport.Kind.allCases)
        for kind in kinds { #expect(kind.rule.isOfHost == kind.rule.kind.isOfHost, "\(kind.word)") }
    }

    @Test(arguments: ConstraintKinds.standard.all)
    func `the example and the form of a kind have the same number of words, from the kind to a status`(
        kind: FactKind
    ) {
        #expect(ConstraintKinds.standard[kind.word] == kind && (2...3).contains(kind.rule.wordCount))
        for text in [kind.rule.example, kind.rule.form] {
            // What can be left out is in brackets.
            let words = text.split(separator: " ").filter { !$0.hasPrefix("[") }
            #expect(words.first ?? "" == kind.word && words.count == kind.rule.wordCount, "\(text)")
        }
    }

    @Test(arguments: ConstraintKinds.standard.all)
    func `the status of the example is one that any name of the kind can have`(kind: FactKind) throws {
        var catalogue = FeatureCatalogue(products: [Product("p", name: "p", kind: .oneTime)])
        _ = catalogue.add(
            Feature(
                path: "F", name: "F", parent: nil, description: nil,
                constraints: [
                    .runtime(byDefault: true), .toggle(byDefault: true), .program(ProgramRequirement("/usr/bin/mpv")),
                    .confirmation(try TextTemplate("Delete $(list)?")),
                ]))
        let names: [ConstraintReport.Kind: [String]] = [
            .platform: ["linux", "arch", "systemd"], .profile: [""], .program: ["/usr/bin/mpv"], .runtime: ["F"],
            .toggle: ["F"], .purchase: ["p"],
            .permission: ["camera", "polkit:org.example.action"], .caller: ["group", "user", "socket"],
            .confirmation: ["F"],
        ]
        let status = try #require(kind.rule.example.split(separator: " ").last.map(String.init))
        for name in try #require(names[kind.rule.kind]) {
            var draft = FactDraft(catalogue: catalogue)
            try kind.rule.read(name, status, into: &draft)
            #expect(draft.facts.given.keys.map(\.kind) == (kind.rule.kind == .caller ? [] : [kind]))
        }
    }
}
