// The policies of browsers that open links without a question. Browsers ask before they hand a link to another program.
// Policies let them skip the question for the pages of one origin:
//
//     chromium   {"AutoLaunchProtocolsFromOrigins":[{"protocol":"podcast","allowed_origins":["https://kiosk.example"]}]}
//     firefox    the same below "policies", and "Handlers", which lifts its second question: with which program
//
// *Source*: Chromium's external_protocol_handler.cc; Mozilla's policy templates.

internal import HostSystem
package import Varlink

/// A family of browsers with one form of policies.
package enum BrowserFamily: String, CaseIterable, Sendable {
    case chromium, firefox

    /// Where the file of a policy goes.
    package var place: String {
        switch self {
        case .chromium:
            "/etc/chromium/policies/managed/deeplinkd.json; for Chrome below /etc/opt/chrome, for Edge below /etc/opt/edge"
        case .firefox: "/etc/firefox/policies/policies.json; where it exists already, put the two members into it"
        }
    }

    /// The policies that let pages of some origins open links of some schemes without a question.
    package func policies(schemes: [String], origins: [String]) -> Value {
        let launches: Value = .array(
            schemes.map { scheme in
                .object([
                    .init("protocol", .string(scheme)),
                    .init("allowed_origins", .array(origins.map { .string($0) })),
                ])
            })
        let launch = Value.Member(Self.launchKey, launches)
        guard self == .firefox else { return .object([launch]) }
        let handlers = schemes.map { scheme in
            Value.Member(
                scheme, .object([.init("action", .string("useSystemDefault")), .init("ask", .bool(false))]))
        }
        return .object([
            .init("policies", .object([launch, .init("Handlers", .object([.init("schemes", .object(handlers))]))]))
        ])
    }

    static let launchKey = "AutoLaunchProtocolsFromOrigins"
}

/// The policies of one browser on this machine.
package struct BrowserPolicies {
    /// A browser: its name, its programs, and the folders or files of its policies.
    private static let browsers: [(name: String, family: BrowserFamily, programs: [String], places: [String])] = [
        ("Chromium", .chromium, ["chromium", "chromium-browser"], ["/etc/chromium/policies/managed"]),
        ("Chrome", .chromium, ["google-chrome", "google-chrome-stable"], ["/etc/opt/chrome/policies/managed"]),
        ("Edge", .chromium, ["microsoft-edge", "microsoft-edge-stable"], ["/etc/opt/edge/policies/managed"]),
        ("Brave", .chromium, ["brave-browser", "brave"], ["/etc/brave/policies/managed"]),
        (
            "Firefox", .firefox, ["firefox", "firefox-esr"],
            [
                "/etc/firefox/policies/policies.json", "/usr/lib/firefox/distribution/policies.json",
                "/usr/lib/firefox-esr/distribution/policies.json",
            ]
        ),
    ]
    private static let (nameLimit, byteLimit) = (1000, 1 << 20)

    package let browser: String
    package let family: BrowserFamily
    /// The origins whose pages open links of a scheme without a question, by the scheme.
    package let origins: [String: [String]]
    /// Whether another question is asked; Firefox asks with which program, unless a policy says it.
    private let handled: Set<String>

    /// The browsers that are installed.
    ///
    /// - Parameter root: where the tree of policies begins, for tests.
    package static func ofThisMachine(_ programs: DesktopPrograms, root: String = "") -> [BrowserPolicies] {
        browsers.filter { $0.programs.contains { programs.path(of: $0) != nil } }.map { browser in
            let paths = browser.places.flatMap { place in files(root + place) }
            return BrowserPolicies(browser.name, browser.family, paths.compactMap(Self.value))
        }
    }

    private static func files(_ place: String) -> [String] {
        guard !place.hasSuffix(".json") else { return [place] }
        // ignored: most machines have no policies.
        let names = (try? FolderReader.read(place, nameLimit: nameLimit)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().map { "\(place)/\($0)" }
    }

    private static func value(_ path: String) -> Value? {
        // ignored: as above; a file that a browser cannot read either lifts no question.
        guard let bytes = try? FileReader.read(path, byteLimit: byteLimit).bytes else { return nil }
        return try? ValueDecoder.decode(bytes.span, allowsDuplicates: true)
    }

    init(_ browser: String, _ family: BrowserFamily, _ files: [Value]) {
        (self.browser, self.family) = (browser, family)
        let policies = files.compactMap { family == .firefox ? $0["policies"] : $0 }
        var origins: [String: [String]] = [:]
        for launch in policies.flatMap({ $0[BrowserFamily.launchKey]?.elements ?? [] }) {
            guard let scheme = launch["protocol"]?.text else { continue }
            origins[scheme, default: []] += launch["allowed_origins"]?.elements?.compactMap(\.text) ?? []
        }
        self.origins = origins
        let schemes = policies.flatMap { $0["Handlers"]?["schemes"]?.members ?? [] }
        handled = Set(schemes.filter { $0.value["ask"]?.flag == false }.map(\.name))
    }

    /// The origins whose pages open links of a scheme without any question.
    package func silentOrigins(of scheme: String) -> [String] {
        family == .firefox && !handled.contains(scheme) ? [] : origins[scheme] ?? []
    }
}
