// Certifies the project's own Varlink code: as a service that other clients test, and as a client of other services.
//
//     CertificationProbe serve SOCKET DEFINITION-FILE [wrong]     until SIGTERM
//     CertificationProbe call SOCKET [wrong]
//
// With `wrong` it deviates in Test05: the other program, or the service here, must then report an error.

import EventLoop
import Glibc
import HostSystem
import Varlink

struct ProbeFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

func serve(_ path: String, _ definition: String, isWrong: Bool) throws {
    let description = String(decoding: try FileReader.read(definition, byteLimit: 1 << 20).bytes, as: UTF8.self)
    let loop = try Loop()
    var steps = Certification.steps
    if isWrong { steps[4].wanted = .object([.init("string", .string("pong"))]) }
    let service = try CertificationService(loop: loop, path: path, description: description, steps: steps)
    let signal = try SignalWatch(loop: loop, signal: SIGTERM) { loop.stop() }
    loop.run()
    signal.close()
    service.close()
    try loop.close()
}

func call(_ path: String, isWrong: Bool) throws {
    let loop = try Loop()
    // The loop is closed after a failure too; the failure is reported first.
    let result = Result { try CertificationClient(loop: loop, path: path, isWrong: isWrong).run() }
    let closing = Result { try loop.close() }
    try result.get()
    try closing.get()
    try StandardStreams.write(Array("Certification passed\n".utf8), to: .output)
}

let words = Array(CommandLine.arguments.dropFirst())
do {
    switch (words.first, words.count) {
    case ("serve", 3...): try serve(words[1], words[2], isWrong: words.last == "wrong")
    case ("call", 2...): try call(words[1], isWrong: words.last == "wrong")
    default: throw ProbeFailure("usage: CertificationProbe serve SOCKET DEFINITION-FILE [wrong] | call SOCKET [wrong]")
    }
} catch {
    try StandardStreams.write(Array("\(error)\n".utf8), to: .errors)
    exit(1)
}
