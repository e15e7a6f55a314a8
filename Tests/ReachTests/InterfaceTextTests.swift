import Contract
import TestSupport
import TestTables
import Testing

@testable import ReachRules

/// Descriptions of Varlink interfaces: what is read, and what is none.
@Suite struct InterfaceTextTests {
    private static let text = """
        # A player.
        interface io.example.Player   # with a comment
        type Speed (slow, fast)
        type About (title: string, live: ?bool, tags: []string, more: [string]Speed,
                    parts: [](name: string, size: (width: int, height: float)))

        method Play(episode: int, about: ?About) -> (title: string)
        method Stop() -> ()
        error NoSuchEpisode (episode: int)
        error Busy ()

        """

    @Test func `types, methods and comments are read`() throws {
        let read = try #require(InterfaceText(Self.text))
        #expect(read.types["Speed"] == .choice(["slow", "fast"]))
        #expect(
            "\(try #require(read.types["About"]))"
                == "(title: string, live: ?bool, tags: []string, more: [string]Speed, "
                + "parts: [](name: string, size: (width: int, height: float)))")
        #expect(read.methods["Play"]?.parameters.map(\.description) == ["episode: int", "about: ?About"])
        #expect(read.methods["Play"]?.answer.map(\.description) == ["title: string"])
        #expect(read.methods["Stop"] == .init(parameters: [], answer: []))
        #expect(read.resolved(.optional(.named("Speed"))) == .choice(["slow", "fast"]))
    }

    @Test func `a description that is cut anywhere but between its members is none`() throws {
        let bytes = Array(Self.text.utf8)
        var whole = 0
        for end in bytes.indices {
            let text = String(decoding: bytes[..<end], as: UTF8.self)
            if InterfaceText(text) != nil { whole += 1 }
        }
        // Behind the name of the interface, each member, and in the comments and blanks between them.
        #expect(whole > 6 && whole < bytes.count / 2, "\(whole)")
    }

    @Test(arguments: [
        "", "interface", "interface x.y method", "interface x.y method A", "interface x.y method A()",
        "interface x.y method A() -> ", "interface x.y method A(a) -> ()", "interface x.y method A(a:) -> ()",
        "interface x.y method A(a: int,) -> ()", "interface x.y method A(a: ) -> ()", "interface x.y type A int",
        "interface x.y type A (a, b: int)", "interface x.y thing A ()", "interface x.y method A() -> () }",
        "interface x.y type A (a: " + String(repeating: "[]", count: 1_000) + "int)",
        "interface x.y type A " + String(repeating: "(a: ", count: 1_000),
    ])
    func `a text that is no description is none`(_ text: String) { #expect(InterfaceText(text) == nil) }

    @Test func `a type that names itself is an object, and ends`() throws {
        let read = try #require(InterfaceText("interface x.y type A (a: ?B) type B (b: A)"))
        #expect(read.resolved(.named("A")) == .structure([.init(name: "a", kind: .optional(.named("B")))]))
        #expect(read.resolved(.named("C")) == .object)
    }

    @Test(arguments: Interface.all)
    func `the daemon's own descriptions are read as the tests' parser reads them`(_ interface: Interface) throws {
        let oracle = try IDL(interface.text)
        let read = try #require(InterfaceText(interface.text))
        #expect(Set(read.methods.keys) == Set(oracle.methods.keys))
        #expect(Set(read.types.keys) == Set(oracle.types.keys))
        for (name, method) in oracle.methods {
            #expect(read.methods[name]?.parameters.map(\.name) == method.inputs.map(\.name))
            #expect(read.methods[name]?.answer.map(\.name) == method.outputs.map(\.name))
        }
    }
}
