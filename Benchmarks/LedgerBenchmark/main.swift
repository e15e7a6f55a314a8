// The costs of the ledger: a start with many facts, one acknowledged change, many changes with one write, idempotency
// keys, the links of durable channels, a backup. They depend mostly on the disk, so the numbers describe a machine and
// have no limits.
//
//     swift run -c release LedgerBenchmark DIRECTORY                an empty directory on the disk to measure
//     swift run -c release LedgerBenchmark DIRECTORY crowd 1024     how much of it one delegate can use

import ChannelRules
import ChannelService
import Contract
import Features
import Glibc
import HostSystem
import Ledger
import Matching
import TestTables

@discardableResult
func measure(_ body: () throws -> Void) rethrows -> Int64 {
    let start = HostClock.monotonicNs
    try body()
    return HostClock.monotonicNs - start
}

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
    let ledger = try Ledger(directory: directory, schema: .standard)
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

/// Takes links through their three steps, and compares a link's share with one transaction that changes a switch.
func deliver(_ ledger: Ledger) throws {
    var catalogue = FeatureCatalogue()
    let feature = catalogue.add(Feature(path: "F", name: "F", parent: nil, description: nil, constraints: []))
    let inputs = [ActionInput(name: "id", type: .value(.string))]
    let action = catalogue.add(
        Action(name: "play", feature: feature, inputs: inputs, performer: .hosted, limits: ActionLimits()))
    func link(_ number: Int) throws -> DurableLink {
        let verification = Verifier.verify(
            catalogue.binding(of: action), inputs: [.init("id", .string("\(number)"))], in: catalogue, facts: Facts(),
            caller: Caller(uid: 1000), tableRevision: "")
        guard case .verified(let proof) = consume verification else { fatalError("nothing forbids this action") }
        return try DurableLink(
            proof,
            .init(
                delivery: "\(number)", channel: "player", user: 1000, owner: 1000, lifetime: .seconds(600),
                route: "episodes",
                feature: "F", url: "podcast://episodes/\(number)"))
    }
    let bare = try (0..<9).map { round in
        try measure { for number in 0..<20 { _ = try ledger.apply([toggle(number, round.isMultiple(of: 2))]) } } / 20
    }.sorted()[4]
    print("one bare transaction: \(bare / 1000) us")
    for count in [1, 4, 16, 64, 256] {
        let perLink = try (0..<9).map { _ in
            let links = try (0..<count).map(link)
            return try measure {
                _ = try ledger.write(links.map { LinkStep.received($0, key: nil, outcome: "") })
                _ = try ledger.write(links.map { LinkStep.told(delivery: $0.description.delivery) })
                _ = try ledger.write(links.map { LinkStep.ended(delivery: $0.description.delivery, outcome: nil) })
            } / Int64(count)
        }.sorted()[4]
        let hundredths = perLink * 100 / max(1, bare)
        let ratio = "\(hundredths / 100).\(String(hundredths % 100 + 100).dropFirst())"
        print("a durable link, \(count) at a time: \(perLink / 1000) us, \(ratio) bare transactions")
    }
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
let first = try milliseconds("first start") { try Ledger(directory: directory, schema: .standard) }
try milliseconds("100000 changes, 1000 at a time") {
    for batch in 0..<100 { _ = try first.apply((0..<1000).map { try toggle(batch * 1000 + $0, true) }) }
}
first.close()
let ledger = try milliseconds("start with 100000 facts") { try Ledger(directory: directory, schema: .standard) }
let snapshot = try milliseconds("load 100000 facts") { try ledger.snapshotAll() }
print("subjects: \(snapshot.subjects.count)")
try milliseconds("100 changes, each acknowledged") {
    for number in 0..<100 { _ = try ledger.apply([toggle(number, false)]) }
}
try milliseconds("100 keys, each claimed and finished") {
    for number in 0..<100 {
        let key = try IdempotencyKey("key \(number)", of: .uid(1000), by: 1000)
        _ = try ledger.claim(key, fingerprint: "fingerprint", lifetime: .seconds(86_400))
        try ledger.finish(key, outcome: #"{"code": "ok.performed"}"#)
    }
}
try deliver(ledger)
try milliseconds("backup") { try ledger.backup(to: directory + "/copy.db") }
ledger.close()
