import Testing

struct ImportLawTests {
    /// The targets of Package.swift except tests, in its order.
    private static let targets: [String] = {
        let declarations = House.text(of: "Package.swift")
            .matches(of: /\.(?:target|systemLibrary|executableTarget)\(\s*name: "(\w+)"/)
        return declarations.map { String($0.1) }
    }()

    @Test func `a target imports only targets declared above it`() throws {
        #expect(Self.targets.count > 10)
        let pattern = /\bimport\s+(?:\w+\s+)?(\w+)/
        for file in House.sources {
            let own = try #require(Self.targets.firstIndex(of: file.target), "\(file.path) belongs to no target")
            for (index, line) in file.code.enumerated() {
                guard let name = line.firstMatch(of: pattern)?.1,
                    let imported = Self.targets.firstIndex(of: String(name))
                else { continue }
                #expect(imported < own, "\(file.path):\(index + 1): \(file.target) imports \(name)")
            }
        }
    }

    @Test func `each target has a folder below one of five, and README names them`() throws {
        let folders = ["Core", "Libraries", "Programs", "System", "Wings"]
        let found = Set(House.files.filter { $0.hasPrefix("Sources/") }.map { String($0.split(separator: "/")[1]) })
        #expect(found == Set(folders))
        let readme = House.text(of: "README.md")
        let sentence = try #require(readme.firstMatch(of: /`Sources` has five folders:[^.]*\./)).output
        for folder in folders { #expect(sentence.contains("`\(folder)`"), "README does not name \(folder)") }
        let paths = House.text(of: "Package.swift").matches(
            of: /name: "(\w+)",[^"]*(?:"[\w-]+"[^"]*)*path: "(Sources\/[^"]*)"/)
        #expect(paths.count > 30)
        for match in paths {
            #expect(match.2.hasSuffix("/" + match.1), "\(match.2) is not named as its target \(match.1)")
        }
    }

    @Test func `no wing imports another, and what a wing sends imports Contract alone`() {
        let pattern = /\bimport\s+(?:\w+\s+)?(\w+)/
        let wings = Dictionary(
            House.sources.compactMap { file in file.wing.map { (file.target, $0) } },
            uniquingKeysWith: { first, _ in first })
        #expect(Set(wings.values).count >= 4)
        for file in House.sources {
            guard let wing = file.wing else { continue }
            for (index, line) in file.code.enumerated() {
                guard let name = line.firstMatch(of: pattern).map({ String($0.1) }) else { continue }
                #expect(wings[name] ?? wing == wing, "\(file.path):\(index + 1): \(wing) imports \(name)")
                #expect(!file.target.hasSuffix("Wire") || name == "Contract", "\(file.path):\(index + 1): \(name)")
            }
        }
    }

    @Test func `the core imports no wing`() {
        let pattern = /\bimport\s+(?:\w+\s+)?(\w+)/
        let wings = Set(House.sources.filter { $0.wing != nil }.map(\.target))
        for file in House.sources where file.path.hasPrefix("Sources/Core/") {
            for (index, line) in file.code.enumerated() {
                guard let name = line.firstMatch(of: pattern).map({ String($0.1) }) else { continue }
                #expect(!wings.contains(name), "\(file.path):\(index + 1): \(name)")
            }
        }
    }

    @Test func `no target has a meaningless name`() {
        for name in ["Core", "Common", "Utils", "Utilities", "Helpers", "Shared", "Base"] {
            #expect(!Self.targets.contains { $0.hasSuffix(name) })
        }
    }

    @Test func `no target imports Foundation`() {
        let pattern = /\bimport\s+(\w+\s+)?Foundation/
        for file in House.sources {
            for (index, line) in file.code.enumerated() where line.contains(pattern) {
                Issue.record("\(file.path):\(index + 1): \(line.trimmed)")
            }
        }
    }

    @Test func `the client library and the command-line tool need no libuv`() {
        for name in ["DeepLinkClient", "deeplinkctl"] {
            let needed = Self.needed(by: name)
            #expect(needed.contains("HostSystem") && !needed.contains("EventLoop") && !needed.contains("CLibUV"))
        }
    }

    /// What a target needs, itself or through others, and the target.
    private static func needed(by target: String) -> Set<String> {
        let pattern = /\.(?:target|executableTarget)\(\s*name: "(\w+)",\s*dependencies: \[([^\]]*)\]/
        let targets = House.text(of: "Package.swift").matches(of: pattern).map { match in
            (String(match.1), Set(match.2.matches(of: /"(\w+)"/).map { String($0.1) }))
        }
        let needs = Dictionary(targets, uniquingKeysWith: { $0.union($1) })
        var (needed, open): (Set<String>, [String]) = ([], [target])
        while let next = open.popLast() {
            if needed.insert(next).inserted { open += needs[next] ?? [] }
        }
        return needed
    }

    @Test func `the daemon does not link the argument parser, which brings FoundationEssentials`() {
        let declaration = House.text(of: "Package.swift").firstMatch(
            of: /name: "deeplinkd",\s*dependencies: \[([^\]]*)\]/)?.1
        #expect(declaration?.contains("Serving") == true && declaration?.contains("ArgumentParser") == false)
    }

    @Test func `the library that programs embed takes no message bus, loop or database`() {
        let needed = Self.needed(by: "DeepLinkFeatures")
        #expect(needed.contains("Routing"))
        #expect(needed.isDisjoint(with: ["CSystemBus", "DeepLinkPortal", "EventLoop", "SQLite", "SystemBus"]))
        #expect(Self.needed(by: "DeepLinkPortal").isDisjoint(with: ["EventLoop", "SQLite"]))
    }

    @Test func `the tool that tests tables cannot perform actions`() {
        let needed = Self.needed(by: "deeplinkctl")
        #expect(needed.contains("Routing") && !needed.contains("Serving"))
        #expect(!needed.contains { $0.hasSuffix("Service") })
    }
}
