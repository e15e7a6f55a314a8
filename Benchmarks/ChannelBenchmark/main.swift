// How fast links reach the subscribers of channels.
//
//     swift build -c release
//     sudo .build/release/ChannelBenchmark [--runs N] [--check]
//
// In each run a daemon is started, and one process sends links and is all subscribers. Sixteen connections send one link
// each, and the next when all subscribers have the one before. The rate is compared with that of `Open` of a route that
// responds, and that of 100 subscribers with `FanOut`, a server in C that sends as many bytes and decides nothing. That of
// acknowledged links is also measured on one connection, beside calls on one connection. With `--check` it fails if the median
// of a ratio is below its limit, or if a subscriber that reads nothing makes the p99 of the others' deliveries more than 20 ms
// longer.

import Glibc
import HostSystem

func fail(_ text: String) -> Never {
    // ignored: without standard error there is no place left for the message.
    _ = try? StandardStreams.write(Array("ChannelBenchmark: \(text)\n".utf8), to: .errors)
    exit(2)
}

do {
    var arguments = Array(CommandLine.arguments.dropFirst())
    // The role of the process that this program starts from its own file.
    if arguments.first == "client", arguments.count == 3 {
        guard let scene = Scene(rawValue: arguments[1]) else { fail("no scene \(arguments[1])") }
        print(try Client(scene, socket: arguments[2]).run().line)
    } else {
        guard HostFacts.userID == 0 else { fail("root is required, to run as several users") }
        let isChecking = arguments.contains("--check")
        arguments.removeAll { $0 == "--check" }
        var runs = 5
        if arguments.first == "--runs", arguments.count > 1, let count = Int(arguments[1]) {
            runs = max(1, count)
            arguments.removeFirst(2)
        }
        guard arguments.isEmpty else { fail("it takes --runs N and --check, not \(arguments[0])") }
        exit(try Report(runs: runs).run(isChecking: isChecking))
    }
} catch {
    fail("\(error)")
}
