// A click that is made to see whether it arrives: `deeplinkd:works` by `gio open`, `xdg-open` and the portal, each with an
// activation token of its own. `deeplinkctl handle` notes each click in last-click.json, and there the token is found again:
//
//     gio       arrived, with its token
//     xdg-open  arrived, without a token
//     portal    gdbus is not installed

internal import HostSystem
internal import Varlink

/// The file in which the last click is noted.
package struct LastClick: Equatable, Sendable {
    /// *Units*: bytes; it has five short members.
    private static let byteLimit = 64 << 10

    /// *Units*: milliseconds since 1970 UTC.
    package let atMs: Int64
    package let scheme: String
    package let code: String?
    /// The activation token; only of links of the scheme `deeplinkd`.
    package let token: String?

    /// The file of this session; nil without a folder for such files.
    package static func path(_ places: DesktopPlaces) -> String? {
        places.runtimeFolder.map { $0 + "/deeplinkd/last-click.json" }
    }

    /// Reads the file; nil if there is none that can be read.
    package init?(readFrom path: String) {
        // ignored: it is absent until the first click.
        guard let bytes = try? FileReader.read(path, byteLimit: Self.byteLimit).bytes,
            let value = try? ValueDecoder.decode(bytes.span), let atMs = value["atMs"]?.int,
            let scheme = value["scheme"]?.text
        else { return nil }
        (self.atMs, self.scheme, code, token) = (atMs, scheme, value["code"]?.text, value["token"]?.text)
    }
}

/// Makes clicks and waits for them.
package struct ClickProbe {
    /// A way of a click.
    package enum Way: String, CaseIterable, Sendable {
        case gio, xdgOpen = "xdg-open", portal
    }

    /// What became of a click.
    package enum Result: Equatable, Sendable {
        /// With the token that the click had, another one, or none.
        case arrived(token: String?, isOwn: Bool, code: String?)
        case lost(String)
        /// It was not made, because a program is missing or another one would get it.
        case notMade(String)

        /// Whether something has to be mended.
        package var isFault: Bool {
            switch self {
            case .arrived(_, let isOwn, _): !isOwn
            case .lost: true
            case .notMade: false
            }
        }
    }

    /// The link that every table should have a route for.
    package static let link = "deeplinkd:works"
    package static let scheme = "deeplinkd"
    /// How long a click has until it arrives.
    private static let patience: Duration = .seconds(5)
    private static let pauseNs: Int64 = 10_000_000

    private let programs: DesktopPrograms
    private let path: String

    /// - Parameter path: the file of the last click.
    package init(_ programs: DesktopPrograms, lastClick path: String) { (self.programs, self.path) = (programs, path) }

    /// Makes a click and waits for it.
    ///
    /// *Throws*: `system` where this system has no random numbers.
    package func click(_ way: Way) throws(DesktopError) -> Result {
        let token: String
        do throws(LoopError) {
            token = "deeplinkd-probe-" + way.rawValue + "-" + (try HostFacts.randomName())
        } catch {
            throw .system(error)
        }
        let before = LastClick(readFrom: path)
        let variables = ["XDG_ACTIVATION_TOKEN": token, "DESKTOP_STARTUP_ID": ""]
        let endNs = HostClock.monotonicNs + Self.patience.components.seconds * 1_000_000_000
        guard way != .portal else { return clickByPortal(before, token, until: endNs) }
        let (program, words) = (way.rawValue, way == .gio ? ["open", Self.link] : [Self.link])
        guard let run = programs.run(program, words, adding: variables, within: Self.patience) else {
            return .notMade("\(program) is not installed")
        }
        return wait(before, token, until: endNs, program: program, run.end)
    }

    private func clickByPortal(_ before: LastClick?, _ token: String, until endNs: Int64) -> Result {
        guard programs.hasSessionBus else { return .notMade("this session has no message bus") }
        let portal = (
            service: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.OpenURI"
        )
        let call = programs.callSessionBus(
            by: ["gdbus", "busctl"], portal, "OpenURI", gdbus: ["", Self.link, "{'activation_token': <'\(token)'>}"],
            busctl: ["ssa{sv}", "", Self.link, "1", "activation_token", "s", token], within: Self.patience)
        guard let call else { return .notMade("neither gdbus nor busctl is installed") }
        guard call.end == .code(0) else { return .notMade("no portal answers on the session's message bus") }
        return wait(before, token, until: endNs, program: call.program, call.end)
    }

    /// Waits until the file has a click that it did not have before.
    private func wait(
        _ before: LastClick?, _ token: String, until endNs: Int64, program: String, _ end: ProgramEnd?
    ) -> Result {
        // A program that has failed has started nothing.
        let endNs = end == .code(0) ? endNs : min(endNs, HostClock.monotonicNs + 500_000_000)
        while true {
            if let click = LastClick(readFrom: path), click != before, click.scheme == Self.scheme {
                return .arrived(token: click.token, isOwn: click.token == token, code: click.code)
            }
            let nowNs = HostClock.monotonicNs
            guard nowNs < endNs else { break }
            var pause = DescriptorPoll()
            // ignored: a wait that fails is a shorter pause.
            try? pause.wait(until: min(endNs, nowNs + Self.pauseNs))
        }
        guard end != .code(0) else { return .lost("\(program) ended well, and no click arrived within 5 s") }
        return .lost("\(program) failed: \(end.text)")
    }
}
