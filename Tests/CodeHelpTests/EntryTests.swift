import Contract
import Routing
import TestTables
import Testing
import deeplinkctl

/// Which entries a word means, what `deeplinkctl help` prints of them, and what the page of the documentation has.
@Suite struct EntryTests {
    private static let entries = ManualTopic.allCases.flatMap(\.groups).flatMap(\.entries)

    @Test func `every entry is found by its name in any case, and by its topic`() {
        #expect(Self.entries.count > 250)
        for entry in Self.entries {
            for name in [entry.name, entry.name.lowercased(), entry.name.uppercased()] {
                let found = EntrySearch.entries(name, in: entry.topic)
                #expect(found.contains { $0.title == entry.title }, "\(entry.title)")
            }
        }
    }

    @Test(arguments: [
        ("query", ["`query` in `route`", "`query` in `under`"]),
        ("QUERY", ["`query` in `route`", "`query` in `under`"]),
        ("uint(1..5)", ["`uint`", "`uint(1..31)`"]), ("slug?", ["`slug`"]), ("@language", ["`a|b`"]),
        ("x|y", ["`a|b`"]),
        ("**", ["`**`"]), ("$(episode)", ["placeholder"]),
        ("io.deeplinkd.dispatch.open", ["io.deeplinkd.Dispatch.Open"]),
        ("NoChannel", ["io.deeplinkd.Channels.NoChannel"]), ("qery", []), ("", []), ("?", []), ("()", []), (")", []),
        ("rt303", []), (String(repeating: "x", count: 100_000), []),
    ])
    func `a word means all entries of its name`(_ word: String, _ titles: [String]) {
        #expect(EntrySearch.entries(word).map(\.title) == titles)
    }

    @Test(arguments: [
        ("qery", "query"), ("sluug", "slug"), ("langauge", "language"), ("Subscrib", "subscribe"), ("zzzzzz", nil),
        ("", nil),
    ])
    func `an unknown word has the nearest name`(_ word: String, _ nearest: String?) {
        #expect(EntrySearch.nearest(to: word) == nearest)
    }

    @Test func `a word is looked up in a topic alone`() {
        #expect(
            EntrySearch.entries("permission", in: .language).map(\.title) == ["`permission`", "`require permission`"])
        #expect(EntrySearch.entries("query", in: .types).isEmpty)
        #expect(EntrySearch.nearest(to: "qery", in: .types) == nil)
    }

    @Test(arguments: ManualTopic.allCases.filter { $0 != .codes })
    func `lines of a topic and its entries fit a terminal, but for forms, examples and descriptions`(
        _ topic: ManualTopic
    ) {
        #expect(EntryPage.lines(topic).count > 20)
        for entry in topic.groups.flatMap(\.entries) {
            let free =
                entry.forms
                + [entry.example ?? "", entry.file ?? ""].flatMap { text in
                    text.split(separator: "\n").map(String.init)
                }
            for line in EntryPage.lines(entry) {
                let text = String(line.drop { $0 == " " })
                #expect(line.count <= 80 || free.contains { $0.hasSuffix(text) }, "\(line)")
                #expect(!line.hasSuffix(" "), "\(line)")
            }
        }
    }

    @Test func `the entry of a directive has its form, text, default, limits and example`() throws {
        let entry = try #require(EntrySearch.entries("redeliver").first)
        #expect(
            EntryPage.lines(entry).joined(separator: "\n") == """
                `redeliver` in `channel`

                  redeliver yes|no

                  With `no`, a link that one app did not acknowledge goes to no other. The app
                  may have done what the link says. Its sender is told `unknown.effect`.

                  default   `yes`.
                  limits    Once, in `held` channels.

                  Example:

                      channel player {
                          kind held
                          redeliver no
                      }
                """)
    }

    @Test func `the entry of a directive with a block names the directives of the block`() throws {
        let feature = try #require(EntrySearch.entries("feature").first)
        let words = "title, description, visible, require, instead, observe, guard, replace, action, route, under, "
        #expect(feature.row("block") == words + "feature")
        let scheme = try #require(EntrySearch.entries("scheme").first)
        #expect(scheme.forms == ["scheme NAME…", "scheme NAME… { … }"])
        let wings = WingList.ofAllWings
        for block in wings.tableBlocks.dropFirst() + wings.caseBlocks.dropFirst() {
            let words = block.available(in: wings).joined(separator: ", ")
            #expect(Self.entries.contains { $0.row("block") == words }, "\(block)")
        }
    }

    @Test(arguments: Interface.all.flatMap(\.methods).map { $0.name })
    func `the example of a method is a call that the daemon would decode`(_ name: String) throws {
        let method = try #require(Interface.all.flatMap(\.methods).first { $0.name == name })
        let entry = try #require(EntrySearch.entries(method.name).first)
        let example = try #require(entry.example)
        #expect(entry.file?.contains("method ") == true)
        let parameters = example.split(separator: "'").map(String.init).first { $0.hasPrefix("{") } ?? "{}"
        let message =
            method.isStreaming
            ? String(parameters.dropLast(2)) : #"{"method":"\#(method.name)","parameters":\#(parameters)}"#
        let call = try CallDecoder.decode(Array(message.utf8).span)
        guard case .request(let request) = call.content else {
            Issue.record("\(message): \(call.content)")
            return
        }
        #expect(type(of: request) == method && call.more == method.isStreaming)
        // An example without parameters is that of a method that needs none.
        #expect(example.contains("deeplinkctl call \(method.name)") || example.contains(#""more":true"#))
    }
}
