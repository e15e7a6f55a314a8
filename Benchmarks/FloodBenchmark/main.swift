// The effect of one user's flood on another user, and on the daemon's memory. The daemon, the flood and the probe are
// processes of three users; the probe calls once every 10 ms and records how long each reply takes.
//
//     swift build -c release
//     sudo .build/release/FloodBenchmark [--runs N] [--check] [CASE…]
//
// Each line shows the probe's times without and with the flood, and the daemon's peak memory minus that of an idle daemon
// with the same table. With `--check` it fails if the median p99 of the runs is over 20 ms, or the memory over 128 MiB. For
// bursts the slowest call must stay below 50 ms instead, since they are over before a percentile means much; for a flood whose
// probe is an operator the p99 must stay below 10 ms.

import Glibc
import HostSystem

func take(_ option: String, from arguments: inout [String]) -> String? {
    guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else { return nil }
    defer { arguments.removeSubrange(index...(index + 1)) }
    return arguments[index + 1]
}

func fail(_ text: String) -> Never {
    // ignored: without standard error there is no place left for the message.
    _ = try? StandardStreams.write(Array("FloodBenchmark: \(text)\n".utf8), to: .errors)
    exit(2)
}

do {
    var arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    // The roles of the processes that this program starts from its own file.
    case "flood" where arguments.count == 3:
        guard let flood = Flood(rawValue: arguments[1]) else { fail("no flood \(arguments[1])") }
        if let connecting = flood.connecting { try connecting.run(arguments[2]) }
        try Flooder(flood, socket: arguments[2]).run()
    case "probe" where arguments.count == 4:
        guard let milliseconds = Int64(arguments[2]) else { fail("no time \(arguments[2])") }
        print(
            try Probe(socket: arguments[1], connecting: arguments[3] == "connect").run(milliseconds: milliseconds).line)
    default:
        guard HostFacts.userID == 0 else { fail("root is required, to run as three users") }
        let runs = take("--runs", from: &arguments).flatMap { Int($0) } ?? 3
        let isChecking = arguments.contains("--check")
        arguments.removeAll { $0 == "--check" }
        for name in arguments where Flood(rawValue: name) == nil {
            fail("no case \(name); there are " + Flood.allCases.map(\.rawValue).joined(separator: ", "))
        }
        let floods = arguments.isEmpty ? Flood.allCases : arguments.compactMap(Flood.init)
        exit(try Report(runs: max(1, runs)).run(floods, isChecking: isChecking))
    }
} catch {
    fail("\(error)")
}
