// The house rules, as tests. They read the files of this package without importing it, so they also check code that does
// not build yet. An exception names its file in the table beside the rule, with the reason; an exception that is no longer
// needed fails too.

import Foundation

/// The package's files.
enum House {
    /// The folder that holds Package.swift.
    static let root: URL = {
        var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path + "/Package.swift") {
            folder.deleteLastPathComponent()
        }
        return folder
    }()

    /// Every Swift file of Sources, sorted by path.
    static let sources: [SwiftFile] = paths(under: "Sources").filter { $0.hasSuffix(".swift") }.map {
        SwiftFile(path: $0, text: text(of: $0))
    }

    /// Every declaration of Sources outside function bodies.
    static let declarations = sources.flatMap(DeclarationReader.declarations(in:))

    /// Every file of the package, by path; build products and editor files are excluded.
    static let files: [String] = {
        let folders = [
            ".ci", "Benchmarks", "Examples", "Fuzzing", "Sources", "Tests", "docs", "scripts", "systemd",
        ].flatMap(paths(under:))
        let top = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        let texts = top.filter { name in
            ["md", "swift", "conf", "cases"].contains { name.hasSuffix("." + $0) } || name == ".gitignore"
        }
        return folders + texts.sorted()
    }()

    /// The text of a file; empty if there is none.
    static func text(of path: String) -> String {
        (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)) ?? ""
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }

    static func isExecutable(_ path: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: root.appendingPathComponent(path).path)
    }

    private static func paths(under folder: String) -> [String] {
        let found = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
        // An example that is a package of its own has a folder of build products, too.
        let paths = (found?.compactMap { $0 as? String } ?? []).filter { !$0.contains(".build/") }
        return paths.map { folder + "/" + $0 }.filter { path in
            let values = try? root.appendingPathComponent(path).resourceValues(forKeys: [.isRegularFileKey])
            return values?.isRegularFile == true
        }.sorted()
    }
}
