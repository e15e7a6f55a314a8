// What one call costs in memory, stage by stage: from the message's bytes to the reply's, without sockets and programs.
//
//     swift run -c release CallBenchmark [routes.conf]
//
// Machines are noisy: read the medians as ratios to the reference that is measured beside each.

import BenchmarkSupport
import CAllocationCount
import Contract
import EventLoop
import Features
import Framing
import Glibc
import Links
import Matching
import Routing

@inline(never) func clear(
    _ url: String, in ruleset: Ruleset, _ cache: VerificationCache, _ caller: Caller
) -> Outcome {
    switch ruleset.clear(url, cache: cache, caller: caller) {
    case .stopped(let outcome): outcome
    case .cleared(_, let outcome): outcome
    }
}

let path = CommandLine.arguments.dropFirst().first { !$0.hasPrefix("-") } ?? "routes.conf"
let file = try FileReader.read(path, byteLimit: Limits.tableBytes)
guard let ruleset = RulesetLoader.load(TableFile(name: path, bytes: file.bytes)).ruleset else {
    throw LoopError.notAFile(path: path)
}
let cache = VerificationCache(store: FactStore())
let caller = Caller(uid: 1000)
let url = "https://podcasts.example/de/shows/morning"
let message = Array(#"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"\#(url)"}}"#.utf8)
let link = try Link.parse(url)
let cleared = clear(url, in: ruleset, cache, caller)
var match = Match()
var reply: [UInt8] = []

var benchmark = Benchmark(arguments: CommandLine.arguments, allocationCount: allocation_count)
benchmark.measure("decode the call") { keep(try? CallDecoder.decode(message.span)) }
benchmark.measure("parse the link") { keep(try? Link.parse(url)) }
benchmark.measure("match it") { keep(ruleset.index.match(link, into: &match)) }
benchmark.measure("decide, with inputs") { keep(ruleset.decide(link)) }
benchmark.measure("clear: parse to proof") { keep(clear(url, in: ruleset, cache, caller)) }
benchmark.measure("clear one that is blocked") {
    keep(clear("podcast://favourites/rock", in: ruleset, cache, caller))
}
benchmark.measure("encode the reply") {
    reply.removeAll(keepingCapacity: true)
    ReplyEncoder.append(outcome: cleared, to: &reply)
}
benchmark.measure("the whole call") {
    guard let call = try? CallDecoder.decode(message.span), case .request(.open(let url, _, _, _)) = call.content else {
        return
    }
    reply.removeAll(keepingCapacity: true)
    ReplyEncoder.append(outcome: clear(url, in: ruleset, cache, caller), to: &reply)
}
exit(benchmark.finish())
