// What one call costs in memory, stage by stage: from the message's bytes to the reply's, without sockets and programs.
//
//     swift run -c release CallBenchmark [routes.conf]
//
// Machines are noisy: read the medians as ratios to the reference of the same run, a plain loop over the message's bytes.

import Contract
import EventLoop
import Features
import Framing
import Links
import Matching
import Routing

/// Measures closures and prints each beside the reference.
struct Stopwatch {
    private static let rounds = 9
    private static let repetitions = 100_000
    private var referenceNs = 1.0

    /// Times the reference that all others are divided by.
    mutating func reference(_ name: String, _ body: () -> Void) {
        referenceNs = Self.medianNs(body)
        Self.print(name, referenceNs, ratio: 1)
    }

    /// Times one stage.
    func stage(_ name: String, _ body: () -> Void) {
        let median = Self.medianNs(body)
        Self.print(name, median, ratio: median / referenceNs)
    }

    private static func medianNs(_ body: () -> Void) -> Double {
        let times = (0..<rounds).map { _ in
            let start = HostClock.monotonicNs
            for _ in 0..<repetitions { body() }
            return Double(HostClock.monotonicNs - start) / Double(repetitions)
        }
        return times.sorted()[rounds / 2]
    }

    private static func print(_ name: String, _ ns: Double, ratio: Double) {
        let columns = [name, String(Int(ns.rounded())), String((ratio * 10).rounded() / 10)]
        let padded = zip(columns, [28, 8, 8]).map { text, width in
            text + String(repeating: " ", count: max(1, width - text.utf8.count))
        }
        Swift.print(padded.joined())
    }
}

/// Keeps the optimiser from seeing that nobody needs a result.
@inline(never) func use<Result>(_ result: borrowing Result) {}

@inline(never) func clear(_ url: String, in ruleset: Ruleset, _ facts: Facts, _ caller: Caller) -> Outcome {
    switch ruleset.clear(url, facts: facts, caller: caller) {
    case .stopped(let outcome): outcome
    case .cleared(_, let outcome): outcome
    }
}

let path = CommandLine.arguments.dropFirst().first ?? "routes.conf"
let file = try FileReader.read(path, byteLimit: Limits.tableBytes)
guard let ruleset = RulesetLoader.load(TableFile(name: path, bytes: file.bytes)).ruleset else {
    throw LoopError.notAFile(path: path)
}
let facts = Facts()
let caller = Caller(uid: 1000)
let url = "https://podcasts.example/de/shows/morning"
let message = Array(#"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"\#(url)"}}"#.utf8)
let link = try Link.parse(url)
let cleared = clear(url, in: ruleset, facts, caller)
var match = Match()
var reply: [UInt8] = []

print("stage                       ns      ratio")
var stopwatch = Stopwatch()
// Each round goes on from the hash of the one before, or the optimiser would do the loop once and for all.
var hash: UInt64 = 0xCBF2_9CE4_8422_2325
stopwatch.reference("reference: \(message.count) bytes") {
    for byte in message { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
}
stopwatch.stage("decode the call") { use(try? CallDecoder.decode(message.span)) }
stopwatch.stage("parse the link") { use(try? Link.parse(url)) }
stopwatch.stage("match it") { use(ruleset.index.match(link, into: &match)) }
stopwatch.stage("decide, with inputs") { use(ruleset.decide(link)) }
stopwatch.stage("clear: parse to proof") { use(clear(url, in: ruleset, facts, caller)) }
stopwatch.stage("clear one that is blocked") {
    use(clear("podcast://favourites/rock", in: ruleset, facts, caller))
}
stopwatch.stage("encode the reply") {
    reply.removeAll(keepingCapacity: true)
    ReplyEncoder.append(outcome: cleared, to: &reply)
}
stopwatch.stage("the whole call") {
    guard let call = try? CallDecoder.decode(message.span), case .request(.open(let url, _)) = call.content else {
        return
    }
    reply.removeAll(keepingCapacity: true)
    ReplyEncoder.append(outcome: clear(url, in: ruleset, facts, caller), to: &reply)
}
