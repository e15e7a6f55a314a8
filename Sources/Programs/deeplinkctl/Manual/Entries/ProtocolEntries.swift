// The protocol as the daemon describes it: `Interface.text` is what it serves, comments included. A method's entry is its
// part of that text, with a call from the shell.

internal import Contract
import Routing

extension ManualGroup {
    /// The interfaces, each with its methods and errors.
    static let `protocol`: [ManualGroup] = WingList.ofThisProgram.interfaces.map(group)

    private static func group(of interface: Interface) -> ManualGroup {
        let parts = InterfaceParts(interface)
        return ManualGroup(
            topic: .protocol, heading: interface.name,
            entries: [entry(of: interface, parts)] + interface.methods.map { entry(of: $0, in: interface, parts) }
                + parts.errors.map { entry(ofError: $0, of: interface, parts) })
    }

    private static func entry(of interface: Interface, _ parts: InterfaceParts) -> ManualEntry {
        var entry = entry(
            interface.name, interface.name, of: interface, "interface " + interface.name, parts)
        entry.example = """
            deeplinkctl call org.varlink.service.GetInterfaceDescription '{"interface": "\(interface.name)"}'
            """
        entry.file = interface.text
        return entry
    }

    private static func entry(
        of method: any Method.Type, in interface: Interface, _ parts: InterfaceParts
    ) -> ManualEntry {
        var entry = entry(method.member, method.name, of: interface, "method \(method.member)(", parts)
        switch method.audience {
        case .anyone: break
        case .operator: entry.rows = [ManualPage.Row(label: "callers", text: "operators")]
        }
        entry.example = shellCall(of: method)
        return entry
    }

    private static func entry(ofError name: String, of interface: Interface, _ parts: InterfaceParts) -> ManualEntry {
        entry(name, "\(interface.name).\(name)", of: interface, "error \(name) (", parts)
    }

    /// An entry with the first sentence of the comment above a declaration, and with the declaration.
    private static func entry(
        _ name: String, _ title: String, of interface: Interface, _ declaration: String, _ parts: InterfaceParts
    ) -> ManualEntry {
        ManualEntry(
            topic: .protocol, group: interface.name, name: name, title: title,
            text: TextBlock.joined(TextBlock.sentence(of: parts.comment(declaration))),
            file: parts.text(of: declaration))
    }

    /// A line of the shell that calls the method.
    private static func shellCall(of method: any Method.Type) -> String {
        let parameters = method.example
        guard method.isStreaming else {
            return "deeplinkctl call \(method.name)" + (parameters == "{}" ? "" : " '\(parameters)'")
        }
        let members = parameters == "{}" ? "" : #","parameters":"# + parameters
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
