import Contract
import Features
import Links
import Matching
import TestSupport
import Testing

@testable import Routing

// Building, parsing and matching a link gives the same route and parameters. A refusal has a true reason: no link,
// however it is spelled, leads to that route with those parameters. The tests make the other spelling in the plainest
// way: everything in the path, every byte escaped.

@Suite struct LinkRoundTripTests {
    private static let texts = [
        "rock", "R&B", "a b", "é", "e\u{301}", "a+b", "50%", "a=b;c", "x?y#z", "100%25", "a/b", "..", ".", "%2F",
        "a\\b",
        "\u{202E}x", "$(k)", "*", "日本", "'\"<>", "~", "|^`{}[]", "-x", "--", "0", "-1", "true", "Rock", "a:b@c", "",
        "1.2.3.4",
        "\u{85}", "x\n", "private", "new", "\u{1F399}", "07", "xn--a", "a.", ".a", "&", "&&=",
    ]

    // MARK: Values

    private func text(of language: Language?, _ generator: inout SeededGenerator) -> String {
        guard let language, Int.random(in: 0..<8, using: &generator) > 0 else {
            return Self.texts.randomElement(using: &generator) ?? ""
        }
        switch language {
        case .string: return Self.texts.randomElement(using: &generator) ?? ""
        case .slug: return ["a", "7", "_x-", "Rock-n-roll"].randomElement(using: &generator) ?? ""
        case .hex:
            return String(
                UInt32.random(in: 0 ... .max, using: &generator), radix: 16, uppercase: Bool.random(using: &generator))
        case .uuid:
            return "0B6F3e8a-9c1d-4e2f-8a7b-\(UInt64.random(in: 100_000_000_000...999_999_999_999, using: &generator))"
        case .uint:
            return "\(Int64.random(in: 0 ... .max, using: &generator) >> Int64.random(in: 0..<63, using: &generator))"
        case .int:
            return
                "\(Int64.random(in: .min ... .max, using: &generator) >> Int64.random(in: 0..<63, using: &generator))"
        case .date:
            return "20\(Int.random(in: 10..<99, using: &generator))-0\(Int.random(in: 1...9, using: &generator))-28"
        case .bool, .flag, .switch: return Bool.random(using: &generator) ? "true" : "false"
        case .set(let set): return String(decoding: set.members.randomElement(using: &generator) ?? [], as: UTF8.self)
        case .bounded(let type): return type.sample
        }
    }

    private func value(of parameter: RouteParameter, _ generator: inout SeededGenerator) -> Value {
        guard parameter.isList else { return .string(text(of: parameter.language, &generator)) }
        return .array((0..<Int.random(in: 0...3, using: &generator)).map { _ in .string(text(of: nil, &generator)) })
    }

    private func values(of parameters: [RouteParameter], _ generator: inout SeededGenerator) -> [Value.Member] {
        parameters.compactMap { parameter in
            if parameter.part == .fixed || !parameter.isRequired, Bool.random(using: &generator) { return nil }
            if parameter.part == .fixed { return parameter.defaultValue.map { .init(parameter.name, $0) } }
            if Int.random(in: 0..<40, using: &generator) == 0 { return nil }
            return .init(parameter.name, value(of: parameter, &generator))
        }
    }

    // MARK: The other spelling

    private func escaped(_ text: some Sequence<UInt8>) -> String {
        text.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// A URL of the route with the values in their places; nil where a place of the path has none.
    ///
    /// - Parameter isOpaque: true to use the separator of the scheme, if it has one, in place of slashes.
    private func spelled(
        _ route: Route, _ parameters: [RouteParameter], _ values: [Value.Member], at scope: DeclaredScope,
        isOpaque: Bool
    ) -> String? {
        func given(_ name: String) -> Value? { values.first { $0.name == name }?.value }
        var segments: [String] = []
        let places = route.rule.pattern.places
        for (index, atom) in route.rule.pattern.atoms.enumerated() {
            let place = places.first { $0.position == index && $0.value != .tail }
            let core = place.map { given($0.name) }
            if case .some(nil) = core { return nil }
            segments.append(escaped(atom.prefix + Array((core??.argumentText ?? "").utf8) + atom.suffix))
        }
        if let place = places.last, place.value == .tail {
            guard let list = given(place.name)?.elements ?? (place.isNameless ? [] : nil) else { return nil }
            segments += list.isEmpty ? [""] : list.map { escaped($0.argumentText.utf8) }
        }
        let items = parameters.compactMap { parameter in
            guard case .query = parameter.part, let value = given(parameter.name) else { return nil as String? }
            return escaped(parameter.name.utf8) + "=" + escaped(value.argumentText.utf8)
        }
        let fragment = parameters.first { $0.part == .fragment }.flatMap { given($0.name) }
        let separator = isOpaque ? scope.separator?.rawValue : nil
        return origin(scope) + (separator == nil ? "/" : "") + segments.joined(separator: separator ?? "/")
            + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
            + (fragment.map { "#" + escaped($0.argumentText.utf8) } ?? "")
    }

    private func underWildcard(_ scope: DeclaredScope) -> DeclaredScope? {
        guard case .host(let wildcard) = scope.entry, wildcard.kind != .exact else { return nil }
        let name = wildcard.text.replacing("**.", with: "www.x.").replacing("*.", with: "x.")
        return (try? DeclaredHost.parse(Array(name.utf8).span)).map {
            DeclaredScope(entry: .host($0), file: scope.file)
        }
    }

    private func origin(_ scope: DeclaredScope) -> String {
        switch scope.entry {
        case .scheme(let name): name + ":"
        case .host(let host): host.origin ?? "none:"
        case .anyScheme, .anyHost: "none:"
        }
    }

    /// Whether a URL leads to the route with the values that were asked for, as far as the action receives them.
    ///
    /// A value that is ignored does not come, though the default in its place may be the same.
    private func comes(_ url: String, to number: Int, _ values: [Value.Member], in ruleset: Ruleset) -> Bool {
        guard let link = try? ruleset.parse(url),
            case .routed(let routed) = ruleset.decide(link), routed.route == number
        else { return false }
        return values.allSatisfy { value in
            if routed.ignored.contains(where: { $0.key == value.name }) { return false }
            let inputs = ruleset.action(of: ruleset.routes[number]).inputs
            guard inputs.contains(where: { $0.name == value.name }) else { return true }
            return routed.inputs.first { $0.name == value.name }.map { same($0.value, value.value) } ?? false
        }
    }

    private func same(_ left: Value, _ right: Value) -> Bool {
        // A switch has several texts for one value.
        if case .bool = left { return left == InputValue.value(of: right.argumentText, as: .switch) }
        guard let mine = left.elements, let its = right.elements else {
            return Array(left.argumentText.utf8) == Array(right.argumentText.utf8)
        }
        return mine.count == its.count && zip(mine, its).allSatisfy { same($0, $1) }
    }

    // MARK: The rule

    /// The results of trying a route.
    private struct Tally {
        var built = 0
        var refused: [String: Int] = [:]
    }

    private func check(
        _ number: Int, of ruleset: Ruleset, rounds: Int, _ place: String, _ tally: inout Tally,
        _ generator: inout SeededGenerator
    ) throws {
        let first = ruleset.routes[number]
        let route = first.hasSeveralPatterns ? first.alternatives.randomElement(using: &generator) ?? first : first
        let parameters = ruleset.parameters(of: route)
        // Without a scope only exact ones are tried; by name also a host under each wildcard.
        let scopes = ruleset.scopes(of: route).filter { origin($0) != "none:" }
        let all = scopes + ruleset.scopes(of: route).compactMap(underWildcard)
        for _ in 0..<rounds {
            let values = values(of: parameters, &generator)
            let scope = Bool.random(using: &generator) ? nil : all.randomElement(using: &generator)
            let comment: Comment = "\(place) \(route.name) \(values) \(scope?.name ?? "")"
            do {
                let built = try ruleset.link(to: number, values, scope: scope?.name)
                tally.built += 1
                let link = try ruleset.parse(built.url)
                #expect(link.href == built.url, comment)
                guard case .routed(let routed) = ruleset.decide(link) else {
                    Issue.record(comment)
                    continue
                }
                #expect(routed.route == number && routed.inputs == built.inputs && routed.ignored.isEmpty, comment)
                #expect(comes(built.url, to: number, values, in: ruleset), comment)
                #expect(
                    try ruleset.link(to: number, named(built.inputs, values, parameters), scope: scope?.name).url
                        == built.url, comment)
            } catch let error as LinkBuildError {
                tally.refused[error.code, default: 0] += 1
                guard error.code != "hostNeeded" else { continue }
                if case .missingParameter(let name, _) = error {
                    #expect(!values.contains { $0.name == name }, comment)
                }
                // Values that no input is told are not seen from here, nor is a nameless tail.
                guard areTold(values, route, ruleset) else { continue }
                // A value with the separator of its scheme is refused, though a link with slashes could carry it.
                let isOpaque = if case .forbiddenValue(_, .encodedSeparator) = error { true } else { false }
                for scope in scope.map({ [$0] }) ?? scopes {
                    guard let url = spelled(route, parameters, values, at: scope, isOpaque: isOpaque) else { continue }
                    #expect(!comes(url, to: number, values, in: ruleset), "\(comment) \(error) \(url)")
                }
            }
        }
    }

    private func areTold(_ values: [Value.Member], _ route: Route, _ ruleset: Ruleset) -> Bool {
        let names = ruleset.action(of: route).inputs.map(\.name)
        return values.allSatisfy { value in
            names.contains(value.name) || value.name.allSatisfy(\.isNumber) && value.value.elements == nil
        }
    }

    /// The outcome's inputs in place of the values they came from, as a caller gives them back.
    private func named(_ inputs: [Value.Member], _ values: [Value.Member], _ parameters: [RouteParameter]) -> [Value
        .Member]
    {
        inputs + values.filter { value in !inputs.contains { $0.name == value.name } }
    }

    @Test(.enabled(if: SlowTests.run))
    func `every route of every table in the package is reached by the links that are built for it`() throws {
        var generator = SeededGenerator(for: "every route of every table in the package")
        let tables = try FoundTables.load()
        #expect(tables.contains { $0.place == "routes.conf" })
        var tally = Tally()
        var routes = 0
        for (place, ruleset) in tables {
            let rounds = max(4, min(40, 4000 / max(1, ruleset.routes.count)))
            for number in ruleset.routes.indices {
                let before = tally.built
                try check(number, of: ruleset, rounds: rounds, place, &tally, &generator)
                routes += 1
                if tally.built == before {
                    print("not built in \(rounds) rounds: \(place) \(ruleset.routes[number].name)")
                }
            }
        }
        print(
            "\(tables.count) tables, \(routes) routes: \(tally.built) links built, refused \(tally.refused.sorted { $0.key < $1.key })"
        )
        #expect(tally.built > routes)
    }

    // MARK: Generated tables

    private static let atoms = [
        "a", "b", "Rock", "new", "é", "$(@)", "$(@:uint)", "$(@:slug)", "img-$(@).png", "v$(@:int)", "$(@:a|b|c%)", "*",
        "x*",
        "$(@:bool)", "$(@:hex)", "$(@:date)", "\\*", "50%", "$(@:digits(2))", "$(@:int(-1..9))", "n$(@:text(1..2))",
        "$(_:uint)",
    ]

    private func pattern(_ generator: inout SeededGenerator) -> String {
        var names = ["x", "y", "z", "w"].makeIterator()
        var text = ""
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let atom = Self.atoms.randomElement(using: &generator) ?? "a"
            text += "/" + atom.replacing("@", with: names.next() ?? "w")
        }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: return text + "/"
        case 1: return text + "/**"
        case 2: return text + "/$(rest:**)"
        default: return text.isEmpty ? "/" : text
        }
    }

    /// A table of a few routes; overlaps that inclusion does not decide are settled by the `over` lines that loading asks
    /// for, or the table is given up.
    private func table(_ generator: inout SeededGenerator) -> String {
        var routes: [(pattern: String, body: [String])] = []
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            var body: [String] = []
            for key in ["q", "page"] where Int.random(in: 0..<3, using: &generator) == 0 {
                body.append(
                    "query \(key)" + (["", "?", ":uint", ":uint = 1", ":a|b?"].randomElement(using: &generator) ?? ""))
            }
            if Int.random(in: 0..<4, using: &generator) == 0 { body.append("query !z") }
            if Int.random(in: 0..<6, using: &generator) == 0 { body.append("fragment part?") }
            if Int.random(in: 0..<5, using: &generator) == 0 { body.append("strict") }
            if Int.random(in: 0..<5, using: &generator) == 0 { body.append("except /a/** /new") }
            if Int.random(in: 0..<4, using: &generator) == 0 {
                body.append(
                    "in "
                        + (["app", "web", "one", "h.example *.w.example", "two http://h.example"].randomElement(
                            using: &generator) ?? "app"))
            }
            routes.append((pattern(&generator), body))
        }
        let text = routes.enumerated().map { number, route in
            let others = (0..<number).filter { _ in Bool.random(using: &generator) }.map { "over r\($0)\n" }.joined()
            return "route r\(number) \(route.pattern) do a {\n\(route.body.joined(separator: "\n"))\n\(others)}\n"
        }.joined()
        let inputs =
            "input x string = \"X 1\"\ninput page string = 1\ninput rest **?\n"
            + ["y", "z", "w", "q", "part"].map { "input \($0) string?\n" }.joined()
        return
            "scheme one two\nhost h.example *.w.example http://h.example\n\(Bool.random(using: &generator) ? "deny /b/**\n" : "")"
            + "feature F {\naction a {\n\(inputs)respond\n}\n\(text)}\n"
    }

    @Test func `generated tables are reached by the links that are built for them`() throws {
        var generator = SeededGenerator(for: "generated tables are reached by the links that are built for them")
        var tally = Tally()
        var tables = 0
        for _ in 0..<1500 where tables < 250 {
            guard let ruleset = Tables.load(table(&generator)).ruleset else { continue }
            tables += 1
            for number in ruleset.routes.indices {
                try check(number, of: ruleset, rounds: 12, "generated", &tally, &generator)
            }
        }
        print("\(tables) tables: \(tally.built) links built, refused \(tally.refused.sorted { $0.key < $1.key })")
        #expect(tables > 50 && tally.built > 500)
        #expect(tally.refused.keys.contains("taken") && tally.refused.keys.contains("forbiddenValue"))
    }
}
