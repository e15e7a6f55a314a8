import Foundation
import Links
import TestSupport
import Testing

/// Compares this parser with Node's, URL by URL and component by component.
struct NodeDifferenceTests {
    private static let name = "URLs have the components of Node's URL, except for named differences"
    private static let node = NodeURL.program(for: name)
    private static let count = 120_000

    @Test(.enabled(if: node != nil), .enabled(if: ICU.isInstalled(for: name)))
    func `URLs have the components of Node's URL, except for named differences`() throws {
        let node = try #require(Self.node)
        var generator = URLGenerator(known: try Self.known(), random: SeededGenerator(for: Self.name, usual: 2026))
        let texts = (0..<Self.count).map { _ in generator.next() }
        let answers = try NodeURL.answers(node, texts)
        try #require(answers.count == texts.count)
        var accepted = 0
        var named: [String: Int] = [:]
        var unnamed: [String] = []
        for (text, answer) in zip(texts, answers) {
            let parts = answer.split(separator: "\t", maxSplits: 1)
            let (theirs, host) = (parts[0], parts.count > 1 ? parts[1] : "")
            let components = (try? URLRecord.parse(text))?.components
            if components != nil { accepted += 1 }
            let ours = JSONLine.components(components)
            if ours == theirs { continue }
            if let names = NodeDifference.names(text, theirs: String(theirs), host: String(host)), !names.isEmpty {
                named[names.map(\.rawValue).joined(separator: "+"), default: 0] += 1
            } else {
                unnamed.append("\(JSONLine.string(text))\n  ours   \(ours)\n  theirs \(theirs)")
            }
        }
        print(
            "Node's URL: \(texts.count) URLs, \(accepted) accepted, named differences:",
            named.sorted { $0.value > $1.value })
        // Compares the count, so that a failure prints twenty differences and not all.
        #expect(
            unnamed.count == 0,
            "\(unnamed.count) differences, among them:\n\(unnamed.prefix(20).joined(separator: "\n"))")
        #expect(accepted > texts.count / 4 && accepted < texts.count * 9 / 10, "too few of one kind to mean much")
    }

    /// The known URLs: this project's own, and the standard's if the shared data is present.
    private static func known() throws -> [String] {
        var root = URL(fileURLWithPath: #filePath)
        while root.path != "/",
            !FileManager.default.fileExists(atPath: root.appendingPathComponent("Package.swift").path)
        {
            root.deleteLastPathComponent()
        }
        let cases = try String(contentsOf: root.appendingPathComponent("routes.cases"), encoding: .utf8)
        let table = cases.matches(of: /(?m)^\s+url\s+"?([^\s"]+)/).map { String($0.1) }
        try #require(table.count > 20)
        let own =
            URLRecordTests.rows.map(\.text)
            + (LinkPolicyTests.anywhere + LinkPolicyTests.hosts + LinkPolicyTests.segments).map(\.text)
        guard SharedData.has("wpt/urltestdata.json", for: "Node's URL on the standard's own cases") else {
            return table + own
        }
        let shared = try SharedData.rows("wpt/urltestdata.json").filter { !($0["base"] is String) }
        return table + own + shared.compactMap { $0["input"] as? String }
    }
}
