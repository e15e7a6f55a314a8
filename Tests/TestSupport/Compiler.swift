import Foundation

/// The compiler that built the tests, and the folder of its modules: for samples that must not compile.
package struct Compiler {
    private let program: String
    private let modules: String
    private let root: String

    /// Returns nil, and prints why the test is skipped, if one of them is missing.
    package static func find(for test: String) -> Compiler? {
        func missing(_ what: String) -> Compiler? {
            print("skipped: \(test): \(what)")
            return nil
        }
        var root = URL(fileURLWithPath: #filePath)
        repeat {
            guard root.path != "/" else { return missing("no Package.swift above the sources") }
            root.deleteLastPathComponent()
        } while !FileManager.default.fileExists(atPath: root.appendingPathComponent("Package.swift").path)
        let own = [URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path] + CommandLine.arguments
        let places = own.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path + "/Modules" }
        guard
            let modules = places.first(where: {
                FileManager.default.fileExists(atPath: $0 + "/DeepLinkFeatures.swiftmodule")
            })
        else { return missing("no modules beside the test program") }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let programs = folders.map { "\($0)/swiftc" }
        guard let program = programs.first(where: FileManager.default.isExecutableFile) else {
            return missing("no swiftc in PATH")
        }
        return Compiler(program: program, modules: modules, root: root.path)
    }

    /// The compiler's errors in a text; its whole output if it failed without naming one.
    ///
    /// It runs with `-emit-sil`, not `-typecheck`, because a value consumed twice is found only after type checking.
    ///
    /// - Parameter isForeign: true for a program of another package, which sees public declarations alone.
    package static func errors(of source: String, isForeign: Bool = false) throws -> [String] {
        guard let compiler = find(for: "compiling") else { return ["no compiler"] }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("proof-\(UUID().uuidString).swift")
        try source.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let package =
            isForeign ? ["another", "-enable-upcoming-feature", "MemberImportVisibility"] : [compiler.packageName]
        let arguments = [
            "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-I", compiler.modules,
            "-Xcc", "-fmodule-map-file=\(compiler.root)/Sources/System/CLibUV/module.modulemap",
            "-Xcc", "-fmodule-map-file=\(compiler.root)/Sources/System/CSQLite/module.modulemap", "-package-name",
        ]
        let doors = ["CCurl", "CIDNA", "CLinux", "COpenSSL", "CSystemBus"].flatMap { door in
            ["-Xcc", "-fmodule-map-file=\(compiler.modules)/../\(door).build/module.modulemap"]
        }
        // Beside other work a compiler takes its time.
        let run = try ChildProgram.run(
            compiler.program, arguments + package + doors + [file.path], patience: 10 * ChildProgram.longestWait)
        let errors = run.errors.split(separator: "\n").filter { $0.contains("error: ") }.map(String.init)
        return run.exit != .code(0) && errors.isEmpty ? [run.errors] : errors
    }

    /// The package manager's name of the package in this checkout: its folder's name as an identifier.
    private var packageName: String {
        let folder = root.split(separator: "/").last.map(String.init) ?? ""
        return String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }
}
