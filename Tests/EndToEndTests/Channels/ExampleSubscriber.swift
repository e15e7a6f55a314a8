import Foundation

/// A subscriber of Examples/subscribers.
enum ExampleSubscriber: String, CaseIterable {
    case python, plainPython, node, go, rust, shell, swift, c, ctypes

    /// Its program, without the path of the socket; nil if this machine cannot run it, with the reason printed.
    ///
    /// *Throws*: if it does not compile.
    func command() throws -> [String]? {
        switch self {
        case .python: PythonEnvironment.interpreter.map { [$0, path] }
        case .plainPython: run("python3")
        case .node: run("node")
        case .shell: run("bash", "socat", "jq")
        case .swift: [Products.folder + "/SubscriberExample"]
        case .go: try Self.goProgram.get().map { [$0] }
        case .rust: try Self.rustProgram.get().map { [$0] }
        case .c: try CLibrary.compile(path, as: "subscriber").map { Self.withLibrary + [$0] }
        case .ctypes: CLibrary.folder == nil ? nil : run("python3").map { Self.withLibrary + $0 }
        }
    }

    /// Whether it waits for a daemon that is away, and subscribes again.
    var reconnects: Bool { [.swift, .c, .ctypes].contains(self) }

    /// The lines of its code, without comments and empty lines.
    var code: [Substring] {
        get throws {
            try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter {
                !$0.contains(/^\s*(?:#|\/\/|$)/)
            }
        }
    }

    static let folder = Products.package + "/Examples/subscribers"

    private var path: String {
        switch self {
        case .python: Self.folder + "/subscriber.py"
        case .plainPython: Self.folder + "/subscriber-plain.py"
        case .node: Self.folder + "/subscriber.mjs"
        case .go: Self.folder + "/subscriber.go"
        case .rust: Self.folder + "/rust/main.rs"
        case .shell: Self.folder + "/subscriber.sh"
        case .swift: Self.folder + "/swift/Subscriber.swift"
        case .c: Self.folder + "/subscriber.c"
        case .ctypes: Self.folder + "/subscriber-ctypes.py"
        }
    }

    /// The command that an interpreter runs; nil where the interpreter or another program of its is missing.
    private func run(_ programs: String...) -> [String]? {
        HostPrograms.paths(of: programs, for: "the example \(rawValue)").map { [$0[0], path] }
    }

    /// What is in front of a program that uses the client library in C, which is not installed.
    private static let withLibrary = [
        "/usr/bin/env", "LD_LIBRARY_PATH=\(CLibrary.products)/lib",
        "LIBDEEPLINK=\(CLibrary.products)/lib/libdeeplink.so.1",
    ]

    // MARK: Compiled ones

    /// What is built of them is kept beside the products, so only the first run takes long.
    private static let products = Products.folder + "/EndToEndTests.examples"
    private static let goProgram = Result { try buildGo() }
    private static let rustProgram = Result { try buildRust() }

    private static func buildGo() throws -> String? {
        let library = "/usr/share/gocode"
        guard let go = HostPrograms.paths(of: ["go"], for: "the example subscriber.go")?.first else { return nil }
        guard FileManager.default.fileExists(atPath: library + "/src/github.com/varlink/go") else {
            print("skipped: the example subscriber.go: Debian's golang-github-varlink-go-dev is not installed")
            return nil
        }
        let program = products + "/subscriber-go"
        let variables = ["GO111MODULE": "off", "GOPATH": library, "GOCACHE": products + "/go", "GOFLAGS": ""]
        try build(go, ["build", "-o", program, folder + "/subscriber.go"], variables)
        return program
    }

    private static func buildRust() throws -> String? {
        guard let cargo = HostPrograms.paths(of: ["cargo"], for: "the example main.rs")?.first else { return nil }
        // Where Debian's librust-serde-json-dev puts the library, so that the build needs no network.
        let registry = "/usr/share/cargo/registry"
        let crates = (try? FileManager.default.contentsOfDirectory(atPath: registry)) ?? []
        guard crates.contains(where: { $0.hasPrefix("serde_json-") }) else {
            print("skipped: the example main.rs: Debian's librust-serde-json-dev is not installed")
            return nil
        }
        // A copy, because cargo writes a file beside the manifest.
        let copy = products + "/rust-source"
        _ = try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.createDirectory(atPath: products, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: folder + "/rust", toPath: copy)
        let source = ["replace-with=\"debian\"", "debian.directory=\"\(registry)\""]
        let settings = [["--config", "source.crates-io." + source[0]], ["--config", "source." + source[1]]]
        try build(
            cargo,
            [
                "build", "--quiet", "--offline", "--manifest-path", copy + "/Cargo.toml", "--target-dir",
                products + "/rust",
            ]
                + settings.joined(), [:])
        return products + "/rust/debug/subscriber"
    }

    private static func build(_ compiler: String, _ arguments: [String], _ variables: [String: String]) throws {
        let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        let run = try Program.run(compiler, arguments, environment: environment, patience: 300_000)
        guard run.exit == .code(0) else { throw TestFailure("\(compiler): \(run.errors)") }
    }
}
