import Contract
import Features
import Links
import TestSupport
import Testing

@testable import Routing

@Suite struct ProgramSafetyTests {
    /// Every sentence of the rules for `exec`: the line, and the code of its report, nil where it is fine.
    @Test(arguments: [
        // A literal absolute path.
        ("exec /bin/p $(x)", "RT313"), ("exec p $(x)", "RT306"), ("exec ./p $(x)", "RT306"),
        ("exec /bin/$(x)", "RT306"),
        ("exec /bin//p $(x)", "RT306"), ("exec / $(x)", "RT306"), ("exec \"\" $(x)", "RT306"),
        // At most one placeholder per argument.
        ("exec /bin/p a$(x)b", nil), ("exec /bin/p $(x)$(x)", "RT307"), ("exec /bin/p $(x) $(x)", "RT313"),
        // None in an argument that holds a blank.
        ("exec /bin/p \"a b\" $(x)", nil), ("exec /bin/p \"a $(x)\"", "RT307"), ("exec /bin/p \"a\\t$(x)\"", "RT307"),
        ("exec /bin/p \"a\\n$(x)\"", "RT307"),
        // No literal prefix of dashes only.
        ("exec /bin/p -$(x)", "RT307"), ("exec /bin/p --$(x)", "RT307"), ("exec /bin/p ---$(x)", "RT307"),
        ("exec /bin/p -o$(x)", "RT307"), ("exec /bin/p -- -o$(x)", nil), ("exec /bin/p -o=$(x)", nil),
        ("exec /bin/p --o=$(x)", nil), ("exec /bin/p -- $(x)", nil),
        ("exec /bin/p --pa$(x)", "RT307"), ("exec /bin/p --pa$(x)=y", "RT307"), ("exec /bin/p -- --pa$(x)", nil),
        // None where a program that runs code takes it.
        ("exec /bin/sh -c $(x)", "RT307"), ("exec /bin/sh -ec $(x)", "RT307"), ("exec /bin/sh -c $(x)echo", "RT307"),
        ("exec /bin/sh /srv/script $(x)", nil), ("exec /bin/sh -c \"echo $1\" sh $(x)", nil),
        ("exec /usr/bin/python3 -c $(x)", "RT307"), ("exec /usr/bin/python3.12 -c $(x)", "RT307"),
        ("exec /usr/bin/python3 -c$(x)", "RT307"), ("exec /usr/bin/python3 /srv/s.py $(x)", nil),
        ("exec /usr/bin/perl -e $(x)", "RT307"), ("exec /usr/bin/perl -ne $(x)", "RT307"),
        ("exec /usr/bin/node --eval $(x)", "RT307"), ("exec /usr/bin/node --eval=$(x)", "RT307"),
        ("exec /usr/bin/ruby -e$(x)", "RT307"), ("exec /usr/bin/php -r $(x)", "RT307"),
        ("exec /usr/bin/awk $(x)", "RT307"),
        ("exec /usr/bin/awk -v v=$(x) {print}", nil), ("exec /usr/bin/awk -v v=1 $(x)", "RT307"),
        ("exec /usr/bin/sed -n s/a/b/p $(x)", nil), ("exec /usr/bin/sed -e $(x)", "RT307"),
        ("exec /usr/bin/env $(x)", "RT307"), ("exec /usr/bin/sudo p $(x)", "RT307"),
        ("exec /usr/bin/ssh host $(x)", "RT307"),
        ("exec /usr/bin/find / -name $(x)", "RT307"), ("exec /usr/bin/xargs $(x)", "RT307"),
        ("exec /bin/busybox $(x)", "RT307"),
    ])
    func `each rule about programs holds`(_ line: String, _ code: String?) {
        let line = line.contains("{print}") ? line.replacing("{print}", with: "\"{print}\"") : line
        let table =
            "scheme s\nfeature F {\naction a {\ninput x string\n\(line)\n}\nroute r /r/$(x) do a\n}"
        #expect(Tables.codes(table).filter { $0 != "RT312" } == (code.map { [$0] } ?? []))
    }

    @Test func `an optional input is no argument, and one with a default is`() {
        func codes(_ input: String) -> [String] {
            Tables.codes("scheme s\nfeature F {\naction a {\n\(input)\nexec /bin/p $(x)\n}\nroute r /r do a\n}")
        }
        #expect(codes("input x string?") == ["RT309"])
        #expect(codes("input x **?") == ["RT309"])
        #expect(codes("input x string = y") == ["RT313"])
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
        guard case .exec(let program) = rules.catalogue.actions[1].performer else { throw Failure() }
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
            #expect(program.vector(for: routed.inputs).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
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
