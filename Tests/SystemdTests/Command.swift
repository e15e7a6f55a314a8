import Foundation

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
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["timeout", "--kill-after=5", "\(limit.components.seconds)"] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Result(status: process.terminationStatus, output: String(decoding: bytes, as: UTF8.self))
    }

    /// True if PATH has the program.
    static func exists(_ program: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }
}
