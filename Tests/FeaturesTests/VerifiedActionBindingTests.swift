// What must not compile. Each sample is compiled against the modules that this very test was built from; one that has
// nothing wrong shows that the others fail for their own reason and not for lack of a module.
//
// The samples go through `-emit-sil`, not `-typecheck`: that a value is consumed twice is found after type checking.

import Foundation
import Testing

@Suite(.enabled("needs swiftc and the modules of this build") { Compiler.find() != nil })
struct VerifiedActionBindingTests {
    private static func sample(_ body: String) -> String {
        """
        import Contract
        import EventLoop
        import Features
        import Running

        func use(_ runner: ActionRunner, _ catalogue: FeatureCatalogue, _ caller: Caller) {
            let binding = catalogue.binding(of: 0)
            switch Verifier.verify(
                binding, inputs: [], in: catalogue, facts: Facts(), caller: caller, tableRevision: "t")
            {
            case .refused: break
            case .verified(let proof):
                \(body)
            }
        }

        """
    }

    private static let once = "runner.perform(proof) { _ in }"

    @Test func `a proof that is performed once compiles`() throws {
        #expect(try Compiler.errors(of: Self.sample(Self.once)) == [])
    }

    @Test(arguments: [
        ("performing twice", "\(once); \(once)", "consumed more than once"),
        ("performing in a loop", "for _ in 0..<2 { \(once) }", "consumed in a loop"),
        ("keeping a copy", "let kept = proof; \(once); _ = kept.caller", "consumed more than once"),
        ("copying by force", "let kept = copy proof; _ = kept.caller", "'copy' cannot be applied to noncopyable types"),
        ("an array of proofs", "let kept = [proof]; _ = kept.count", "conform to 'Copyable'"),
        ("hiding it in Any", "let kept: Any = proof; _ = kept", "does not conform to specified type 'Copyable'"),
        ("performing a binding", "runner.perform(binding) { _ in }; _ = proof.caller", "cannot convert value of type"),
        (
            "making a proof",
            """
            let made = VerifiedActionBinding(
                binding: binding, action: proof.action, inputs: [], caller: caller, tableRevision: "t",
                stateRevision: proof.stateRevision)
            runner.perform(made) { _ in }
            """, "initializer is inaccessible due to 'internal' protection level"
        ),
        (
            "changing whose it is", "var mine = proof; mine.caller = caller; runner.perform(mine) { _ in }",
            "'caller' is a 'let' constant"
        ),
        (
            "pairing an action with another feature",
            "_ = ActionBinding(feature: 0, action: 5); _ = proof.caller",
            "initializer is inaccessible due to 'internal' protection level"
        ),
    ])
    func `what would get round the gate does not compile`(what: String, body: String, message: String) throws {
        let errors = try Compiler.errors(of: Self.sample(body))
        #expect(errors.contains { $0.contains(message) }, "\(what): \(errors)")
    }
}

/// The compiler that built this test, and where it put the modules.
private struct Compiler {
    let program: String
    let modules: String
    let root: String

    /// Answers nil, and prints why, where one of them is missing.
    static func find() -> Compiler? {
        func missing(_ what: String) -> Compiler? {
            print("skipped: VerifiedActionBindingTests: \(what)")
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
                FileManager.default.fileExists(atPath: $0 + "/Running.swiftmodule")
            })
        else { return missing("no modules beside the test program") }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let programs = folders.map { "\($0)/swiftc" }
        guard let program = programs.first(where: FileManager.default.isExecutableFile) else {
            return missing("no swiftc in PATH")
        }
        return Compiler(program: program, modules: modules, root: root.path)
    }

    /// The compiler's errors, without their places.
    static func errors(of source: String) throws -> [String] {
        let compiler = try #require(find())
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("proof-\(UUID().uuidString).swift")
        try source.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: compiler.program)
        process.arguments = [
            "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-I", compiler.modules, "-package-name",
            compiler.packageName, "-Xcc", "-fmodule-map-file=\(compiler.root)/Sources/CLibUV/module.modulemap",
            file.path,
        ]
        let output = Pipe()
        process.standardError = output
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let errors = text.split(separator: "\n").filter { $0.contains("error: ") }.map(String.init)
        #expect((process.terminationStatus == 0) == errors.isEmpty, "\(text)")
        return errors
    }

    /// How the package manager calls the package of this checkout: its folder's name as an identifier.
    private var packageName: String {
        let folder = root.split(separator: "/").last.map(String.init) ?? ""
        return String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }
}
