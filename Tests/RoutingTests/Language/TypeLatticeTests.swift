import Conf
import Testing

@testable import Routing

/// The table of types of the language, through whole tables: precedence of routes, and what fits into an input.
@Suite struct TypeLatticeTests {
    /// Row against column: `=` equal, `<` the row is inside the column, `x` overlap without inclusion, `.` no common text.
    private static let lattice = """
               bool date uuid uint int hex slug string
        bool   =    .    .    .    .   .   <    <
        date   .    =    .    .    .   .   <    <
        uuid   .    .    =    .    .   .   <    <
        uint   .    .    .    =    <   <   <    <
        int    .    .    .    >    =   x   x    <
        hex    .    .    .    >    x   =   <    <
        slug   >    >    >    >    x   >   =    <
        string >    >    >    >    >   >   >    =
        """

    private struct Pair {
        let row: String
        let column: String
        let relation: Character
    }

    private static let pairs: [Pair] = {
        let lines = lattice.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        return lines.dropFirst().flatMap { line in
            zip(lines[0], line.dropFirst()).map { Pair(row: line[0], column: $0, relation: $1.first ?? "?") }
        }
    }()

    /// Texts that tell the types apart.
    private static let texts = [
        "true", "2024-02-29", "2024-02-30", "123e4567-e89b-12d3-a456-426614174000", "7", "-7", "-0", "007", "ff",
        "a_b-c",
        "a.b", "9223372036854775808", "-9223372036854775808",
    ]

    private static func table(_ inputs: String, _ routes: String) -> String {
        "scheme s\nvalues few 1 2\nvalues mixed 1 x\nvalues both true false\nfeature F {\naction a {\n\(inputs)\nrespond\n}\n"
            + "route few /few/$(x:@few)/$(y:@mixed) do other\nroute both /both/$(x:@both) do other\n"
            + "action other {\ninput x string?\ninput y string?\nrespond\n}\n\(routes)\n}\n"
    }

    // MARK: Precedence

    @Test func `two captures of one segment have the relation of their types, and the narrower type wins`() throws {
        #expect(Self.pairs.count == 64)
        for pair in Self.pairs {
            let routes = "route row /$(x:\(pair.row)) do a\nroute column /$(y:\(pair.column)) do a"
            let result = Tables.load(Self.table("input x string?\ninput y string?", routes))
            let codes = result.diagnostics.inOrder.map(\.code.rawValue)
            let expected: [Character: [String]] = ["=": ["RT502"], "x": ["RT501"]]
            #expect(codes == expected[pair.relation] ?? [], "\(pair)")
            guard let ruleset = result.ruleset else { continue }
            for text in Self.texts {
                let (isRow, isColumn) = (PlainType.accepts(text, pair.row), PlainType.accepts(text, pair.column))
                let winner = isRow && (!isColumn || pair.relation == "<") ? "row x=" : "column y="
                let expected = isRow || isColumn ? winner + text : "rejected.route.notFound"
                #expect(Tables.result("s:/" + text, in: ruleset) == expected, "\(pair)")
            }
        }
    }

    @Test func `a literal is inside every type that accepts it and apart from every other, and always wins`() throws {
        for type in PlainType.names {
            for text in Self.texts {
                let routes = "route literal /\(text) do a\nroute typed /$(x:\(type)) do a"
                let ruleset = try Tables.ruleset(Self.table("input x string?", routes))
                #expect(Tables.result("s:/" + text, in: ruleset) == "literal", "\(type) \(text)")
            }
        }
    }

    @Test(arguments: [
        ("1|2", "uint", ""), ("1|x", "uint", "RT501"), ("a|b", "hex", ""), ("a|g", "hex", "RT501"), ("g|h", "hex", ""),
        ("-1|1", "int", ""), ("-1|1", "slug", "RT501"), ("true|false", "bool", "RT502"), ("true|x", "bool", "RT501"),
        ("a|b", "b|c", "RT501"), ("a|b", "a|b|c", ""), ("a|b", "b|a", "RT502"), ("a|b", "c|d", ""),
        ("a|b", "string", ""),
        ("2024-02-29|2024-03-01", "date", ""), ("2024-02-29|2024-02-30", "date", "RT501"),
    ])
    func `a choice is inside a type with all of its members, apart with none, and overlaps with some`(
        _ choice: String, _ other: String, _ code: String
    ) throws {
        for routes in [
            "route r /$(x:\(choice)) do a\nroute q /$(y:\(other)) do a",
            "route q /$(y:\(other)) do a\nroute r /$(x:\(choice)) do a",
        ] {
            let result = Tables.load(Self.table("input x string?\ninput y string?", routes))
            #expect(result.diagnostics.inOrder.map(\.code.rawValue).joined(separator: " ") == code)
            guard let ruleset = result.ruleset else { continue }
            for member in choice.split(separator: "|") {
                #expect(Tables.result("s:/\(member)", in: ruleset) == "r x=\(member)")
            }
        }
    }

    // MARK: What fits

    @Test func `a parameter fits an input if its type is the input's or inside it, from any part of a link`() {
        for pair in Self.pairs {
            let fits = pair.relation == "=" || pair.relation == "<"
            for route in [
                "route r /$(x:\(pair.row)) do a", "route r /r do a {\nquery x:\(pair.row)\n}",
                "route r /r do a {\nfragment x:\(pair.row)\n}", "route r /v-$(x:\(pair.row)).html do a",
            ] {
                let codes = Tables.codes(Self.table("input x \(pair.column)", route))
                #expect(codes == (fits ? [] : ["RT404"]), "\(route) \(pair.column)")
            }
        }
    }

    @Test(arguments: [
        ("@few", "uint", true), ("@few", "int", true), ("@few", "@few", true), ("@few", "1|2|3", true),
        ("@few", "@mixed", false), ("@mixed", "uint", false), ("@mixed", "slug", true), ("@both", "bool", true),
        ("bool", "@both", true), ("bool", "true|false|maybe", true), ("bool", "true|x", false), ("1|2", "@few", true),
        ("uint", "@few", false), ("string", "@both", false), ("@few", "date", false),
    ])
    func `a set fits an input that accepts each of its members`(_ set: String, _ type: String, _ fits: Bool) {
        let codes = Tables.codes(Self.table("input x \(type)", "route r /r/$(x:\(set)) do a"))
        #expect(codes == (fits ? [] : ["RT404"]))
    }

    @Test func `a default and a constant are values of the type, at the place where they are written`() {
        for type in PlainType.names {
            for text in Self.texts {
                let isValue = PlainType.accepts(text, type)
                let defaulted = Tables.codes(Self.table("input x \(type) = \(text)", "route r /r do a"))
                #expect(defaulted == (isValue ? [] : ["RT305"]), "\(type) \(text)")
                let constant = Tables.codes(Self.table("input x \(type)", "route r /r do a {\nwith x \(text)\n}"))
                #expect(constant == (isValue ? [] : ["RT414"]), "\(type) \(text)")
                let key = Tables.codes(
                    Self.table("input x \(type)", "route r /r do a {\nquery x:\(type) = \(text)\n}"))
                #expect(key == (isValue ? [] : ["RT305"]), "\(type) \(text)")
            }
        }
    }
}
