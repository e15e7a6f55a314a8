import ArgumentParser
internal import Contract
import HostSystem
import PurchaseWire

/// `licence ingest`: hands signed licences to the daemon.
struct LicenceIngest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ingest", abstract: "Hand signed licences to the daemon, which verifies and keeps them.",
        discussion: """
            Example: deeplinkctl licence ingest order.jws

            A file holds one licence or more, each a compact JWS, with blanks or line ends between them. Sending one again does \
            no harm. The exit status is 3 if the daemon rejects any of them.
            """)

    @OptionGroup var call: SubjectCallOptions
    @Argument(help: "The files with licences; - for standard input.", completion: .file())
    var files: [String]

    func run() throws {
        let items = try files.flatMap(Self.items)
        let client = try call.client()
        var rejectedCount = 0
        for batch in Self.batches(of: items) {
            let report = try client.reply(
                to: IngestLicences { ($0.items, $0.subject) = (batch, call.subject) })
            guard report.items.count == batch.count else { throw ToolFailure.wrongReply }
            for item in report.items {
                call.output.show(item) { Output.lines(Self.lines(item).map { Line($0) }) }
                if item.result == .rejected { rejectedCount += 1 }
            }
        }
        if rejectedCount > 0 { throw ExitCode(3) }
    }

    /// The licences of a file.
    private static func items(of file: String) throws -> [String] {
        let bytes =
            try file == "-"
            ? FileReader.readStandardInput(byteLimit: Limits.licenceBytesPerSubject)
            : FileReader.read(file, byteLimit: Limits.licenceBytesPerSubject).bytes
        let items = bytes.split { [0x09, 0x0A, 0x0D, 0x20].contains($0) }.map { String(decoding: $0, as: UTF8.self) }
        guard !items.isEmpty else { throw ToolFailure("\(file == "-" ? "standard input" : file) holds no licence") }
        return items
    }

    /// As many licences as one call may have, again and again.
    private static func batches(of items: [String]) -> [[String]] {
        var batches: [[String]] = []
        var byteCount = 0
        for item in items {
            byteCount += item.utf8.count
            let isFull = batches.last?.count == Limits.licencesPerCall || byteCount > Limits.licenceBytesPerCall
            if batches.isEmpty || isFull {
                batches.append([])
                byteCount = item.utf8.count
            }
            batches[batches.count - 1].append(item)
        }
        return batches
    }

    /// *Shape*: `accepted   order-17 of shop`, and below it what became of each product, or why it was rejected.
    private static func lines(_ item: IngestedLicence) -> [String] {
        let name = item.id.map { $0 + (item.issuer.map { " of \($0)" } ?? "") }
        let code = item.code.map { $0 + (name == nil ? "" : ", ") } ?? ""
        let head = item.result.rawValue.padded(to: 10) + " " + code + (name ?? "")
        let products = item.products.map { product in
            product.before == product.after
                ? "  \(product.product): still \(product.after)"
                : "  \(product.product): \(product.before) → \(product.after)"
        }
        return [head] + products + (item.reason.map { ["  " + $0] } ?? [])
    }
}
