// How fast the daemon answers, beside a server in C that answers with the same bytes and decides nothing.
//
//     swift build -c release
//     sudo .build/release/ServeBenchmark [--runs N] [--check] [WORD…]
//
// `Echo` is the server, and `Caller` calls both. Each line starts both and measures them in turn, so that a disturbance
// meets both. Compare ratios between machines, not rates: they are the medians of the rounds. With calls ahead the echo
// computes for as long as makes it as slow as the daemon is with one call at a time. The daemon logs every call to
// a file, but for one line. Servers run on one core and the caller on another, except for the reload: there the daemon has
// all cores, since it reads the table on a second thread. With words it measures the lines that have one of them in their
// name. With `--check` it fails if a line is beyond its limit, in Bounds.swift.

import Glibc
import HostSystem

func fail(_ text: String) -> Never {
    // ignored: without standard error there is no place left for the message.
    _ = try? StandardStreams.write(Array("ServeBenchmark: \(text)\n".utf8), to: .errors)
    exit(2)
}

do {
    var arguments = Array(CommandLine.arguments.dropFirst())
    guard HostFacts.userID == 0 else { fail("root is required, to run as several users") }
    guard sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1 else { fail("two cores are required, one of them for the caller") }
    let isChecking = arguments.contains("--check")
    arguments.removeAll { $0 == "--check" }
    var runs = 5
    if let index = arguments.firstIndex(of: "--runs") {
        guard index + 1 < arguments.count, let count = Int(arguments[index + 1]), count > 0 else {
            fail("--runs needs a number from 1")
        }
        runs = count
        arguments.removeSubrange(index...(index + 1))
    }
    if let option = arguments.first(where: { $0.hasPrefix("-") }) { fail("it has no option \(option)") }
    var report = try Report(runs: runs, words: arguments)
    exit(try report.run(isChecking: isChecking))
} catch {
    fail("\(error)")
}
