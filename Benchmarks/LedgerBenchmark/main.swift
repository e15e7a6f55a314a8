// What the ledger costs: a start with many facts, one acknowledged change, many changes with one write, a backup. The
// disk decides most of it, so the numbers say something about a machine and are held against no threshold.
//
//     swift run -c release LedgerBenchmark DIRECTORY     an empty directory on the disk in question

import EventLoop
import Features
import Glibc
import Ledger

func milliseconds<Value>(_ what: String, _ body: () throws -> Value) rethrows -> Value {
    let start = HostClock.monotonicNs
    let value = try body()
    let micros = (HostClock.monotonicNs - start) / 1000
    print("\(what): \(micros / 1000).\(String(micros % 1000 + 1000).dropFirst()) ms")
    return value
}

func toggle(_ number: Int, _ isOn: Bool) throws(LedgerError) -> LedgerChange {
    // A hundred features of a thousand users.
    try LedgerChange(
        .toggle(feature: "Podcasts/Favourites/Feature\(number % 100)", isOn: isOn),
        of: .uid(UInt32(1000 + number / 100)),
        by: Author(uid: 1000, method: "io.deeplinkd.Features.SetToggle"))
}

guard CommandLine.arguments.count == 2 else {
    try StandardStreams.write(Array("usage: LedgerBenchmark EMPTY-DIRECTORY\n".utf8), to: .errors)
    exit(2)
}
let directory = CommandLine.arguments[1]
let first = try milliseconds("first start") { try Ledger(directory: directory) }
try milliseconds("100000 changes, 1000 at a time") {
    for batch in 0..<100 { _ = try first.apply((0..<1000).map { try toggle(batch * 1000 + $0, true) }) }
}
first.close()
let ledger = try milliseconds("start with 100000 facts") { try Ledger(directory: directory) }
let snapshot = try milliseconds("load 100000 facts") { try ledger.snapshotAll() }
print("subjects: \(snapshot.subjects.count)")
_ = try milliseconds("load 100 facts of one subject") { try ledger.snapshot(of: .uid(1500)) }
try milliseconds("100 changes, each acknowledged") {
    for number in 0..<100 { _ = try ledger.apply(toggle(number, false)) }
}
try milliseconds("backup") { try ledger.backup(to: directory + "/copy.db") }
ledger.close()
