import Foundation
import Glibc

/// A program that runs beside the test, which reads what it has printed so far.
final class BackgroundProgram {
    let program: Program
    private let paths: (output: String, errors: String)

    /// Starts it, by default with this process's environment; the test ends it.
    init(
        _ command: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
        in folder: TemporaryFolder
    ) throws {
        let name = "program-\(UUID().uuidString)"
        paths = (folder.path(of: name + ".output"), folder.path(of: name + ".errors"))
        let streams = try ["/dev/null", paths.output, paths.errors].map { path in
            let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw TestFailure("open \(path): errno \(errno)") }
            return descriptor
        }
        defer { for stream in streams { close(stream) } }
        program = try Program(
            command[0], Array(command.dropFirst()), environment: environment, descriptors: streams.map { $0 })
    }

    var output: String { Self.text(of: paths.output) }
    var errors: String { Self.text(of: paths.errors) }

    private static func text(of path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }
}
