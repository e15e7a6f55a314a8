// Tests of the ledger that need a process of their own: to be killed in the middle of a change, and to lock the file
// against the test (a process's own locks do not conflict with each other).

import Features
import HostSystem
import Ledger

/// Applies changes until it is killed, and reports each one once it is durable.
func change(_ directory: String, from first: Int) throws {
    let ledger = try Ledger(directory: directory)
    for number in first... {
        let fact = LedgerFact(.toggle("Probe/\(number)"), number.isMultiple(of: 2) ? .on : .off)
        let author = Author(uid: 1000, method: "io.deeplinkd.Features.SetToggle")
        _ = try ledger.apply(LedgerChange(fact, of: .uid(1000), by: author))
        try StandardStreams.write(Array("\(number)\n".utf8), to: .output)
    }
}

/// Keeps the ledger open until standard input ends.
func hold(_ directory: String) throws {
    let ledger = try Ledger(directory: directory)
    try StandardStreams.write(Array("open\n".utf8), to: .output)
    _ = try FileReader.readStandardInput(byteLimit: 1)
    ledger.close()
}

let words = CommandLine.arguments
switch words.dropFirst().first {
case "change" where words.count == 4: try change(words[2], from: Int(words[3]) ?? 1)
case "hold" where words.count == 3: try hold(words[2])
default:
    try StandardStreams.write(Array("usage: LedgerProbe change DIRECTORY NUMBER | hold DIRECTORY\n".utf8), to: .errors)
}
