internal import Contract

/// What is called, and how its message is made.
struct Request: Sendable {
    /// The method's full name.
    let name: String
    /// Whether its answer may take longer than a daemon is silent otherwise.
    let mayTakeLong: Bool
    private let write: @Sendable (_ more: Bool, _ buffer: inout [UInt8]) -> Void

    /// A call of a method that this library declares.
    init(_ call: some Method) {
        (name, mayTakeLong) = (type(of: call).name, type(of: call).mayTakeLong)
        write = { CallEncoder.append(call, more: $0, to: &$1) }
    }

    /// A call of any method, with parameters in the order of their names.
    ///
    /// How long it takes is not known here, so it may take long: the daemon is asked whether it is there.
    init(method: String, parameters: [String: Value]) {
        let members = parameters.sorted { $0.key < $1.key }.map { Value.Member($0.key, $0.value) }
        (name, mayTakeLong) = (method, true)
        write = { CallEncoder.append(method: method, parameters: members, more: $0, to: &$1) }
    }

    /// The name of the interface that defines the method.
    var interface: String { String(name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex)) }

    /// Appends the message.
    ///
    /// - Parameter more: whether many replies are to come.
    func append(more: Bool = false, to buffer: inout [UInt8]) { write(more, &buffer) }
}
