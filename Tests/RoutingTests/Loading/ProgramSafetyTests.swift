import Contract
import Features
import Links
import TestSupport
import Testing

@testable import ExecRules
@testable import Routing

@Suite struct ProgramSafetyTests {
    /// The reports of an action with an input `x` of that type and this line.
    private func codes(_ line: String, type: String = "string") -> [String] {
        let input = type.hasPrefix("**") ? "**" : type
        let table = "scheme s\nfeature F {\naction a {\ninput x \(input)\n\(line)\n}\nroute r /r/$(x:\(type)) do a\n}"
        return Tables.codes(table).filter { $0 != "RT312" }
    }

    /// Every sentence of the rules for `exec`: the line, and the code of its report, nil where it is fine.
    @Test(arguments: [
        // A literal absolute path.
        ("exec /bin/p -- $(x)", nil), ("exec p -- $(x)", "RT306"), ("exec ./p -- $(x)", "RT306"),
        ("exec /bin/$(x)", "RT306"), ("exec /bin//p -- $(x)", "RT306"), ("exec / -- $(x)", "RT306"),
        ("exec \"\" -- $(x)", "RT306"),
        // At most one placeholder per argument.
        ("exec /bin/p a$(x)b", nil), ("exec /bin/p a$(x)$(x)", "RT307"), ("exec /bin/p -- $(x)$(x)", "RT307"),
        ("exec /bin/p -- $(x) $(x)", nil), ("exec trusted /bin/p $(x)$(x)", "RT307"),
        // None in an argument that holds a blank.
        ("exec /bin/p \"a b\" -- $(x)", nil), ("exec /bin/p \"a $(x)\"", "RT307"),
        ("exec /bin/p \"a\\t$(x)\"", "RT307"), ("exec /bin/p \"a\\n$(x)\"", "RT307"),
        ("exec /bin/p -- \"a $(x)\"", "RT307"), ("exec trusted /bin/sh -c \"echo $(x)\"", "RT307"),
        // Behind a literal `--`, in any place.
        ("exec /bin/p $(x)", "RT307"), ("exec /bin/p $(x)/next", "RT307"), ("exec /bin/p -o $(x)", "RT307"),
        ("exec /bin/p play $(x)", "RT307"), ("exec /bin/p -q -- play $(x)", nil), ("exec /bin/p -- -$(x)", nil),
        ("exec /bin/p -- --pa$(x)", nil), ("exec /bin/p $(x) --", "RT307"), ("exec /bin/p --- $(x)", "RT307"),
        ("exec /bin/p \"--\" $(x)", nil),
        // Behind a literal beginning that does not begin with a dash, or names an option in full.
        ("exec /bin/p title=$(x)", nil), ("exec /bin/p ./$(x)", nil), ("exec /bin/p s://$(x)", nil),
        ("exec /bin/p –$(x)", nil), ("exec /bin/p +$(x)", nil),
        ("exec /bin/p --o=$(x)", nil), ("exec /bin/p -o=$(x)", nil), ("exec /bin/p -title=a,$(x)", nil),
        ("exec /bin/p -$(x)", "RT307"), ("exec /bin/p --$(x)", "RT307"), ("exec /bin/p ---$(x)", "RT307"),
        ("exec /bin/p -o$(x)", "RT307"), ("exec /bin/p -o,$(x)", "RT307"), ("exec /bin/p --pa$(x)", "RT307"),
        ("exec /bin/p --pa$(x)=y", "RT307"),
        // None in the line of a listed program; see ListedProgramsTests.
        ("exec /bin/sh /srv/script -- $(x)", "RT307"), ("exec /usr/bin/env /bin/p --title=$(x)", "RT307"),
        // `trusted` lifts the places and the list. It stands before the program, once, without quotes.
        ("exec trusted /bin/p $(x)", nil), ("exec trusted /bin/p -o$(x)", nil), ("exec trusted /bin/sh -c $(x)", nil),
        ("exec /bin/sh trusted $(x)", "RT307"), ("exec trusted trusted /bin/sh $(x)", "RT306"),
        ("exec \"trusted\" /bin/sh $(x)", "RT306"), ("exec TRUSTED /bin/sh $(x)", "RT306"),
        ("exec trusted", "RT104"), ("exec trusted /bin/sh /srv/script", "RT104"), ("exec trusted sh $(x)", "RT306"),
    ])
    func `each rule about programs holds`(_ line: String, _ code: String?) {
        #expect(codes(line) == (code.map { [$0] } ?? []))
    }

    /// A type, and the report of `exec /bin/p play $(x)` and `exec /bin/p $(x)` with it.
    @Test(arguments: [
        ("string", "RT307", "RT307"), ("text(1..9)", "RT307", "RT307"), ("int", "RT307", "RT307"),
        ("int(-9..9)", "RT307", "RT307"), ("int(-9..-1)", "RT307", "RT307"), ("a|-b", "RT307", "RT307"),
        ("int(0..9)", nil, nil), ("int(7..7)", nil, nil), ("uint", nil, nil), ("uint(1..9)", nil, nil),
        ("uuid", nil, nil), ("date", nil, nil), ("bool", nil, nil), ("digits(6)", nil, nil), ("a|b-c", nil, nil),
        // A slug has no dash at its beginning, but may be a word that the program takes for a command.
        ("slug", nil, "RT313"), ("hex", nil, "RT313"), ("hex(8)", nil, "RT313"), ("base62(22)", nil, "RT313"),
        ("**", "RT307", "RT307"),
    ])
    func `a value begins an argument where no value of its type begins with a dash`(
        _ type: String, _ behind: String?, _ first: String?
    ) {
        #expect(codes("exec /bin/p play $(x)", type: type) == (behind.map { [$0] } ?? []))
        #expect(codes("exec /bin/p $(x)", type: type) == (first.map { [$0] } ?? []))
        #expect(codes("exec /bin/p -- $(x)", type: type).isEmpty)
        #expect(codes("exec trusted /bin/p $(x)", type: type).isEmpty)
    }

    @Test func `an optional input is no argument, and one with a default is`() {
        func codes(_ input: String) -> [String] {
            Tables.codes("scheme s\nfeature F {\naction a {\n\(input)\nexec /bin/p $(x)\n}\nroute r /r do a\n}")
        }
        #expect(codes("input x string?") == ["RT309"])
        #expect(codes("input x **?") == ["RT309"])
        #expect(codes("input x slug = y") == ["RT313"])
    }

    @Test(arguments: [
        "$(", "$(a", "$()", "a$(", "$(a$(b)", "\\$(", "$", "$$(x)", "$(x", "x)", "$(x)\u{301}", "$(\u{301}x)",
        "\r\n$(x)",
    ])
    func `a template is cut at its placeholders or refused, never guessed`(_ text: String) {
        guard let template = try? TextTemplate(text) else { return }
        let rebuilt = template.pieces.map { piece in
            switch piece {
            case .text(let text): text.replacing("$(", with: "\\$(")
            case .input(let name): "$(\(name))"
            }
        }.joined()
        #expect(Array(rebuilt.utf8) == Array(text.utf8))
    }

    @Test func `a response is filled in one pass`() throws {
        let rules = try Tables.ruleset(
            "scheme s\nfeature F {\naction a {\ninput x string\ninput y string\nrespond \"$(x) \\\\$(y) $(y)\"\n}\n"
                + "route r /r/$(x)/$(y) do a\n}")
        guard case .respond(let template?) = rules.catalogue.actions[1].performer else { throw Failure() }
        let inputs: [Value.Member] = [.init("x", .string("$(y)")), .init("y", .string("\\$(x)"))]
        #expect(template.filled(with: inputs) == "$(y) $(y) \\$(x)")
    }

    private struct Failure: Error {}

    @Test func `any value fills one argument and nothing else`() throws {
        var generator = SeededGenerator(for: "any value fills one argument and nothing else")
        let rules = try Tables.ruleset(
            "scheme s\nfeature F {\naction a {\ninput x string\ninput y string\n"
                + "exec /bin/p a --x=$(x) -- $(y) z$(x)z $(y)\n}\nroute r /r/$(x) do a {\nquery y\n}\n}")
        guard case .other(let program as ProgramTemplate) = rules.catalogue.actions[1].performer else {
            throw Failure()
        }
        let letters = Array("a- '\"\\$(x)(y);|&*?~#=%\u{301}é漢".unicodeScalars)
        var passed = 0
        for _ in 0..<3000 {
            let (x, y) = (Self.word(letters, &generator), Self.word(letters, &generator))
            // A lone segment of dots and an escape that decodes further are the policy's to refuse.
            guard let link = try? Link.parse("s://r/\(Self.encoded(x))?y=\(Self.encoded(y))"),
                case .routed(let routed) = rules.decide(link)
            else { continue }
            passed += 1
            let expected = ["/bin/p", "a", "--x=" + x, "--", y, "z" + x + "z", y]
            #expect(
                program.vector(for: routed.inputs, link: nil)?.map { Array($0.utf8) } == expected.map { Array($0.utf8) }
            )
        }
        #expect(passed > 500)
    }

    private static func word(_ letters: [Unicode.Scalar], _ generator: inout SeededGenerator) -> String {
        var view = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
            view.append(letters[Int.random(in: 0..<letters.count, using: &generator)])
        }
        return String(view)
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
        }.joined()
    }
}
