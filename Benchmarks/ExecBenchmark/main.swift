// How fast the daemon starts programs.
//
//     swift build -c release
//     sudo .build/release/ExecBenchmark [--runs N] [--check]
//
// In each run a daemon is started, and sixteen connections open a link with `exec /bin/true`, one call at a time each. The
// rate is compared with that of two loops of posix_spawn and waitpid, which have nothing to check, to follow and to answer,
// and with webhook, an HTTP server that starts programs, where it is installed. With `--check` it fails if the median of a
// ratio is below its limit.

import Glibc
import HostSystem

func fail(_ text: String) -> Never {
    // ignored: without standard error there is no place left for the message.
    _ = try? StandardStreams.write(Array("ExecBenchmark: \(text)\n".utf8), to: .errors)
    exit(2)
}

do {
    var arguments = Array(CommandLine.arguments.dropFirst())
    guard HostFacts.userID == 0 else { fail("root is required, to run the daemon as a user of its own") }
    let isChecking = arguments.contains("--check")
    arguments.removeAll { $0 == "--check" }
    var runs = 5
    if arguments.first == "--runs", arguments.count > 1, let count = Int(arguments[1]) {
        runs = max(1, count)
        arguments.removeFirst(2)
    }
    guard arguments.isEmpty else { fail("it takes --runs N and --check, not \(arguments[0])") }
    exit(try Report(runs: runs).run(isChecking: isChecking))
} catch {
    fail("\(error)")
}
