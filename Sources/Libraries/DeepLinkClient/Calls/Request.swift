internal import Contract

/// What is called, and how its message is made.
struct Request: Sendable {
    /// The method's full name.
    let name: String
    /// Whether its answer may take longer than a daemon is silent otherwise.
    let mayTakeLong: Bool
    private typealias Writer = @Sendable (_ more: Bool, _ buffer: inout [UInt8]) -> Void
    private let write: Writer
    /// Writes the call without its languages; nil where it has none.
    private let writePlain: Writer?

    /// A call of a method that this library declares.
    init(_ call: some Method) {
        (name, mayTakeLong) = (type(of: call).name, type(of: call).mayTakeLong)
        write = { CallEncoder.append(call, more: $0, to: &$1) }
        if let plain = call.withoutLanguages {
            writePlain = { CallEncoder.append(plain, more: $0, to: &$1) }
        } else {
            writePlain = nil
        }
    }

    /// A call of any method, with parameters in the order of their names.
    ///
    /// How long it takes is not known here, so it may take long: the daemon is asked whether it is there.
    init(method: String, parameters: [String: Value]) {
        let members = parameters.sorted { $0.key < $1.key }.map { Value.Member($0.key, $0.value) }
        (name, mayTakeLong) = (method, true)
        write = { CallEncoder.append(method: method, parameters: members, more: $0, to: &$1) }
        // The caller has written each parameter, and reads what is refused.
        writePlain = nil
    }

    /// The name of the interface that defines the method.
    var interface: String { String(name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex)) }

    /// Sends it.
    ///
    /// - Parameter more: whether many replies are to come.
    ///
    /// *Throws*: `connectionLost`.
    func send(more: Bool = false, on connection: DaemonConnection) throws(DeepLinkError) {
        var plain: ((inout [UInt8]) -> Void)?
        if let writePlain { plain = { writePlain(more, &$0) } }
        try connection.send({ write(more, &$0) }, orElse: plain)
    }
}
