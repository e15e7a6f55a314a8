import Foundation

/// Python environments with third-party packages, kept beside the products between runs.
enum PythonEnvironment {
    /// The interpreter of one with Varlink clients; nil if it cannot be created, with the reason printed.
    static let interpreter = make("EndToEndTests", of: ["varlink", "asyncvarlink"], for: "what Python's clients see")

    /// That of one with a verifier of webhooks; nil if it cannot be created, with the reason printed.
    static let webhooks = make("EndToEndTests.webhooks", of: ["standardwebhooks"], for: "a verifier of webhooks")

    /// That of one with Prometheus' parser; nil if it cannot be created, with the reason printed.
    static let metrics = make("EndToEndTests.metrics", of: ["prometheus_client"], for: "a parser of OpenMetrics")

    /// That of one with Ansible; nil if it cannot be created, with the reason printed.
    static let ansible = make(
        "EndToEndTests.ansible", of: ["ansible-core"], importing: ["ansible"], for: "a roll-out by Ansible")

    /// That of one with OpenTelemetry's messages; nil if it cannot be created, with the reason printed.
    static let traces = make(
        "EndToEndTests.traces", of: ["opentelemetry-proto"], importing: ["opentelemetry.proto.trace.v1.trace_pb2"],
        for: "the classes of OpenTelemetry")

    /// That of one with an engine of TextMate's grammars; nil if it cannot be created, with the reason printed.
    static let grammars = make(
        "EndToEndTests.grammars", of: ["textmate-grammar-python"], importing: ["textmate_grammar"],
        for: "an engine of TextMate's grammars")

    /// That of one with pre-commit; nil if it cannot be created, with the reason printed.
    static let hooks = make(
        "EndToEndTests.hooks", of: ["pre-commit"], importing: ["pre_commit"], for: "the hooks under pre-commit")

    /// That of one with a client of language servers; nil if it cannot be created, with the reason printed.
    static let editors = make(
        "EndToEndTests.editors", of: ["pytest-lsp"], importing: ["pytest_lsp"], for: "a client of language servers")

    /// That of one with readers of JUnit's XML, TAP and SARIF; nil if it cannot be created, with the reason printed.
    static let reports = make(
        "EndToEndTests.reports", of: ["junitparser", "tap.py", "pydantic-sarif"],
        importing: ["junitparser", "tap.parser", "pydantic_sarif.model"], for: "readers of test reports")

    /// - Parameter modules: what a program imports of the packages, where that has other names.
    private static func make(
        _ name: String, of packages: [String], importing modules: [String]? = nil, for what: String
    ) -> String? {
        let folder = Products.folder + "/\(name).venv"
        let interpreter = folder + "/bin/python"
        let works = ["-c", "import " + (modules ?? packages).joined(separator: ", ")]
        if (try? run(interpreter, works)) != nil { return interpreter }
        do {
            try run("/usr/bin/env", ["python3", "-m", "venv", "--clear", folder])
            try run(
                interpreter,
                ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"] + packages)
            try run(interpreter, works)
            return interpreter
        } catch {
            print("skipped: \(what): \(error)")
            return nil
        }
    }

    @discardableResult
    private static func run(_ program: String, _ arguments: [String]) throws -> String {
        let run = try Program.run(
            program, arguments, environment: ProcessInfo.processInfo.environment, patience: 120_000)
        guard run.exit == .code(0) else {
            throw TestFailure(arguments.joined(separator: " ") + ": " + (run.errors.split(separator: "\n").last ?? ""))
        }
        return run.output
    }

    /// Runs a script, which gets the address of the socket as its argument, and reads the JSON that it prints.
    static func run(_ script: String, _ socket: String) throws -> JSONTree {
        guard let interpreter else { throw TestFailure("there is no Python") }
        let run = try Program.run(interpreter, ["-c", script, "unix:" + socket])
        guard run.exit == .code(0) else { throw TestFailure(run.errors) }
        return try JSONTree(parsing: Array(run.output.utf8))
    }
}
