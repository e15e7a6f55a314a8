import AppLinks
import Foundation
import TestSupport
import Testing
import Varlink

/// The verdicts of Apple's own tool.
@Suite struct AppleDataTests {
    private static let path = "aasa/swcutil-probes.json"

    private struct Probe: Decodable {
        let url: String
        let match: Bool
    }

    /// The rows in which a table decides otherwise, with the reason; the path or query and the link.
    private static let others: [String: String] = [
        #"{"/":"/buy/*"} https://example.com/buy//"#: "an empty segment is refused",
        #"{"/":"/buy/"} https://example.com/buy//"#: "an empty segment is refused",
        #"{"/":"/a/b","percentEncoded":false} https://example.com/a%2Fb"#: "an encoded slash is refused",
        #"{"/":"/caf%C3%A9"} https://example.com/caf%c3%a9"#: "the case of an escape does not count",
        ##"{"#":"?*"} https://example.com/x"##: "no fragment selects",
        #"{"?":"a=1"} https://example.com/x?a=1&b=2"#: "there is no pattern for the whole query",
        #"{"?":"?*"} https://example.com/x"#: "there is no pattern for the whole query",
        #"{"?":{"id":""}} https://example.com/x?id=7&id=42"#: "no key is asked to be empty",
        #"{"?":{"id":"?*"}} https://example.com/x?id=7&id=42"#: "a key that is asked for stands once",
        #"{"?":{"id":"7"}} https://example.com/x?id=7&id=7"#: "a key that is asked for stands once",
    ]

    private static func probes() throws -> [(component: Value, url: String, match: Bool)] {
        let folder = try #require(SharedData.folder)
        let text = String(decoding: try Data(contentsOf: folder.appendingPathComponent(path)), as: UTF8.self)
        return try #require(JSONText.value(of: text).elements).map {
            row -> (component: Value, url: String, match: Bool) in
            let match: Bool? = row["match"]?.flag
            return (try #require(row["component"]), try #require(row["url"]?.text), try #require(match as Bool?))
        }
    }

    private static func file(_ component: Value) -> [UInt8] {
        Array(#"{"applinks":{"details":[{"appIDs":["ABCDE12345.a"],"components":[\#(component)]}]}}"#.utf8)
    }

    @Test(.enabled(if: SharedData.has(path, for: "the rules of an association file")))
    func `a rule matches as Apple's tool says`() throws {
        for (component, url, match) in try Self.probes() {
            let file = try AppleFile(Self.file(component))
            let link = try #require(WebLink(url))
            #expect(file.rules(of: "ABCDE12345.a").take(link) == match, "\(component) \(url)")
        }
    }

    @Test(.enabled(if: SharedData.has(path, for: "the table of an association file")))
    func `a table decides as Apple's tool does, but for the named rows`() throws {
        var (found, count) = (Set<String>(), 0)
        for (component, url, match) in try Self.probes() {
            let text = String(decoding: Self.file(component), as: UTF8.self)
            let table = try MadeTable(.apple, text, ImportOptions("example.com"))
            let row = "\(component) \(url)"
            count += 1
            if table.takes(url) ?? false == match {
                #expect(Self.others[row] == nil, "\(row)")
            } else {
                found.insert(row)
                #expect(Self.others[row] != nil, "\(row): \(match)\n\(table.made.text)")
                #expect(!table.made.losses.isEmpty || table.takes(url) == nil, "\(row): the report says nothing")
            }
        }
        #expect(count == 67)
        #expect(Self.others.keys.allSatisfy(found.contains), "\(Self.others.keys.filter { !found.contains($0) })")
    }
}
