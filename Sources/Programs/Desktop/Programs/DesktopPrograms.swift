package import HostSystem
internal import Varlink

/// The programs of the desktop that are asked or called: `gio`, `xdg-mime`, `update-desktop-database`, `busctl`.
///
/// None of them has to be installed.
package struct DesktopPrograms {
    /// How long a program has.
    private static let patience: Duration = .seconds(10)
    /// Where the portal keeps which entry a caller has chosen.
    private static let permissionTable = "desktop-used-apps"
    /// How often a choice has to be made until the portal asks no more.
    ///
    /// *Source*: the portal's open-uri.c, `DEFAULT_THRESHOLD`.
    private static let threshold = "3"

    package let environment: [String: String]

    package init(environment: [String: String]) { self.environment = environment }

    /// The path of a program; nil if it is not installed.
    package func path(of program: String) -> String? {
        CapturedProgram.find(program, in: environment["PATH"] ?? "/usr/bin:/bin")
    }

    /// Runs a program; nil if it is not installed or cannot be started.
    package func run(
        _ program: String, _ arguments: [String], adding variables: [String: String] = [:],
        within time: Duration = patience
    ) -> (end: ProgramEnd?, output: String)? {
        guard let path = path(of: program) else { return nil }
        let all = environment.merging(variables) { $1 }
        // ignored: a program that cannot be started is as good as absent.
        guard let run = try? CapturedProgram([path] + arguments, environment: all, within: time) else { return nil }
        return (run.end, String(decoding: run.output, as: UTF8.self))
    }

    // MARK: Defaults

    /// What a program answers about a type: an id, or that there is none.
    package enum Answer: Equatable, Sendable {
        case handler(String?)
        /// It is not installed, or has failed.
        case absent
    }

    /// What `gio mime` says.
    package func gioDefault(of type: String) -> Answer {
        guard let run = run("gio", ["mime", type], adding: ["LC_ALL": "C.UTF-8"]), run.end == .code(0),
            let line = run.output.split(separator: "\n").first
        else { return .absent }
        guard !line.hasPrefix("No default") else { return .handler(nil) }
        return .handler(line.split(separator: ": ").last.map(String.init))
    }

    /// What `xdg-mime` says.
    package func xdgMimeDefault(of type: String) -> Answer {
        guard let run = run("xdg-mime", ["query", "default", type]), run.end == .code(0) || run.output.isEmpty else {
            return .absent
        }
        return .handler(run.output.split(separator: "\n").first.map(String.init))
    }

    // MARK: Caches

    /// Has the caches of entries made anew; returns what failed.
    package func refreshCaches(of folder: String) -> [String] {
        let calls = [("update-desktop-database", ["-q", folder]), ("kbuildsycoca6", []), ("kbuildsycoca5", [])]
        return calls.compactMap { program, arguments in
            guard let run = run(program, arguments), run.end != .code(0) else { return nil }
            return "\(program) failed (\(run.end.text)); it can be run again by hand"
        }
    }

    // MARK: The portal

    /// Whether this session has a message bus.
    package var hasSessionBus: Bool {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return true }
        let bus = environment["XDG_RUNTIME_DIR"].map { $0 + "/bus" }
        return bus.flatMap { try? FileStatus.isAnythingThere($0) } == true
    }

    /// The row of the portal's permission store for callers without a sandbox; nil if there is none, or no store.
    package func portalRow(of type: String) -> [String]? {
        let words = ["Lookup", "ss", Self.permissionTable, type]
        guard hasSessionBus, let run = run("busctl", ["--user", "--json=short", "call"] + Self.storeWords + words),
            run.end == .code(0), let reply = try? JSONText.value(of: run.output)
        else { return nil }
        let row = reply["data"]?.elements?.first?.members?.first { $0.name.isEmpty }
        return row?.value.elements?.compactMap(\.text)
    }

    /// The entry that the portal opens without a question; nil if its store has none, or not chosen often enough.
    package func rememberedByPortal(for type: String) -> String? {
        guard let row = portalRow(of: type), row.count >= 2, let count = Int(row[1]) else { return nil }
        return count >= (row.count > 2 ? Int(row[2]) : nil) ?? 3 ? row[0] : nil
    }

    /// The row that makes the portal open an entry without a question.
    ///
    /// - Parameter id: the entry's, without `.desktop`.
    package static func portalRow(opening id: String) -> [String] { [id, threshold, threshold] }

    /// Sets a row of the permission store, or removes it; returns why that failed.
    package func setPortalRow(of type: String, to row: [String]?) -> String? {
        guard hasSessionBus else { return "this session has no message bus" }
        let words = [Self.permissionTable] + (row == nil ? [] : ["true"]) + [type, ""]
        let call =
            if let row {
                callSessionBus(
                    by: ["busctl", "gdbus"], Self.store, "SetPermission",
                    gdbus: words + ["[" + row.map { "'\($0)'" }.joined(separator: ", ") + "]"],
                    busctl: ["sbssas"] + words + ["\(row.count)"] + row)
            } else {
                callSessionBus(
                    by: ["busctl", "gdbus"], Self.store, "DeletePermission", gdbus: words, busctl: ["sss"] + words)
            }
        guard let call else { return "neither busctl nor gdbus is installed" }
        if call.end == .code(0) { return nil }
        return "the portal's permission store refused it (\(call.program): \(call.end.text))"
    }

    private static let store = (
        service: "org.freedesktop.impl.portal.PermissionStore",
        path: "/org/freedesktop/impl/portal/PermissionStore",
        interface: "org.freedesktop.impl.portal.PermissionStore"
    )
    private static let storeWords = [store.service, store.path, store.interface]

    /// Calls a method of an object on the session's message bus; nil if no program for that is installed.
    ///
    /// - Parameters:
    ///   - programs: `busctl` and `gdbus`, in the order in which they are tried.
    ///   - texts: the arguments in the language of `gdbus`.
    ///   - words: the signature and the arguments for `busctl`.
    func callSessionBus(
        by programs: [String], _ object: (service: String, path: String, interface: String), _ method: String,
        gdbus texts: [String], busctl words: [String], within time: Duration = patience
    ) -> (program: String, end: ProgramEnd?)? {
        let (service, path, interface) = object
        let calls = [
            "busctl": ["--user", "call", service, path, interface, method] + words,
            "gdbus": ["call", "--session", "--dest", service, "--object-path", path, "--method"]
                + ["\(interface).\(method)"] + texts,
        ]
        for program in programs {
            if let run = run(program, calls[program] ?? [], within: time) { return (program, run.end) }
        }
        return nil
    }
}

extension ProgramEnd? {
    /// *Shape*: `exit status 1`.
    package var text: String {
        switch self {
        case .code(let code): "exit status \(code)"
        case .signal(let number): "signal \(number)"
        case nil: "it did not end in time"
        }
    }
}
