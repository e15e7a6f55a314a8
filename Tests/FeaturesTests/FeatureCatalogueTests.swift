import Contract
import Features
import Matching
import PurchaseRules
import Testing

struct FeatureCatalogueTests {
    private static let premium = Constraint.purchase(.init(mode: .any, products: ["premium"]))

    private static func add(
        _ path: String, to catalogue: inout FeatureCatalogue, under parent: Int? = nil, _ constraints: [Constraint] = []
    ) -> Int {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return catalogue.add(
            Feature(path: path, name: name, parent: parent, description: nil, constraints: constraints))
    }

    @Test func `the guard of the intake is number 0 of every catalogue and no feature's ancestor`() {
        var catalogue = FeatureCatalogue()
        #expect(catalogue.features.map(\.path) == ["DeepLinking"])
        #expect(catalogue.actions.map(\.name) == ["performIncomingURL"])
        #expect(catalogue.constraints[0].map(\.id) == ["runtime:DeepLinking"])
        let feature = Self.add("F", to: &catalogue)
        #expect(feature == 1)
        #expect(catalogue.features[1].parent == nil)
        #expect(catalogue.constraints[1].isEmpty)
        #expect(catalogue.feature(named: "DeepLinking") == 0)
    }

    @Test func `a child has its ancestors' constraints before its own, each with where it was declared`() {
        let catalogue = chain(
            [.runtime(byDefault: true), permission("camera")], [], [Self.premium, .runtime(byDefault: true)])
        let constraints = catalogue.constraints[catalogue.innermost]
        #expect(constraints.map(\.id) == ["runtime:A", "permission:camera", "purchase:premium", "runtime:A/B/C"])
        #expect(constraints.map(\.path) == ["A", "A", "A/B/C", "A/B/C"])
        #expect(constraints.map(\.declaredBy) == [1, 1, 3, 3])
        #expect(constraints.map(\.depth) == [0, 0, 2, 2])
        #expect(catalogue.constraints[2].map(\.id) == ["runtime:A", "permission:camera"])
    }

    @Test func `a feature does not have its sibling's constraints`() {
        var catalogue = FeatureCatalogue()
        let parent = Self.add("P", to: &catalogue, [permission("camera")])
        let first = Self.add("P/A", to: &catalogue, under: parent, [Self.premium])
        let second = Self.add("P/B", to: &catalogue, under: parent, [permission("photos")])
        #expect(catalogue.constraints[first].map(\.id) == ["permission:camera", "purchase:premium"])
        #expect(catalogue.constraints[second].map(\.id) == ["permission:camera", "permission:photos"])
    }

    @Test func `what is required again counts once, as the outermost feature's`() {
        let catalogue = chain(
            [Self.premium, permission("location")], [permission("location.whenInUse"), Self.premium])
        let constraints = catalogue.constraints[2]
        #expect(constraints.map(\.id) == ["purchase:premium", "permission:location.whenInUse"])
        #expect(constraints.map(\.declaredBy) == [1, 1])
    }

    @Test func `one product is the same requirement in either mode`() {
        let all = Constraint.purchase(.init(mode: .all, products: ["premium"]))
        #expect(chain([Self.premium], [all]).constraints[2].count == 1)
        let two = Constraint.purchase(.init(mode: .all, products: ["premium", "x"]))
        let either = Constraint.purchase(.init(mode: .any, products: ["premium", "x"]))
        #expect(
            chain([two], [either]).constraints[2].map(\.id) == ["purchase:all premium x", "purchase:any premium x"])
    }

    @Test func `switches of parent and child are two, each feature has its own`() {
        let catalogue = chain([.toggle(byDefault: true)], [.toggle(byDefault: true)])
        #expect(catalogue.constraints[2].map(\.id) == ["toggle:A", "toggle:A/B"])
    }

    @Test func `constraints that read alike and differ both count`() {
        let one = Constraint.caller(.init(kind: .socket, values: [.init(text: "a b", id: nil)]))
        let two = Constraint.caller(
            .init(kind: .socket, values: [.init(text: "a", id: nil), .init(text: "b", id: nil)]))
        let catalogue = chain([two], [one])
        #expect(catalogue.constraints[2].count == 2)
        #expect(Set(catalogue.constraints[2].map(\.id)).count == 2)
        let report = Verifier.assess(2, in: catalogue, facts: Facts(), caller: Caller(uid: 1, socket: "a"))
        #expect(report.refusal?.code == .callerNotAllowed)
        #expect(report.constraints.map(\.status) == [.satisfied, .unsatisfied])
    }

    @Test func `a feature is found by its path, or by its last name where that is unique`() {
        var catalogue = FeatureCatalogue()
        let podcasts = Self.add("Podcasts", to: &catalogue)
        let smart = Self.add("Podcasts/Smart", to: &catalogue, under: podcasts)
        let music = Self.add("Music", to: &catalogue)
        let list = Self.add("Music/List", to: &catalogue, under: music)
        let other = Self.add("Podcasts/List", to: &catalogue, under: podcasts)
        let named: [(String, Int?)] = [
            ("Podcasts", podcasts), ("Smart", smart), ("Podcasts/Smart", smart), ("List", nil), ("Music/List", list),
            ("Podcasts/List", other), ("Music/Smart", nil), ("", nil), ("/Smart", nil), ("smart", nil),
        ]
        for (name, number) in named { #expect(catalogue.feature(named: name) == number, "\(name)") }
    }

    @Test func `a hidden feature is found by operators alone, and takes no other's last name`() {
        var catalogue = FeatureCatalogue()
        #expect(!catalogue.hasHidden)
        let shop = Self.add("Shop", to: &catalogue)
        let list = Self.add("Shop/List", to: &catalogue, under: shop)
        let vault = catalogue.add(
            Feature(path: "Vault", name: "Vault", parent: nil, description: nil, constraints: [], isHidden: true))
        let hidden = catalogue.add(
            Feature(path: "Vault/List", name: "List", parent: vault, description: nil, constraints: [], isHidden: true))
        #expect(catalogue.hasHidden)
        let named: [(name: String, number: Int?, shown: Int?)] = [
            ("Shop", shop, shop), ("List", nil, list), ("Shop/List", list, list), ("Vault", vault, nil),
            ("Vault/List", hidden, nil),
        ]
        for (name, number, shown) in named {
            #expect(catalogue.feature(named: name) == number, "\(name)")
            #expect(catalogue.feature(named: name, for: .anyone) == shown, "\(name)")
        }
    }

    @Test func `a path wins over another feature's last name`() {
        var catalogue = FeatureCatalogue()
        let parent = Self.add("P", to: &catalogue)
        let nested = Self.add("P/X", to: &catalogue, under: parent)
        let top = Self.add("X", to: &catalogue)
        #expect(catalogue.feature(named: "X") == top)
        #expect(catalogue.feature(named: "P/X") == nested)
    }

    @Test func `secrets are masked where values are shown, and nothing else is`() {
        let action = Action(
            name: "open", feature: 1,
            inputs: [
                ActionInput(name: "code", type: .value(.string), isSecret: true),
                ActionInput(name: "page", type: .value(.string)),
            ], performer: .respond(nil), limits: ActionLimits())
        let values = [Value.Member("page", .integer(1)), .init("code", .integer(42)), .init("other", .null)]
        #expect(
            action.masked(values) == [.init("page", .integer(1)), .init("code", .string("***")), .init("other", .null)])
    }
}
