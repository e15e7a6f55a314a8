internal import Contract
internal import DeepLinkClient
internal import HostSystem

/// The command that `subscribe` runs for each link.
struct LinkCommandRun {
    let words: [String]

    /// Runs it for a link; nil if it succeeded, else the reason of the failure.
    ///
    /// *Throws*: if it cannot be started: it could not for the next link either.
    func failure(of link: Delivery) throws -> String? {
        let process = try CommandProcess(words, environment: environment(link))
        var tail: [UInt8] = []
        let input = Array((JSONText.text(of: link.link.inputs) + "\n").utf8)
        let end = try process.run(input: input) { bytes in
            var piece: [UInt8] = []
            for index in bytes.indices { piece.append(bytes[index]) }
            Output.error(bytes: piece)
            tail = Array((tail + piece).suffix(2 * Limits.acknowledgementReason))
        }
        switch end {
        case .code(0): return nil
        case .code(let code): return Self.lastLine(tail) ?? "the command exited with status \(code)"
        case .signal(let signal): return Self.lastLine(tail) ?? "signal \(signal) ended the command"
        }
    }

    private static func lastLine(_ bytes: [UInt8]) -> String? {
        let line = bytes.split(separator: UInt8(ascii: "\n")).last { !$0.allSatisfy { $0 <= UInt8(ascii: " ") } }
        return line.map { String(decoding: $0.suffix(Limits.acknowledgementReason), as: UTF8.self) }
    }

    private func environment(_ link: Delivery) -> [String: String] {
        var variables = HostFacts.environment.filter { !$0.key.hasPrefix("DEEPLINK_") }
        variables["XDG_ACTIVATION_TOKEN"] = link.activationToken
        let members: [String: String?] = [
            "FEATURE": link.feature, "ACTION": link.action, "ROUTE": link.route, "URL": link.url,
            "UID": String(link.uid), "SEQUENCE": String(link.sequence), "DELIVERY": link.delivery,
            "REDELIVERED": String(link.isRedelivered), "MISSED": link.missed.map { String($0) },
        ]
        for case (let name, let value?) in members { variables["DEEPLINK_" + name] = value }
        return variables
    }
}
