internal import Conf
internal import Contract
internal import Framing

/// What the daemon answers when a switch is moved.
enum SwitchReply {
    /// Prints it; an error fails the tool.
    static func show(
        _ reply: ReplyMessage, of feature: String, _ kind: String, _ position: SwitchPosition, _ output: FormatOption
    ) throws {
        switch reply.content {
        case .parameters(let parameters):
            if output.format == .json { return Output.line(JSONText.text(of: parameters)) }
            let lasts = parameters["durable"]?.flag == false ? ", until the daemon ends" : ""
            Output.line(Escaping.printable("\(feature): \(kind) \(position.rawValue)\(lasts)"))
        case .error(let name, let parameters): throw failure(name, parameters, feature, kind)
        }
    }

    private static func failure(_ name: String, _ parameters: Value, _ feature: String, _ kind: String) -> ToolFailure {
        if let reason = parameters["reason"]?.text { return ToolFailure("nothing has changed: \(reason)") }
        if name.hasSuffix(".PermissionDenied") { return ToolFailure("you may not: ask an operator of the daemon") }
        guard parameters["parameter"]?.text == Parameter.feature.rawValue else {
            return ToolFailure("the daemon answered \(name) \(JSONText.text(of: parameters))")
        }
        return ToolFailure("there is no feature `\(feature)` that requires \(kind), or more than one of that name")
    }
}
