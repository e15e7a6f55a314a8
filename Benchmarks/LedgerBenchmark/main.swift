// The costs of the ledger: a start with many facts, one acknowledged change, many changes with one write, a backup. They
// depend mostly on the disk, so the numbers describe a machine and have no limits.
//
//     swift run -c release LedgerBenchmark DIRECTORY                an empty directory on the disk to measure
//     swift run -c release LedgerBenchmark DIRECTORY crowd 1024     how much of it one delegate can use

import Features
import Glibc
import HostSystem
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
        LedgerFact(.toggle("Podcasts/Favourites/Feature\(number % 100)"), isOn ? .on : .off),
        of: .uid(UInt32(1000 + number / 100)),
        by: Author(uid: 1000, method: "io.deeplinkd.Features.SetToggle"))
}

/// Lets one delegate set facts of accounts up to its limit, and then change all of them until their history is full.
func crowd(_ directory: String, nameBytes: Int) throws {
    let ledger = try Ledger(directory: directory)
    defer { ledger.close() }
    let delegate = Author(uid: 1000, method: "io.deeplinkd.Features.SetToggle")
    func change(_ numbers: Range<Int>, _ isOn: Bool) throws(LedgerError) {
        var changes: [LedgerChange] = []
        for number in numbers {
            let name = String(repeating: "x", count: nameBytes - 16) + String(100_000_000 + number).dropFirst()
            let fact = LedgerFact(.toggle("Podcasts/SleepTimer"), isOn ? .on : .off)
            changes.append(try LedgerChange(fact, of: .account(name), by: delegate))
        }
        _ = try ledger.apply(changes)
    }
    var count = 0
    var refusal: LedgerError?
    while refusal == nil {
        do {
            try change(count..<count + 16, true)
            count += 16
        } catch {
            refusal = error
        }
    }
    print("names of \(nameBytes) bytes: \(count) accounts, then \(refusal?.code ?? "")")
    for round in 0..<40 {
        for first in stride(from: 0, to: count, by: 16) { try change(first..<first + 16, round % 2 == 1) }
    }
    let status = try FileStatus(of: directory + "/ledger.db")
    let log = try FileStatus(of: directory + "/ledger.db-wal")
    print("after 40 changes of each: \(status.byteCount >> 20) MiB and \(log.byteCount >> 20) MiB of log")
}

let isCrowd = CommandLine.arguments.count == 4 && CommandLine.arguments[2] == "crowd"
guard CommandLine.arguments.count == 2 || isCrowd else {
    let usage = "usage: LedgerBenchmark EMPTY-DIRECTORY [crowd NAME-BYTES]\n"
    try StandardStreams.write(Array(usage.utf8), to: .errors)
    exit(2)
}
let directory = CommandLine.arguments[1]
if isCrowd {
    try crowd(directory, nameBytes: max(16, Int(CommandLine.arguments[3]) ?? 1024))
    exit(0)
}
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
