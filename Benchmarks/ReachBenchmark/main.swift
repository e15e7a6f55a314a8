// How fast actions call services.
//
//     DEEPLINKD_BENCHMARKS=1 swift build -c release
//     sudo .build/release/ReachBenchmark [--runs N] [--check]
//
// In each run sixteen clients in C call a service in C, one call at a time each, by Varlink, over a message bus of their
// own, or with libcurl; then as many open a link at a daemon whose action calls the same service. A link makes two round trips where the
// direct call makes one, and is decided between them.
// With `--check` it fails if the median of a ratio is below its limit.

import Glibc
import HostSystem

func fail(_ text: String) -> Never {
    // ignored: without standard error there is no place left for the message.
    _ = try? StandardStreams.write(Array("ReachBenchmark: \(text)\n".utf8), to: .errors)
    exit(2)
}

do {
    var arguments = Array(CommandLine.arguments.dropFirst())
    guard HostFacts.userID == 0 else { fail("root is required, to run the servers as a user of their own") }
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
