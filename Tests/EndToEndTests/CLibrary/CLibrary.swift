import Foundation
import TestSupport

/// The client library in C, built as the package is, and the programs that are compiled with it.
enum CLibrary {
    /// How a program of `Tests/libdeeplink` is built and run.
    enum Form: String, CaseIterable {
        /// With the shared library.
        case shared
        /// With the sources of the library, under AddressSanitizer and UndefinedBehaviorSanitizer.
        case sanitized
        /// With the shared library, under valgrind.
        case watched
    }

    /// The folder with `lib` and `include`; nil without a compiler, with the reason printed.
    static let folder: String? = {
        guard HostPrograms.paths(of: ["cc", "pkg-config"], for: "the client library in C") != nil else { return nil }
        return Result { try build() }.success
    }()

    static let products = Products.folder + "/EndToEndTests.c-library"
    static let sources = Products.package + "/Sources/Libraries/libdeeplink"

    /// The environment in which compilers and programs find the library.
    static var environment: [String: String] {
        let own = ProcessInfo.processInfo.environment
        return own.filter { ["PATH", "HOME", "LANG"].contains($0.key) }.merging([
            "PKG_CONFIG_PATH": products + "/lib/pkgconfig", "LD_LIBRARY_PATH": products + "/lib",
            "LIBDEEPLINK": products + "/lib/libdeeplink.so.1",
        ]) { $1 }
    }

    private static func build() throws -> String {
        let script = Products.package + "/scripts/c-library.sh"
        let run = try Program.run(
            "/bin/bash", [script, products, products], environment: environment, patience: 120_000)
        guard run.exit == .code(0) else { throw TestFailure("c-library.sh: \(run.errors)") }
        return products
    }

    /// Compiles a program as its readers do, with what pkg-config says.
    static func compile(_ source: String, as name: String) throws -> String? {
        guard folder != nil else { return nil }
        let program = products + "/" + name
        let command = "cc -Wall -Wextra -Werror -o \"$1\" \"$0\" $(pkg-config --cflags --libs deeplink)"
        let run = try Program.run(
            "/bin/bash", ["-c", command, source, program], environment: environment, patience: 120_000)
        guard run.exit == .code(0) else { throw TestFailure("\(source): \(run.errors)") }
        return program
    }

    /// Compiles a program of `Tests/libdeeplink` with the library's sources, so that the sanitizers see both.
    static func compileSanitized(
        _ name: String, with files: [String], by sanitizers: String = "address,undefined"
    ) throws -> String {
        let program = products + "/" + name + "-sanitized"
        let options = [
            "-std=c11", "-D_GNU_SOURCE", "-DDEEPLINK_VERSION=\"tests\"", "-Wall", "-Wextra", "-Werror", "-g",
            "-fsanitize=" + sanitizers, "-fno-sanitize-recover=all", "-pthread", "-I" + sources + "/include",
        ]
        let source = Products.package + "/Tests/libdeeplink/" + name + ".c"
        let compiler = HostPrograms.path(of: "cc") ?? "cc"
        let run = try Program.run(
            compiler, options + ["-o", program, source] + files.map { sources + "/" + $0 },
            environment: environment, patience: 120_000)
        guard run.exit == .code(0) else { throw TestFailure("\(name): \(run.errors)") }
        return program
    }

    // MARK: The probe

    private static let probe = Result {
        try compile(Products.package + "/Tests/libdeeplink/probe.c", as: "probe")
    }
    private static let sanitizedProbe = Result { try compileSanitized("probe", with: allSources) }

    /// The files of the library.
    static var allSources: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: sources).filter { $0.hasSuffix(".c") }.sorted()
        }
    }

    /// The words that run the probe; nil if this machine cannot, with the reason printed.
    static func probe(_ form: Form) throws -> [String]? {
        guard folder != nil, let probe = try probe.get() else { return nil }
        switch form {
        case .shared: return [probe]
        case .sanitized: return [try sanitizedProbe.get()]
        case .watched:
            guard let valgrind = HostPrograms.paths(of: ["valgrind"], for: "libdeeplink under valgrind")?.first else {
                return nil
            }
            return [valgrind, "--quiet", "--leak-check=full", "--error-exitcode=99", probe]
        }
    }

    /// Runs the probe to its end; nil if this machine cannot.
    static func run(_ form: Form, _ arguments: [String], _ variables: [String: String] = [:]) throws -> Program.Run? {
        guard let words = try probe(form) else { return nil }
        return try Program.run(
            words[0], words.dropFirst() + arguments, environment: environment.merging(variables) { $1 },
            patience: 60_000)
    }
}

extension Result {
    var success: Success? { try? get() }
}
