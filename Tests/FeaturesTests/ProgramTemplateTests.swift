import Contract
import Features
import TestSupport
import Testing

@testable import ExecRules

struct ProgramTemplateTests {
    private static func template(_ arguments: [String], isTrusted: Bool = true) throws -> ProgramTemplate {
        ProgramTemplate(
            program: "/bin/p", arguments: try arguments.map { text in .text(try TextTemplate(text)) },
            isTrusted: isTrusted)
    }

    private static func inputs(_ value: String) -> [Value.Member] { [.init("v", .string(value))] }

    @Test func `one placeholder makes one argument, never split and never dropped`() throws {
        let template = try Self.template(["--list=$(v)", "$(v)", "lit", "$(none)", "a b"])
        for value in ["", " ", "a b", "a\nb", "'", "\"", "$(v)", "`id`", "$HOME", "*", "ü\u{202e}", "--x"] {
            let vector = template.vector(for: Self.inputs(value), link: nil)
            #expect(vector == ["/bin/p", "--list=" + value, value, "lit", "", "a b"])
        }
    }

    @Test func `for any bytes the vector is the template with its slots filled`() throws {
        var random = SeededGenerator(for: "for any bytes the vector is the template with its slots filled")
        let template = try Self.template(["-a", "$(v)", "x$(v)y", "--", "$(v)"])
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let value = String(decoding: bytes, as: UTF8.self)
            let vector = template.vector(for: Self.inputs(value), link: nil)?.map { Array($0.utf8) }
            let expected = ["/bin/p", "-a", value, "x" + value + "y", "--", value].map { Array($0.utf8) }
            #expect(vector == expected)
        }
    }

    @Test(arguments: [
        (["$(v)"], "-x", true), (["$(v)"], "-", true), (["$(v)"], "--", true), (["$(v)"], "x-", false),
        (["$(v)"], "", false), (["-f", "$(v)"], "-x", true), (["--f=$(v)"], "-x", false),
        (["--", "$(v)"], "-x", false),
        (["$(v)", "--", "$(v)"], "-x", true), (["a", "--", "b", "$(v)"], "--y", false), (["x$(v)"], "-x", false),
        (["$(v)y"], "-x", true), (["--$(v)"], "x", false), (["$(v)"], "\u{2d}\u{301}rf", true),
        (["$(v)"], "\u{2010}x", false), (["$(v)-y"], "", true), (["--", "p", "$(v)", "--", "x"], "-x", false),
    ])
    func `a value may not turn its argument into an option`(arguments: [String], value: String, acts: Bool) throws {
        let name = try Self.template(arguments).inputActingAsOption(Self.inputs(value))
        #expect(name == (acts ? "v" : nil))
    }

    @Test func `the places and types of a program that is not trusted were checked with the table`() throws {
        #expect(try Self.template(["$(v)"], isTrusted: false).inputActingAsOption(Self.inputs("-x")) == nil)
    }

    @Test func `a number may be negative only where it cannot be read as an option`() throws {
        let inputs = [Value.Member("v", .integer(-1))]
        #expect(try Self.template(["$(v)"]).inputActingAsOption(inputs) == "v")
        #expect(try Self.template(["--", "$(v)"]).inputActingAsOption(inputs) == nil)
    }

    @Test func `the link is one argument, which an action that was called by its name does not have`() throws {
        let template = ProgramTemplate(program: "/bin/p", arguments: [.text(try TextTemplate("--")), .link])
        let link = "t://open/-x?a=b c&$(v)"
        #expect(template.vector(for: Self.inputs("x"), link: link) == ["/bin/p", "--", link])
        #expect(template.vector(for: Self.inputs("x"), link: nil) == nil)
    }
}
