internal import Conf
internal import Contract
internal import HostSystem

/// The record of a click: an entry of the journal, and `$XDG_RUNTIME_DIR/deeplinkd/last-click.json`.
///
/// *Shape*: `{"atMs":1764177394000,"scheme":"podcast","code":"ok.performed","outcomeId":"0f2p7rmd41qkg"}`; without code and id
/// where no daemon sent an outcome. The link is in neither, since it may hold a secret. The token is in the file for links
/// of the scheme `deeplinkd` alone, which programs send to try the way of a click.
struct ClickRecord {
    /// The scheme of links that try the way of a click.
    private static let ownScheme = "deeplinkd"

    private let result: ClickResult
    private let token: String?

    init(_ result: ClickResult, token: String?) { (self.result, self.token) = (result, token) }

    /// Writes both; what has no place for them is left out.
    func write() {
        writeEntry()
        // ignored: the link is handled, and a launcher has no use for the failure.
        try? writeFile()
    }

    private var id: String? { result.outcome?["outcomeId"]?.text }

    private func writeEntry() {
        let outcome = result.received
        let message =
            outcome.map { "click code=\($0.code) id=\(id ?? "-")" }
            ?? "click without an outcome: \(result.failure ?? "")"
        var fields = [
            ("MESSAGE", message), ("PRIORITY", outcome?.outcomeClass == .ok ? "6" : "4"),
            ("SYSLOG_IDENTIFIER", "deeplinkctl"),
        ]
        if let outcome { fields.append(("DEEPLINKD_CODE", outcome.code)) }
        if let id { fields.append(("DEEPLINKD_OUTCOME_ID", id)) }
        if JournalEntry.send(fields.map { ($0.0, Escaping.printable($0.1)) }) || !result.isTerminal { return }
        Output.error(Escaping.printable(message) + "\n")
    }

    private func writeFile() throws(LoopError) {
        guard let directory = UserFolders.runtime(HostFacts.environment) else { return }
        let scheme = Self.scheme(of: result.url)
        let object: JSONObject = [
            "atMs": HostClock.wallMs, "scheme": scheme, "code": result.received?.code, "outcomeId": id,
            "token": scheme == Self.ownScheme ? token : nil,
        ]
        let text = JSONText.text(of: object) + "\n"
        try RuntimeFolder("deeplinkd", in: directory).replace("last-click.json", bytes: Array(text.utf8))
    }

    /// The scheme of a link in lower case; empty where it has none.
    private static func scheme(of url: String) -> String {
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return "" }
        let scheme = String(url[..<colon]).lowercased()
        let isName = scheme.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x2B, 0x2D, 0x2E: true
            default: false
            }
        }
        return isName ? scheme : ""
    }
}
