internal import Conf
internal import Contract
internal import DeepLinkClient
internal import Features
import PermissionWire
import PurchaseRules
import PurchaseWire

// Turns error replies of the daemon into errors of the command line, which name the wrong argument and its correction. The
// daemon only replies `InvalidParameter feature`. The tool then asks it for its features, so that commands with a daemon
// suggest the same names as commands with a table.

/// An error reply of the daemon.
struct DaemonRefusal {
    let name: String
    let parameters: Value

    /// The error of what operators alone may do.
    static let forOperators = ToolFailure(
        "only operators may do that; ask one, or join a group that the daemon's table names with `operator group NAME`")

    /// The error that ends the tool.
    ///
    /// *Throws*: if a further request for the error's text fails.
    func error(of request: any Method, _ client: DaemonClient) throws -> any Error {
        if let reason = parameters["reason"]?.text {
            return ToolFailure(name == NoAudit().errorName ? reason : "nothing has changed: \(reason)")
        }
        switch name {
        case BadFact().errorName: return try badFact()
        case LinkFault().errorName: return try notBuilt(request)
        case BareError.notDevelopment.errorName:
            return ToolFailure("the daemon's table allows no overrides; add `profile development` to it and reload")
        case BareError.noMetrics.errorName:
            return ToolFailure(
                "the daemon counts nothing: add `metrics { }` to its table and reload, or look whether the feature Metrics is "
                    + "available: \(client.next.text(["features", "Metrics"]))")
        case BareError.noTimeline.errorName:
            return ToolFailure(
                "the daemon's table has no timeline; add the lines `timeline {` and `}` to it and reload")
        case VarlinkError.permissionDenied.name: return notPermitted(request)
        case VarlinkError.invalidParameter(parameter: "").name:
            return try invalid(parameters["parameter"]?.text.flatMap(Parameter.init), request, client)
        case VarlinkError.methodNotFound(method: "").name, VarlinkError.interfaceNotFound(interface: "").name:
            return ToolFailure(.noMethod(type(of: request).name))
        default: return answered
        }
    }

    private var answered: ToolFailure {
        let hasParameters = parameters.members?.isEmpty == false
        return ToolFailure(.replied(name, hasParameters ? JSONText.text(of: parameters) : nil))
    }

    private func badFact() throws -> any Error {
        guard let diagnostic = try BadFact(reply: parameters).diagnostics.first else { return answered }
        let example = "for example deeplinkctl override \(RequiredPurchase.example)"
        return UsageError(diagnostic.message, help: diagnostic.help ?? example)
    }

    private func notPermitted(_ request: any Method) -> any Error {
        let hasFacts = (request as? ExplainLink)?.facts != nil
        if hasFacts || type(of: request).audience == .operator { return Self.forOperators }
        if request is GetMetrics {
            return ToolFailure(
                "only operators and readers of the numbers may do that; ask one, or join a group that the daemon's table "
                    + "names with `read group NAME` in `metrics`")
        }
        if let grant = Self.grant(of: request) {
            return ToolFailure(
                "you may not set that; ask an operator, or join a group that the daemon's table names with "
                    + "`grants \(grant) by group NAME`")
        }
        return ToolFailure(.notForOthers)
    }

    /// What a table would have to grant for a request: `permission camera`.
    private static func grant(of request: any Method) -> String? {
        if let request = request as? SetPermission { return "permission \(request.permission)" }
        return (request as? SetPurchase).map { "product \($0.product)" }
    }

    private func invalid(_ parameter: Parameter?, _ request: any Method, _ client: DaemonClient) throws -> any Error {
        switch parameter {
        case .feature?: return try noFeature(request, client)
        case .action?, .inputs?:
            return ToolFailure(.noActions)
        case .features?:
            let names = (request as? SetFocus)?.features ?? []
            let paths = try client.features().map(\.path)
            for name in names { _ = try FeatureNames(paths: paths).path(of: name) }
            return answered
        case .after?: return ToolFailure("the daemon's table has just changed; try again")
        case .subject?:
            return UsageError(
                "\(UsageError.quoted(client.next.subject ?? "")) is not a subject",
                help: "write --subject uid:1000, account:NAME or machine")
        case .idempotencyKey?:
            return ToolFailure(.noKeys)
        case .traceparent?: return ToolFailure(.noTraces)
        case .facts?: return ToolFailure("the daemon takes no such facts; it is of another version than this tool")
        case .product?: return try noProduct(request, client)
        case .fact?:
            return ToolFailure("too many facts are overridden; remove some of those that `deeplinkctl status` lists")
        default: return answered
        }
    }

    private func notBuilt(_ request: any Method) throws -> any Error {
        guard let request = request as? BuildLink else { return answered }
        return try UnbuiltLink(parameters, route: request.route)
    }

    private func noProduct(_ request: any Method, _ client: DaemonClient) throws -> any Error {
        guard let product = Self.product(of: request) else { return answered }
        let ids = try client.reply(to: ListProducts()).products.map(\.id)
        return UsageError(
            "there is no product \(UsageError.quoted(product))",
            help: ids.isEmpty
                ? "the daemon's table declares no products" : Suggestion.help(for: product, amongNames: ids))
    }

    private static func product(of request: any Method) -> String? {
        (request as? StartTrial)?.product ?? (request as? SetPurchase)?.product ?? (request as? GetPurchases)?.product
    }

    // MARK: Features

    private func noFeature(_ request: any Method, _ client: DaemonClient) throws -> any Error {
        guard let (feature, wanted) = Self.feature(of: request) else { return answered }
        let features = try client.features()
        guard !features.contains(where: { $0.code == OutcomeCode.pendingTable.rawValue }) else {
            let command = client.next.text(["status"])
            return ToolFailure("the daemon has no route table in force, so it has no features; `\(command)` shows why")
        }
        let paths = features.map(\.path)
        let path = try FeatureNames(paths: paths).path(of: feature)
        guard let wanted else { return ToolFailure("the daemon's table has just changed; try again") }
        let report = try client.feature(path)
        let outer = report.constraints?.last { $0.kind == wanted.kind && $0.inheritedFrom != nil }?.inheritedFrom
        let what = "\(UsageError.quoted(path)) has no \(wanted.word) of its own"
        guard let outer else {
            return UsageError(what, help: "to see its constraints: " + client.next.text(["features", path]))
        }
        let command = client.next.text(
            [wanted.kind.rawValue, outer, wanted.position], forSubject: wanted.kind == .toggle)
        return UsageError(what, help: "the \(wanted.word) of \(UsageError.quoted(outer)) applies to it: \(command)")
    }

    /// The switch of a feature that a request sets, and its new position.
    private typealias Wanted = (kind: ConstraintReport.Kind, word: String, position: String)

    private static func feature(of request: any Method) -> (name: String, wanted: Wanted?)? {
        if let request = request as? SetToggle {
            return (request.feature, (.toggle, "toggle", SwitchPosition(isOn: request.isOn).rawValue))
        }
        if let request = request as? SetRuntime {
            return (request.feature, (.runtime, "runtime switch", SwitchPosition(isOn: request.isOn).rawValue))
        }
        return (request as? DescribeFeature).map { ($0.feature, nil) }
    }
}
