// The time to check a program, compared with the time to start it. Each pass makes one start of /bin/true, from the call to
// its exit, and then many runs of each check. The medians of the passes are compared, so a disturbance slows both.
//
//     swift run -c release StartBenchmark
//
// The reference start is posix_spawn and waitpid, without a check. A start by the daemon's own code includes one check.

import EventLoop
import Foundation
import Glibc
import HostSystem

/// Times bodies in alternating passes.
struct Passes {
    private static let count = 301
    private static let repetitions = 50

    private var times: [String: [Double]] = [:]
    private var names: [String] = []

    /// Times each body in every pass; the first is the reference.
    ///
    /// *Units*: `isOnce` is true for a body that a pass calls once.
    mutating func run(_ bodies: [(name: String, isOnce: Bool, body: () throws -> Void)]) throws {
        names = bodies.map(\.name)
        for _ in 0..<Self.count {
            for (name, isOnce, body) in bodies {
                let repetitions = isOnce ? 1 : Self.repetitions
                let start = HostClock.monotonicNs
                for _ in 0..<repetitions { try body() }
                times[name, default: []].append(Double(HostClock.monotonicNs - start) / Double(repetitions))
            }
        }
    }

    /// Prints one line for each body: its median, and the median's ratio to the reference.
    func report() {
        let medians = names.map { name in (times[name] ?? []).sorted()[Self.count / 2] }
        for (name, median) in zip(names, medians) {
            let (micros, percent) = (tenths(median / 1000), tenths(median / medians[0] * 100))
            print("\(name): \(micros) µs, \(percent) % of the reference")
        }
    }

    private func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}

func start(_ program: String) throws {
    let loop = try Loop()
    let child = try ChildProcess(loop: loop, start: .init(program: program, arguments: [program], environment: [:]))
    child.onExit = { _ in child.close() }
    loop.run()
    try loop.close()
}

func startUnchecked(_ program: String) {
    var processID: pid_t = 0
    let name = unsafe strdup(program)
    defer { unsafe free(name) }
    var arguments = unsafe [name, nil]
    guard unsafe posix_spawn(&processID, program, nil, nil, &arguments, nil) == 0 else { return }
    var status: Int32 = 0
    _ = unsafe waitpid(processID, &status, 0)
}

let top = FileManager.default.temporaryDirectory.path + "/start-benchmark-\(HostFacts.processID)"
let deep = top + "/a/b/c/d/e/f/g/h"
let (script, link) = (deep + "/script", top + "/link")
let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true, attributes: attributes)
_ = FileManager.default.createFile(atPath: script, contents: Data("#!/bin/sh\n".utf8), attributes: attributes)
try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: script)
defer { try? FileManager.default.removeItem(atPath: top) }

let rule = TrustRule.ofThisProcess
var passes = Passes()
try passes.run([
    ("posix_spawn of /bin/true, to its exit", true, { startUnchecked("/bin/true") }),
    ("start of /bin/true, to its exit", true, { try start("/bin/true") }),
    ("walk to /usr/bin/true", false, { _ = try rule.walk("/usr/bin/true", to: "measure") }),
    ("walk to a script ten folders down", false, { _ = try rule.walk(script, to: "measure") }),
    ("walk to it through a link", false, { _ = try rule.walk(link, to: "measure") }),
    ("check of /bin/true: walk, open, read", false, { _ = try ProgramFile("/bin/true") }),
    ("check of the script and its interpreter", false, { _ = try ProgramFile(link) }),
])
passes.report()
