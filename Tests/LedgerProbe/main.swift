// Tests of the ledger that need a process of their own: to be killed in the middle of a change, and to lock the file
// against the test (a process's own locks do not conflict with each other).

import ChannelRules
import ChannelService
import Contract
import Features
import HostSystem
import Ledger
import Matching
import PurchaseRules
import PurchaseService
import TestTables

/// Applies changes until it is killed, and reports each one once it is durable.
func change(_ directory: String, from first: Int) throws {
    let ledger = try Ledger(directory: directory, schema: .standard)
    for number in first... {
        let fact = LedgerFact(.toggle("Probe/\(number)"), number.isMultiple(of: 2) ? .on : .off)
        let author = Author(uid: 1000, method: "io.deeplinkd.Features.SetToggle")
        _ = try ledger.apply([LedgerChange(fact, of: .uid(1000), by: author)])
        try StandardStreams.write(Array("\(number)\n".utf8), to: .output)
    }
}

/// A link of a durable channel, made of a verified action as the daemon makes it.
func link(_ delivery: String) throws -> DurableLink {
    var catalogue = FeatureCatalogue()
    let feature = catalogue.add(Feature(path: "Probe", name: "Probe", parent: nil, description: nil, constraints: []))
    let inputs = [ActionInput(name: "id", type: .value(.string))]
    let action = catalogue.add(
        Action(name: "play", feature: feature, inputs: inputs, performer: .hosted, limits: ActionLimits()))
    let verification = Verifier.verify(
        catalogue.binding(of: action), inputs: [.init("id", .string(delivery))], in: catalogue, facts: Facts(),
        caller: Caller(uid: 1000), tableRevision: "")
    switch consume verification {
    case .refused(let refusal): throw LedgerError.unusable(refusal.sentence)
    case .verified(let proof):
        return try DurableLink(
            proof,
            .init(
                delivery: delivery, channel: "player", user: 1000, owner: 1000, lifetime: .seconds(600), route: nil,
                feature: "Probe", url: nil))
    }
}

/// Takes links from their acceptance to their end, several at a time, until it is killed; reports each step before it is
/// made, and once it is durable.
func deliver(_ directory: String, from first: Int) throws {
    func report(_ word: String, _ numbers: Range<Int>) throws {
        let lines = numbers.map { "\(word) \($0)\n" }.joined()
        try StandardStreams.write(Array(lines.utf8), to: .output)
    }
    let ledger = try Ledger(directory: directory, schema: .standard)
    func write(_ word: String, _ numbers: Range<Int>, _ step: (Int) throws -> LinkStep) throws {
        try report(word + "?", numbers)
        for refusal in try ledger.write(numbers.map(step)) { if let refusal { throw refusal } }
        try report(word, numbers)
    }
    var next = first
    while true {
        let numbers = next..<next + 1 + next % 7
        next = numbers.upperBound
        try write("received", numbers) { .received(try link("\($0)"), key: nil, outcome: "") }
        try write("told", numbers) { .told(delivery: "\($0)") }
        // One of three stays.
        let ended = numbers.lowerBound..<numbers.upperBound - numbers.count / 3
        try write("ended", ended) { .ended(delivery: "\($0)", outcome: nil) }
    }
}

/// Applies changes with rows of the audit until it is killed.
func audit(_ directory: String, from first: Int) throws {
    let ledger = try Ledger(directory: directory, schema: .standard)
    let origin = AuditOrigin(processID: 7, program: "probe", keepMs: 86_400_000)
    for number in first... {
        let author = Author(uid: 1000, method: "m", origin: origin)
        let fact = LedgerFact(.toggle("Probe/\(number)"), .on)
        _ = try ledger.apply([LedgerChange(fact, of: .uid(1000), by: author)])
        if number == first { try StandardStreams.write(Array("began\n".utf8), to: .output) }
    }
}

/// Reserves units and ends that, until it is killed; reports each step before it is made, and once it is durable.
///
/// Of three links one is performed, one fails, and of some the end is not known.
func spend(_ directory: String, from first: Int) throws {
    func report(_ word: String, _ number: Int) throws {
        try StandardStreams.write(Array("\(word) \(number)\n".utf8), to: .output)
    }
    let ledger = try Ledger(directory: directory, schema: .standard)
    func write(_ word: String, _ number: Int, _ steps: [any LedgerStep]) throws {
        try report(word + "?", number)
        let group = StepGroup(steps, goesOnBehindRefusal: false)
        for refusal in try ledger.write([group]) { if let refusal { throw refusal } }
        try report(word, number)
    }
    for number in first... {
        let portion = SpendingPortion(.licence(issuer: "shop", id: "order-\(number % 5)"), 3)
        let reservation = Reservation(
            outcomeID: "\(number)", uid: 1000, subject: .uid(1000), feature: "Probe", action: "play",
            parts: [ReservedPart("coins", portion)])
        let row = JournalRow(
            outcomeId: "\(number)", uid: 1000, subject: nil, route: nil, feature: "Probe", action: "play")
        try write("reserved", number, [SpendingStep.reserved(reservation), JournalStep.begun(row)])
        let end: ChargeEnd = number.isMultiple(of: 16) ? .undecided : number.isMultiple(of: 3) ? .givenBack : .taken
        try write("ended", number, [SpendingStep.ended(reservation, end), JournalStep.ended(outcomeId: "\(number)")])
    }
}

/// Keeps the ledger open until standard input ends.
func hold(_ directory: String) throws {
    let ledger = try Ledger(directory: directory, schema: .standard)
    try StandardStreams.write(Array("open\n".utf8), to: .output)
    _ = try FileReader.readStandardInput(byteLimit: 1)
    ledger.close()
}

/// Restores a backup, and stops at a step until it is killed.
func restore(_ backup: String, _ directory: String, at step: String) throws {
    var restore = LedgerRestore(try ReadableFile(backup), in: directory)
    restore.onStep = { reached in
        guard reached.rawValue == step else { return }
        try StandardStreams.write(Array("at\n".utf8), to: .output)
        _ = try FileReader.readStandardInput(byteLimit: 1)
    }
    _ = try restore.run()
    try StandardStreams.write(Array("done\n".utf8), to: .output)
}

let words = CommandLine.arguments
switch words.dropFirst().first {
case "change" where words.count == 4: try change(words[2], from: Int(words[3]) ?? 1)
case "audit" where words.count == 4: try audit(words[2], from: Int(words[3]) ?? 1)
case "deliver" where words.count == 4: try deliver(words[2], from: Int(words[3]) ?? 1)
case "spend" where words.count == 4: try spend(words[2], from: Int(words[3]) ?? 1)
case "hold" where words.count == 3: try hold(words[2])
case "restore" where words.count == 5: try restore(words[2], words[3], at: words[4])
default:
    try StandardStreams.write(
        Array(
            "usage: LedgerProbe change|audit|deliver|spend DIRECTORY NUMBER | hold DIRECTORY | restore BACKUP DIRECTORY STEP\n"
                .utf8), to: .errors)
}
