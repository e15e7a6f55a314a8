import AppLinks
import TestSupport
import Testing

/// Intent filters against Android's rules as they are decided one by one.
@Suite struct AndroidTests {
    private static let values = [
        "/", "/a", "/a/", "/ab", "/a/b", "/.*", "/a.*", "/a/.*", "/.*/b", ".*b", "/a.b", "/a.*b", "/a\\.b", "/ab*",
        "/a/.*/c", "b",
    ]
    private static let segments = ["a", "b", "ab", "abb", "a.b", "axb", "c", "x"]

    private func filter(_ random: inout SeededGenerator) -> PlainIntentFilter {
        let isWeb = Bool.random(using: &random)
        var filter = PlainIntentFilter(schemes: isWeb ? ["https"] : ["play", "radio"])
        let hosts = isWeb ? ["a.example", "*.b.example"] : ["shows", "x", "*"]
        if isWeb || Int.random(in: 0..<4, using: &random) > 0 {
            filter.hosts = hosts.filter { _ in Bool.random(using: &random) }
            if isWeb, filter.hosts.isEmpty { filter.hosts = [hosts[0]] }
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let attribute =
                ["path", "pathPrefix", "pathPattern", "pathSuffix", "pathPattern"].randomElement(using: &random) ?? ""
            filter.paths.append(.init(attribute: attribute, value: Self.values.randomElement(using: &random) ?? ""))
        }
        return filter
    }

    private func link(_ random: inout SeededGenerator) -> String {
        let start =
            [
                "https://a.example", "https://x.b.example", "https://x.y.b.example", "play://shows", "radio://x",
                "play://other",
            ]
            .randomElement(using: &random) ?? ""
        let depth = Int.random(in: 0...4, using: &random)
        let path = (0..<depth).map { _ in "/" + (Self.segments.randomElement(using: &random) ?? "") }.joined()
        return start + path + (Int.random(in: 0..<4, using: &random) == 0 ? "/" : "")
    }

    @Test func `a table takes every link that a filter takes`() throws {
        var random = SeededGenerator(for: "random intent filters")
        var accepted = 0
        for _ in 0..<150 {
            let filters = (0..<Int.random(in: 1...4, using: &random)).map { _ in filter(&random) }
            let manifest = PlainIntentFilter.manifest(filters)
            guard let table = try? MadeTable(.android, manifest, ImportOptions()) else {
                // Each condition of a path can be one that no path meets.
                #expect(filters.allSatisfy { !$0.paths.isEmpty }, "\(manifest)")
                continue
            }
            let isExact = !table.made.losses.contains { $0.effect == .wider }
            for _ in 0..<60 {
                let url = link(&random)
                let isTaken = filters.contains { $0.takes(url) }
                guard let takes = table.takes(url) else { continue }
                if isTaken { accepted += 1 }
                guard isTaken != takes, isTaken || isExact else { continue }
                // A link without a path has none here, and the path `/` in a table.
                let isEmptyPath =
                    url.split(separator: "/").count == 2 && !url.hasSuffix("/") || url.hasSuffix("example/")
                let isKnown = isTaken && table.made.losses.contains { $0.sentence.hasPrefix("one character") }
                #expect(isEmptyPath || isKnown, "\(filters)\n\(url): \(isTaken)\n\(table.made.text)")
            }
        }
        print("random intent filters: \(accepted) links taken")
        #expect(accepted > 500)
    }

    @Test func `a filter that takes no clicked link is left out`() throws {
        let manifest = PlainIntentFilter.manifest([
            PlainIntentFilter(schemes: ["play"]), PlainIntentFilter(schemes: ["hidden"], isBrowsable: false),
        ])
        let table = try MadeTable(.android, manifest, ImportOptions())
        #expect(table.made.scopes == ["play"])
    }

    @Test func `a placeholder has the value that is given, and without one its filter is reported`() throws {
        let manifest = PlainIntentFilter.manifest([
            PlainIntentFilter(schemes: ["https"], hosts: ["@string/host"]),
            PlainIntentFilter(schemes: ["play"], hosts: ["${name}"]),
            PlainIntentFilter(schemes: ["radio"]),
        ])
        let without = try MadeTable(.android, manifest, ImportOptions())
        #expect(without.made.scopes == ["radio"])
        #expect(without.made.losses.map(\.subject).prefix(2) == ["@string/host", "${name}"])
        var options = ImportOptions()
        options.values = ["host": "a.example", "name": "shows"]
        let with = try MadeTable(.android, manifest, options)
        #expect(with.made.scopes == ["a.example", "play", "radio"])
        #expect(with.takes("https://a.example/x") == true && with.takes("play://shows/1") == true)
        #expect(with.takes("play://other/1") == false)
    }
}
