// The protocol as the daemon describes it: `Interface.text` is what it serves, comments included. A method's entry is its
// part of that text, with a call from the shell.

internal import Contract

extension ManualGroup {
    /// The interfaces, each with its methods and errors.
    static let `protocol`: [ManualGroup] = Interface.allCases.map(group)

    private static func group(of interface: Interface) -> ManualGroup {
        let parts = InterfaceParts(interface)
        let methods = Method.allCases.filter { $0.interface == interface }
        return ManualGroup(
            .protocol, interface.rawValue,
            [entry(of: interface, parts)] + methods.map { entry(of: $0, parts) }
                + parts.errors.map { entry(ofError: $0, of: interface, parts) })
    }

    private static func entry(of interface: Interface, _ parts: InterfaceParts) -> ManualEntry {
        var entry = entry(
            interface.rawValue, interface.rawValue, of: interface, "interface " + interface.rawValue, parts)
        entry.example = """
            deeplinkctl call org.varlink.service.GetInterfaceDescription '{"interface": "\(interface.rawValue)"}'
            """
        entry.file = interface.text
        return entry
    }

    private static func entry(of method: Method, _ parts: InterfaceParts) -> ManualEntry {
        let member = String(method.name.dropFirst(method.interface.rawValue.count + 1))
        var entry = entry(member, method.name, of: method.interface, "method \(member)(", parts)
        switch method.audience {
        case .anyone: break
        case .operator: entry.rows = [ManualPage.Row(label: "callers", text: "operators")]
        }
        entry.example = shellCall(of: method)
        return entry
    }

    private static func entry(ofError name: String, of interface: Interface, _ parts: InterfaceParts) -> ManualEntry {
        entry(name, "\(interface.rawValue).\(name)", of: interface, "error \(name) (", parts)
    }

    /// An entry with the first sentence of the comment above a declaration, and with the declaration.
    private static func entry(
        _ name: String, _ title: String, of interface: Interface, _ declaration: String, _ parts: InterfaceParts
    ) -> ManualEntry {
        ManualEntry(
            topic: .protocol, group: interface.rawValue, name: name, title: title,
            text: TextBlock.joined(TextBlock.sentence(of: parts.comment(declaration))),
            file: parts.text(of: declaration))
    }

    /// A line of the shell that calls the method.
    private static func shellCall(of method: Method) -> String {
        let parameters = method.request.example
        guard method.isStreaming else {
            return "deeplinkctl call \(method.name)" + (parameters.map { " '\($0)'" } ?? "")
        }
        let members = parameters.map { #","parameters":"# + $0 } ?? ""
        return #"printf '{"method":"\#(method.name)","more":true\#(members)}\0' | "#
            + #"socat -t 60 STDIO UNIX-CONNECT:"$XDG_RUNTIME_DIR/deeplinkd/io.deeplinkd.sock" | tr '\0' '\n'"#
    }
}

/// An interface's description, part by part.
struct InterfaceParts {
    /// Types, methods and errors, each with the comment above it.
    private let parts: [String]

    init(_ interface: Interface) {
        parts = interface.text.split(separator: "\n\n").map(String.init)
    }

    /// The names of the errors.
    var errors: [String] {
        parts.compactMap { part in
            part.split(separator: "\n").first { $0.hasPrefix("error ") }
                .map { String($0.dropFirst("error ".count).prefix { $0 != " " }) }
        }
    }

    /// The part whose declaration begins so.
    func text(of declaration: String) -> String {
        parts.first { part in part.split(separator: "\n").contains { $0.hasPrefix(declaration) } } ?? ""
    }

    /// The comment above that declaration.
    func comment(_ declaration: String) -> String {
        text(of: declaration).split(separator: "\n").prefix { $0.hasPrefix("#") }
            .map { $0.dropFirst().drop { $0 == " " } }.joined(separator: " ")
    }
}

extension Request {
    /// The parameters of a call that shows the method; nil where it needs none.
    var example: String? {
        switch self {
        case .open, .verify, .explain: #"{"url":"podcast://episodes/7"}"#
        case .perform: #"{"binding":"8v7gjt2rvcq9k"}"#
        case .link: #"{"route":"episode","parameters":{"episode":7}}"#
        case .describe: #"{"feature":"Playback"}"#
        case .setToggle, .setRuntime: #"{"feature":"SleepTimer","on":true}"#
        case .setPermission: #"{"permission":"camera","status":"authorized","subject":"uid:1000"}"#
        case .setPurchase: #"{"product":"premium.monthly","state":"active","subject":"uid:1000"}"#
        case .subscribe, .clear: #"{"channel":"player"}"#
        case .acknowledge: #"{"delivery":"8v7gjt2rvcq9k","result":"performed"}"#
        case .authorise: #"{"url":"podcast://clips/new"}"#
        case .answer: #"{"flow":"8v7gjt2rvcq9k","answer":"granted"}"#
        case .withdraw: #"{"permission":"camera"}"#
        case .ingest: #"{"items":["eyJhbGciOiJFZERTQSJ9.e30.c2ln"]}"#
        case .startTrial: #"{"product":"premium.monthly"}"#
        case .override: #"{"fact":"toggle SleepTimer","status":"on"}"#
        case .getInterfaceDescription: #"{"interface":"io.deeplinkd.Dispatch"}"#
        case .list, .watch, .channels, .consents, .products, .purchases, .restore, .watchPurchases, .status, .table,
            .check, .reload, .backup, .getInfo:
            nil
        }
    }
}
