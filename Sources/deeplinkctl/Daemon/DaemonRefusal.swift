internal import Contract
internal import Varlink

// What the daemon refuses a call for, in the words of the command line: which argument is to blame and what to write
// instead. The daemon only says `InvalidParameter feature`; which features there are, the tool asks for here, so that a name
// is answered alike by commands that read a table and by those that ask a daemon.

/// An error that the daemon answered.
struct DaemonRefusal {
    let name: String
    let parameters: Value

    /// What ends the tool because of it.
    ///
    /// *Throws*: where the daemon does not answer what is to be said about it.
    func error(of request: Request, _ client: DaemonClient) throws -> any Error {
        if let reason = parameters["reason"]?.text { return ToolFailure("nothing has changed: \(reason)") }
        switch name {
        case Reply.badFact([]).errorName: return try badFact()
        case Reply.notDevelopment.errorName:
            return ToolFailure("the daemon's table allows no overrides; add `profile development` to it and reload")
        case VarlinkError.permissionDenied.name: return notPermitted(request)
        case VarlinkError.invalidParameter(parameter: "").name:
            return try invalid(parameters["parameter"]?.text.flatMap(Parameter.init), request, client)
        case VarlinkError.methodNotFound(method: "").name, VarlinkError.interfaceNotFound(interface: "").name:
            return ToolFailure("the daemon does not know \(request.method.name); it is older than this tool")
        default: return answered
        }
    }

    private var answered: ToolFailure {
        let details = parameters.members.map { $0.isEmpty ? "" : " " + JSONText.text(of: parameters) } ?? ""
        return ToolFailure("the daemon answered \(name)\(details)")
    }

    private func badFact() throws -> any Error {
        guard let diagnostic = try Reply.diagnostics(parameters).first else { return answered }
        return Misuse(
            diagnostic.message, help: diagnostic.help ?? "for example deeplinkctl override \(FactExample.purchase)")
    }

    private func notPermitted(_ request: Request) -> any Error {
        guard request.method.audience != .operator else {
            return ToolFailure(
                "only the daemon's operators may do that; ask one, or be in a group of its table's `operator group NAME`"
            )
        }
        return ToolFailure(
            "you may not speak for others; leave out --subject, or be in a group of its table's `delegate group NAME`")
    }

    private func invalid(_ parameter: Parameter?, _ request: Request, _ client: DaemonClient) throws -> any Error {
        switch parameter {
        case .feature?: return try noFeature(request, client)
        case .after?: return ToolFailure("the daemon's table has just changed; try again")
        case .subject?:
            return Misuse(
                "\(Misuse.quoted(client.next.subject ?? "")) is no subject",
                help: "write --subject uid:1000, account:NAME or machine")
        case .idempotencyKey?:
            return ToolFailure("the daemon keeps no keys; start it with --state-dir, or leave out --idempotency-key")
        case .fact?:
            return ToolFailure("too many facts are overridden; end some of them, which `deeplinkctl status` lists")
        default: return answered
        }
    }

    // MARK: Features

    private func noFeature(_ request: Request, _ client: DaemonClient) throws -> any Error {
        guard let (feature, wanted) = Self.feature(of: request) else { return answered }
        let paths = try client.features().map(\.path)
        let path = try FeatureNames(paths).path(of: feature)
        guard let wanted else { return ToolFailure("the daemon's table has just changed; try again") }
        let report = try client.feature(path)
        let outer = report.constraints?.last { $0.kind == wanted.kind && $0.inheritedFrom != nil }?.inheritedFrom
        let what = "\(Misuse.quoted(path)) has no \(wanted.word) of its own"
        guard let outer else {
            return Misuse(what, help: "what it requires: " + client.next.text(["features", path]))
        }
        let command = client.next.text(
            [wanted.kind.rawValue, outer, wanted.position], forSubject: wanted.kind == .toggle)
        return Misuse(what, help: "that of \(Misuse.quoted(outer)) counts for it: \(command)")
    }

    /// What a request wants of a feature: a switch of a kind, moved to a position.
    private typealias Wanted = (kind: ConstraintReport.Kind, word: String, position: String)

    private static func feature(of request: Request) -> (name: String, wanted: Wanted?)? {
        switch request {
        case .describe(let feature, _): (feature, nil)
        case .setToggle(let feature, let on, _): (feature, (.toggle, "toggle", SwitchPosition(isOn: on).rawValue))
        case .setRuntime(let feature, let on):
            (feature, (.runtime, "runtime switch", SwitchPosition(isOn: on).rawValue))
        default: nil
        }
    }
}
