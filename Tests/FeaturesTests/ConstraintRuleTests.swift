import Contract
import Features
import Testing

struct ConstraintRuleTests {
    @Test(arguments: ConstraintReport.Kind.allCases)
    func `the example and the form of a kind have the same number of words, from the kind to a status`(
        kind: ConstraintReport.Kind
    ) {
        #expect(kind.rule.kind == kind && (2...3).contains(kind.rule.wordCount))
        for text in [kind.rule.example, kind.rule.form] {
            let words = text.split(separator: " ")
            #expect(words.first ?? "" == kind.rawValue && words.count == kind.rule.wordCount, "\(text)")
        }
    }

    @Test(arguments: ConstraintReport.Kind.allCases)
    func `the status of the example is one that any name of the kind can have`(kind: ConstraintReport.Kind) throws {
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
        for name in try #require(names[kind]) {
            var draft = FactDraft(catalogue: catalogue)
            try kind.rule.read(name, status, into: &draft)
            #expect(draft.facts.given.keys.map(\.kind) == (kind == .caller ? [] : [kind]))
        }
    }
}
