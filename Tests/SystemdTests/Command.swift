import Foundation
import TestSupport

/// A program that a test runs to its end.
struct Command {
    /// The output of a program, and how it ended.
    struct Result {
        let status: Int32
        let output: String
    }

    /// Runs a program from PATH; its standard error is part of the output, and timeout(1) limits its time.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], limit: Duration = .seconds(30)
    ) throws -> Result {
        let seconds = limit.components.seconds
        let command = ["timeout", "--kill-after=5", "\(seconds)"] + arguments
        let all = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        // Shell: both streams are one, in the order of what was written.
        let run = try ChildProgram.run(
            "/bin/sh", ["-c", "exec \"$@\" 2>&1", "sh"] + command, environment: all,
            patience: Int32(seconds + 10) * 1000)
        guard case .code(let status) = run.exit else { return Result(status: -1, output: run.output) }
        return Result(status: status, output: run.output)
    }

    /// True if PATH has the program.
    static func exists(_ program: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }
}
