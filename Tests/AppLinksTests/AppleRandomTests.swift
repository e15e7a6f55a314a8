import AppLinks
import TestSupport
import Testing

/// Random association files against Apple's rules as they are decided one by one.
@Suite struct AppleRandomTests {
    private static let pieces = [
        "a", "b", "ab", "*", "?", "a*", "*b", "a*b", "$(digit)", "$(w)", "?*", "**", "a?", "7", "%20",
    ]
    private static let segments = ["a", "b", "ab", "ba", "7", "x", "aab", "abb", "axb", "c", "a%20b", "%20"]
    private static let queries = ["", "?k=a", "?k=b&l=a", "?k=", "?k", "?l=ab", "?k=7&m=1"]

    private func component(_ random: inout SeededGenerator) -> String {
        let depth = Int.random(in: 0...3, using: &random)
        var path = "/" + (0..<depth).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined(separator: "/")
        if Bool.random(using: &random), depth > 0, Bool.random(using: &random) { path += "/" }
        var members = [#""/":"\#(path)""#]
        if Int.random(in: 0..<4, using: &random) == 0 {
            let key = ["k", "l"].randomElement(using: &random) ?? "k"
            let value = ["*", "?*", "a", "ab", "7", "$(w)", "??", ""].randomElement(using: &random) ?? ""
            members.append(#""?":{"\#(key)":"\#(value)"}"#)
        }
        if Int.random(in: 0..<3, using: &random) == 0 { members.append(#""exclude":true"#) }
        return "{" + members.joined(separator: ",") + "}"
    }

    private func link(_ random: inout SeededGenerator) -> String {
        let depth = Int.random(in: 0...4, using: &random)
        let path = (0..<depth).map { _ in "/" + (Self.segments.randomElement(using: &random) ?? "") }.joined()
        let slash = depth == 0 || Int.random(in: 0..<4, using: &random) == 0 ? "/" : ""
        return "https://example.com" + path + slash + (Self.queries.randomElement(using: &random) ?? "")
    }

    @Test func `a table takes every link that the file takes, and no other if the report names no wider rule`() throws {
        var random = SeededGenerator(for: "random association files")
        var (accepted, compared) = (0, 0)
        for _ in 0..<150 {
            let count = Int.random(in: 1...6, using: &random)
            let components = (0..<count).map { _ in component(&random) }.joined(separator: ",")
            let text = #"""
                {"applinks":{"substitutionVariables":{"w":["a","ab","x"]},
                "details":[{"appIDs":["ABCDE12345.a"],"components":[\#(components)]}]}}
                """#
            let rules = try AppleFile(Array(text.utf8)).rules(of: "ABCDE12345.a")
            let table = try MadeTable(.apple, text, ImportOptions("example.com"))
            let isExact = !table.made.losses.contains { $0.effect == .wider }
            for _ in 0..<60 {
                let url = link(&random)
                let isTaken = try rules.take(#require(WebLink(url)))
                guard let takes = table.takes(url) else { continue }
                if isTaken { accepted += 1 }
                compared += 1
                if isTaken != takes, isTaken || isExact {
                    // A character that a `?` means is no slash in a table.
                    let isKnown =
                        isTaken
                        && table.made.losses.contains { loss in
                            // Of a rule with many stars, each stands for fewer segments.
                            loss.sentence.hasPrefix("a `?` stands for no")
                                || loss.sentence.contains(#/ [1-3] segments? at most/#)
                        }
                    #expect(isKnown, "\(components)\n\(url): \(isTaken)\n\(table.made.text)")
                }
            }
        }
        print("random association files: \(compared) links, \(accepted) of them taken")
        #expect(accepted > 1000)
    }
}
