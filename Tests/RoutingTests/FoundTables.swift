import Conf
import Foundation
import TestTables

@testable import Routing

/// Every table of the package: the files that end in `.conf`, and the tables that stand in tests as texts.
enum FoundTables {
    /// The rulesets by the place they were found at; texts that are no table by themselves are passed over.
    static func load() throws -> [(place: String, ruleset: Ruleset)] {
        let package = try folder()
        var tables = try load(try files(in: package), in: package)
        for path in try FileManager.default.subpathsOfDirectory(atPath: package.appending(path: "Tests").path())
            .sorted()
        where path.hasSuffix(".swift") {
            let text = try String(contentsOf: package.appending(path: "Tests/" + path), encoding: .utf8)
            for (number, literal) in literals(in: text).enumerated() {
                if let ruleset = Tables.load(literal).ruleset { tables.append(("\(path) #\(number)", ruleset)) }
            }
        }
        return tables
    }

    /// The `.conf` files that hold a table: the example and every fixture.
    private static func files(in package: URL) throws -> [String] {
        let fixtures = try FileManager.default.subpathsOfDirectory(atPath: package.appending(path: "Tests").path())
        return ["routes.conf"] + fixtures.filter { $0.hasSuffix(".conf") }.sorted().map { "Tests/" + $0 }
    }

    private static func load(_ files: [String], in package: URL) throws -> [(place: String, ruleset: Ruleset)] {
        try files.compactMap { path in
            let bytes = Array(try Data(contentsOf: package.appending(path: path)))
            return RulesetLoader.load(TableFile(name: path, bytes: bytes)).ruleset.map { (path, $0) }
        }
    }

    /// The texts between triple quotes, without the indentation of the closing ones.
    private static func literals(in text: String) -> [String] {
        let parts = text.components(separatedBy: "\"\"\"")
        return stride(from: 1, to: parts.count, by: 2).map { index in
            var lines = parts[index].components(separatedBy: "\n")
            let indent = lines.removeLast()
            return lines.dropFirst().map { $0.hasPrefix(indent) ? String($0.dropFirst(indent.count)) : $0 }
                .joined(separator: "\n") + "\n"
        }.filter { $0.contains("route ") }
    }

    private static func folder() throws -> URL {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.path() != "/",
            !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path())
        {
            folder.deleteLastPathComponent()
        }
        return folder
    }
}
