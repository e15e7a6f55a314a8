// How long `deeplinkctl open` takes, from the start of the process to its end.
//
//     swift build -c release
//     sudo .build/release/CommandBenchmark [--rounds N] [--programs FOLDER] [--check]
//
// A daemon is started. In each round the commands run once each, and so does a program in C that only connects, sends
// the same call, reads the reply and ends. The medians are compared, so that machines can be. FOLDER has the measured
// `deeplinkctl`, as `scripts/install.sh` installs it: it starts faster than the one beside this program, which loads the
// libraries of Swift. With `--check` it fails if a ratio is above its limit, which is that of installed programs.

import Glibc
import HostSystem

func fail(_ text: String) -> Never {
    // ignored: without standard error there is no place left for the message.
    _ = try? StandardStreams.write(Array("CommandBenchmark: \(text)\n".utf8), to: .errors)
    exit(2)
}

do {
    var arguments = Array(CommandLine.arguments.dropFirst())
    guard HostFacts.userID == 0 else { fail("root is required, to run the daemon as a user of its own") }
    func value(of option: String) -> String? {
        guard let index = arguments.firstIndex(of: option) else { return nil }
        guard index + 1 < arguments.count else { fail("\(option) needs a value") }
        defer { arguments.removeSubrange(index...(index + 1)) }
        return arguments[index + 1]
    }
    let isChecking = arguments.contains("--check")
    arguments.removeAll { $0 == "--check" }
    let folder = value(of: "--programs")
    guard let rounds = Int(value(of: "--rounds") ?? "501"), rounds > 0 else { fail("--rounds needs a number from 1") }
    guard arguments.isEmpty else { fail("it takes --rounds N, --programs FOLDER and --check, not \(arguments[0])") }
    exit(try Report(rounds: rounds, folder: folder).run(isChecking: isChecking))
} catch {
    fail("\(error)")
}
