import Conf
import Contract
import Features
import Routing
import TestTables
import Testing

@testable import ReachRules

/// A call of a table beside the description of its service.
@Suite struct VarlinkCheckTests {
    /// A machine with one service.
    private struct Host: BlankHost {
        var text: String?
        var socket: HostView.Judgement = (.answers, "a service has its socket there")

        func service(_ path: String) -> HostView.Judgement { socket }
        func description(of interface: String, at path: String) -> String? { interface == "io.example.P" ? text : nil }
    }

    private static let description = """
        interface io.example.P
        type Speed (slow, fast)
        type About (title: string, live: ?bool)
        method Play(episode: int, rate: ?float, speed: ?Speed, about: ?About, tags: ?[]string, more: ?object,
                    names: ?[string]string) -> (title: string, position: ?int, kind: Speed, parts: []int, raw: object)
        """

    /// The finding about an action with these words behind its method, and these lines.
    private static func finding(_ words: String, _ lines: String = "", in host: Host) throws -> HostFinding {
        let table = """
            scheme t
            feature F {
                action a {
                    input n uint = 1
                    input s string = x
                    input b bool = true
                    input k slow|fast = slow
                    input o slow|quick = slow
                    input rest **?
                    varlink unix:/run/p io.example.P.\(words)
                    \(lines)
                }
                route r /r do a
            }

            """
        let result = RulesetLoader.load(TableFile(name: "t", bytes: Array(table.utf8)))
        let ruleset = try #require(result.ruleset, "\(result.diagnostics.kept)")
        return try #require(ReachWing.findings(for: ruleset, on: host).first)
    }

    @Test(arguments: [
        ("Play episode=$(n)", "", ""),
        ("Play episode=7 rate=1.5 speed=fast about.title=x about.live=true tags=$(rest) more.a=1 names.x=y", "", ""),
        ("Play episode=$(n) rate=$(n) speed=$(k) more=$(s)", "", ""),
        ("Play epsiode=$(n)", "", "`Play` has no parameter `epsiode`; nearest is `episode: int`"),
        ("Play episode=$(s)", "", "the parameter `episode: int` of `Play` is given a string"),
        ("Play episode=1.5", "", "the parameter `episode: int` of `Play` is given a number"),
        ("Play episode=$(n) rate=$(b)", "", "the parameter `rate: ?float` of `Play` is given a bool"),
        ("Play episode=$(n) speed=$(o)", "", "the parameter `speed: ?Speed` of `Play` is given a string"),
        ("Play episode=$(n) speed=quick", "", "the parameter `speed: ?Speed` of `Play` is given a string"),
        (
            "Play episode=$(n) about.titel=x", "",
            "`about` of `Play` has no parameter `titel`; nearest is `title: string`"
        ),
        ("Play episode.x=1", "", "the parameter `episode: int` of `Play` has no members"),
        ("Play", "", "`Play` needs the parameter `episode: int`"),
        ("Pley episode=1", "", "the service has no method `Pley`; nearest is `Play`"),
        (
            "Play episode=1", "result {\ntitle string\nposition uint?\nkind string\nparts int[]\nraw bool\n}", ""
        ),
        (
            "Play episode=1", "result {\nposition int\n}",
            "`position: ?int` of the answer of `Play` may be missing: write `position int?`"
        ),
        (
            "Play episode=1", "result {\ntitel string\n}",
            "the answer of `Play` has no `titel`; nearest is `title: string`"
        ),
        ("Play episode=1", "result {\ntitle int\n}", "`title: string` of the answer of `Play` is no `int`"),
        ("Play episode=1", "result {\nparts string[]\n}", "`parts: []int` of the answer of `Play` is no `string[]`"),
    ])
    func `a difference is named with what is near`(_ words: String, _ lines: String, _ difference: String) throws {
        let finding = try Self.finding(words, lines, in: Host(text: Self.description))
        #expect(finding.because == (difference.isEmpty ? "it has the method, with these parameters" : difference))
        #expect(finding.verdict == (difference.isEmpty ? .answers : .willNot))
    }

    @Test func `a service that does not describe itself is judged by its socket`() throws {
        let silent = try Self.finding("Play", in: Host(text: nil))
        #expect(silent.verdict == .answers && silent.because == "a service has its socket there")
        let absent = try Self.finding(
            "Play", in: Host(text: Self.description, socket: (.cannotTell, "nothing is there")))
        #expect(absent.verdict == .cannotTell && absent.because == "nothing is there")
        let strange = try Self.finding("Play", in: Host(text: "hello"))
        #expect(strange.verdict == .cannotTell, "\(strange)")
        #expect(strange.what == "service" && strange.subject == "unix:/run/p io.example.P.Play")
    }
}
