internal import Conf
internal import Contract
internal import Varlink

/// What the daemon answers when a switch is moved.
enum SwitchReply {
    /// Prints it.
    static func show(
        _ parameters: Value, of feature: String, _ kind: String, _ position: SwitchPosition, _ output: FormatOption
    ) {
        guard output.format == .text else { return Output.json(JSONText.text(of: parameters)) }
        let lasts = parameters["durable"]?.flag == false ? ", until the daemon ends" : ""
        Output.line(Escaping.printable("\(feature): \(kind) \(position.rawValue)\(lasts)"))
    }
}
