import Foundation

/// A Python environment with third-party Varlink clients, kept beside the products between runs.
enum PythonEnvironment {
    /// Its interpreter; nil if it cannot be created, with the reason printed.
    static let interpreter: String? = {
        let folder = Products.folder + "/EndToEndTests.venv"
        let interpreter = folder + "/bin/python"
        let works = ["-c", "import varlink, asyncvarlink"]
        if (try? run(interpreter, works)) != nil { return interpreter }
        do {
            try run("/usr/bin/env", ["python3", "-m", "venv", "--clear", folder])
            try run(
                interpreter,
                ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "varlink", "asyncvarlink"])
            try run(interpreter, works)
            return interpreter
        } catch {
            print("skipped: what Python's clients see: \(error)")
            return nil
        }
    }()

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
