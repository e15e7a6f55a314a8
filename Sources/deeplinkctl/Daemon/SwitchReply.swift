internal import Conf
internal import Contract
internal import Varlink

/// The daemon's reply to a change of a switch.
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
