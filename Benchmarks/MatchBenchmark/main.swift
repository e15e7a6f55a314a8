// The time to find a link's route, by size and shape of the table; to build the index of a table; and to search for
// conflicts if everything overlaps.
//
//     swift run -c release MatchBenchmark [--check] [WORD…]
//
// With words, only the lines that contain one of them. Every line has a reference that was measured in the same pass: a
// lookup in a Dictionary<String, Int> of as many keys for a match, filling one for a build. The limits are ratios to it, at
// about twice the measured values: only a slower program should fail, not a noisy machine. `--check` exits with 1 beyond
// them.

import BenchmarkSupport
import CAllocationCount
import Glibc
import Matching

var report = Report(arguments: CommandLine.arguments)

let sizes: [(count: Int, build: Double, bytes: Int, hit: Double, miss: Double)] = [
    (10, 60, 200, 5, 3), (1000, 15, 120, 5, 3), (100_000, 9, 120, 4, 3), (1_000_000, 9, 120, 4, 3),
]
for size in sizes {
    let name = "match \(size.count) routes"
    let table = Table.apps(size.count)
    guard report.isWanted(name) || report.isWanted("build " + table.name) else { continue }
    let index = report.build(table, limit: size.build, byteLimit: size.bytes)
    report.match(name, index, table.hit, keys: size.count, limit: size.hit)
    report.match(name + ", miss", index, table.miss, keys: size.count, limit: size.miss)
}
for table in [Table.restAPI(), Table.mixed(5000), Table.wide()]
where report.isWanted("match " + table.name) || report.isWanted("build " + table.name)
    || report.isWanted("nearest " + table.name)
{
    let index = report.build(table, limit: 50, byteLimit: 250)
    report.match("match " + table.name, index, table.hit, keys: table.count, limit: 8)
    report.match("match " + table.name + ", miss", index, table.miss, keys: table.count, limit: 8)
    for (kind, url) in table.strays { report.nearest("nearest " + table.name + ", " + kind, index, url) }
}
let choices = Table.keyChoices
if report.isWanted("match " + choices.name) || report.isWanted("build " + choices.name) {
    let index = report.build(choices, limit: 250, byteLimit: 600)
    report.match("match " + choices.name, index, choices.hit, keys: choices.count, limit: 25)
    report.match("match " + choices.name + ", miss", index, choices.miss, keys: choices.count, limit: 25)
}
for (table, limit) in zip(Table.conflicts, [80.0, 60, 140, 8, 1]) where report.isWanted("check " + table.name) {
    report.check(table, limit: limit)
}
exit(report.finish())
