// The time of one call in memory, stage by stage: from the message's bytes to the reply's, without sockets and programs.
//
//     swift run -c release CallBenchmark [routes.conf]
//
// Machines are noisy: read the medians as ratios to the reference, which is measured beside each.

import BenchmarkSupport
import CAllocationCount
import Contract
import Features
import Glibc
import HostSystem
import Links
import Matching
import Routing
import TestTables
import Varlink

@inline(never) func clear(
    _ url: String, in ruleset: Ruleset, _ cache: VerificationCache, _ caller: Caller
) -> Outcome {
    ruleset.pass(Target(url: url), cache: cache, caller: caller).outcome(in: ruleset)
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
var reply = JSONWriter()

var benchmark = Benchmark(arguments: CommandLine.arguments, allocationCount: allocation_count)
benchmark.measure("decode the call", limit: 7, allocations: 1) { keep(try? CallDecoder.decode(message.span)) }
benchmark.measure("parse the link", limit: 6, allocations: 1) { keep(try? Link.parse(url)) }
benchmark.measure("match it", limit: 3.3, allocations: 0) { keep(ruleset.index.match(link, into: &match)) }
benchmark.measure("decide, with inputs", limit: 8.5, allocations: 1) { keep(ruleset.decide(link)) }
benchmark.measure("clear: parse to proof", limit: 28, allocations: 2) { keep(clear(url, in: ruleset, cache, caller)) }
benchmark.measure("clear one that is blocked", limit: 38, allocations: 2) {
    keep(clear("podcast://favourites/rock", in: ruleset, cache, caller))
}
benchmark.measure("encode the reply", limit: 9, allocations: 0) {
    reply.clear()
    ReplyEncoder.append(outcome: cleared, to: &reply)
}
benchmark.measure("the whole call", limit: 50, allocations: 3) {
    guard let call = try? CallDecoder.decode(message.span),
        case .request(let request) = call.content, let url = (request as? OpenLink)?.target.url
    else { return }
    reply.clear()
    ReplyEncoder.append(outcome: clear(url, in: ruleset, cache, caller), to: &reply)
}
exit(benchmark.finish())
