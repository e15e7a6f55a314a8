// The time of a call that opens a link: first the stages of its path in memory, then whole calls.
//
//     swift run -c release CallBenchmark [--check] [routes.conf]
//
//     stages    bytes → a message → its URL → pass: parse, match, verify
//     calls     16 calls → the server's session → 16 replies, over a pair of sockets
//
// The stages are the functions that `Session` and `LinkPath` call. The reply has no stage of its own, because only a session
// can write it: it is a part of the calls, as the log's line is. `echo` is what the sockets and the client take of a call.
//
// Machines are noisy: read the medians as ratios to the reference, which is measured beside each. The limits are about
// twice what an idle machine measures, and the allocations are exact.

import BenchmarkSupport
import CAllocationCount
import Contract
import EventLoop
import Features
import Glibc
import HostSystem
import Links
import Matching
import Routing
import Serving
import Tables
import TestTables
import Varlink

let path = CommandLine.arguments.dropFirst().first { !$0.hasPrefix("-") } ?? "routes.conf"
let file = try FileReader.read(path, byteLimit: Limits.tableBytes)
guard let ruleset = RulesetLoader.load(TableFile(name: path, bytes: file.bytes)).ruleset else {
    throw LoopError.notAFile(path: path)
}
var benchmark = Benchmark(arguments: CommandLine.arguments, allocationCount: allocation_count)

/// A message that opens a link, with its NUL.
func message(_ url: String, _ more: String = "") -> [UInt8] {
    Array(#"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"\#(url)"\#(more)}}"#.utf8) + [0]
}

let (url, blockedURL) = ("https://podcasts.example/de/shows/morning", "podcast://favourites/rock")

// MARK: Stages

let (bytes, blockedBytes) = (Array(url.utf8), Array(blockedURL.utf8))
let (plain, more) = (message(url), message(url, #","timings":false"#))
let (frames, decoder) = (FrameDecoder(limit: Limits.callBytes), CallDecoder(Interface.all))
let link = try Link.parse(url)
let (cache, caller) = (VerificationCache(store: FactStore()), Caller(uid: 1000))
var match = Match()

benchmark.measure("cut a message out of bytes", limit: 1.2, allocations: 0) {
    frames.append(plain.span)
    keep(try? frames.next())
    keep(frames.isUsedUp())
}
benchmark.measure("find its URL", limit: 0.8, allocations: 0) {
    keep(CallDecoder.plainLink(plain.span.extracting(droppingLast: 1)))
}
benchmark.measure("decode more than a URL", limit: 17, allocations: 2) {
    keep(try? decoder.decode(more.span.extracting(droppingLast: 1)))
}
benchmark.measure("parse the link", limit: 7, allocations: 1) {
    keep(try? Link.parse(bytes.span, limits: ruleset.linkLimits, separators: ruleset.separators))
}
benchmark.measure("match it", limit: 3.3, allocations: 0) { keep(ruleset.index.match(link, into: &match)) }
benchmark.measure("pass: from its URL to the proof", limit: 24, allocations: 1) {
    keep(ruleset.pass(bytes.span, cache: cache, caller: caller))
}
// The bytes of the link; its inputs, once for the gate and once for the outcome; the URL in the outcome; the outcome.
benchmark.measure("pass one that is blocked", limit: 50, allocations: 5) {
    keep(ruleset.pass(blockedBytes.span, cache: cache, caller: caller))
}

// MARK: Calls

let (loop, log) = (try Loop(), Log())
try LineWriter(log.lines, descriptor: unsafe open("/dev/null", O_WRONLY)).start(on: loop)
let server = try Server(
    loop: loop, ruleset: ruleset, facts: Facts(),
    source: TableSource(.files([]), purpose: .serving(allowsPrograms: true)), environment: [:], log: log,
    services: .ofAllWings)
server.openLedger { loop.stop() }
loop.run()
let client = try Client(loop) { server.serve($0, socket: nil) }

// Answers one call, or as many as are measured, without reading them.
let reply = Array((client.reply(to: plain) + "\0").utf8)
let replies = Array(repeatElement(reply, count: Limits.callsPerTurn).joined())
let echo = try Client(loop) { stream in
    stream.startReading(
        { stream.writeAtOnce($0.count == plain.count ? reply.span : replies.span) }, onEnd: { stream.close() })
}
benchmark.measure("echo", plain, by: echo, answer: #""class":"ok""#, limit: 10, allocations: 0)
benchmark.measure("Open, ok", plain, by: client, answer: #""class":"ok""#, limit: 48, allocations: 1)
benchmark.measure("Open with more than a URL", more, by: client, answer: #""class":"ok""#, limit: 87, allocations: 3)
benchmark.measure(
    "Open, blocked", message(blockedURL), by: client, answer: #""class":"blocked""#, limit: 97, allocations: 5)
benchmark.measure(
    "Open, no route", message("podcast://nothing"), by: client, answer: "rejected.route.notFound", limit: 70,
    allocations: 6)
benchmark.measure(
    "Open, invalid URL", message("https://a b/"), by: client, answer: #""class":"rejected""#, limit: 50, allocations: 1)
exit(benchmark.finish())
