import ArgumentParser
internal import Desktop
import HostSystem
internal import Varlink

/// `desktop policies`: prints the policies with which a browser opens links without a question.
struct DesktopPolicies: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policies",
        abstract: "Print the policy file with which a browser hands over links without a question.",
        discussion: """
            Example: deeplinkctl desktop policies -f routes.conf --browser firefox --origin https://kiosk.example

            Only the pages of the named origins open links of the table's schemes without a question, and those of other \
            origins still ask. Where the file goes is said on standard error. Firefox takes exact origins alone; Chromium also \
            takes *, for all.
            """)

    @OptionGroup var table: TableOption
    @Option(help: "The family of browsers.")
    var browser: BrowserFamily
    @Option(
        help: ArgumentHelp(
            "An origin whose pages are trusted, as in https://kiosk.example; may be repeated.", valueName: "url"))
    var origin: [String] = []
    @Option(
        help: ArgumentHelp(
            "Take these schemes alone; may be repeated. Default: all that have a route.", valueName: "name"))
    var scheme: [String] = []

    func validate() throws {
        try table.validate()
        guard !origin.isEmpty else { throw ValidationError("Name an origin, as in --origin https://kiosk.example.") }
        for origin in origin where !(browser == .chromium && origin == "*") && !Self.isOrigin(origin) {
            throw ValidationError(
                "An origin has a scheme, a host and at most a port, as in https://kiosk.example:8443: "
                    + UsageError.quoted(origin) + ".")
        }
    }

    func run() throws {
        let places = DesktopPlaces(environment: HostFacts.environment)
        let wanted = try DesktopTable(DesktopTarget.user(places).ruleset(table), only: scheme)
        guard !wanted.schemes.isEmpty else {
            throw ToolFailure("the table routes no scheme that a browser would hand over")
        }
        Output.error("file: \(browser.place)\n")
        Output.text(JSONLayout.text(browser.policies(schemes: wanted.schemes, origins: origin)) + "\n")
    }

    /// Whether a text is an origin of the web, as browsers write it.
    static func isOrigin(_ text: String) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return false }
        var host = text.dropFirst(scheme.count)
        if let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") {
            guard let port = UInt16(host[colon...].dropFirst()), port > 0, !host[colon...].contains("+") else {
                return false
            }
            host = host[..<colon]
        }
        if host.hasPrefix("["), host.hasSuffix("]") {
            return host.count > 2
                && host.dropFirst().dropLast().utf8.allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
        }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return labels.allSatisfy { label in
            !label.isEmpty && !label.hasPrefix("-") && !label.hasSuffix("-")
                && label.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D }
        }
    }
}

extension BrowserFamily: ExpressibleByArgument {}
