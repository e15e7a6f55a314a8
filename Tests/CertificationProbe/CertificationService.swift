import EventLoop
import HostSystem
import Varlink

/// Serves `org.varlink.certification` and judges every call.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
final class CertificationService {
    private static let messageLimit = 1 << 20

    /// The interface's definition, which Python's client asks for.
    private let description: String
    private let steps: [Certification.Step]
    private var listener: UnixListener?
    private var streams: [ObjectIdentifier: UnixStream] = [:]
    /// The place of the next call in `steps`, by the id of the client.
    private var progress: [String: Int] = [:]
    private var clientCount = 0

    init(
        loop: Loop, path: String, description: String, steps: [Certification.Step] = Certification.steps
    ) throws(LoopError) {
        self.description = description
        self.steps = steps
        listener = try UnixListener(loop: loop, path: path, mode: 0o600) { [unowned self] in serve($0) }
    }

    func close() {
        listener?.close()
        listener = nil
        for stream in streams.values { stream.close() }
    }

    // MARK: Connections

    private func serve(_ stream: UnixStream) {
        streams[ObjectIdentifier(stream)] = stream
        let decoder = FrameDecoder(limit: Self.messageLimit)
        stream.onClose = { [unowned self, unowned stream] _ in streams[ObjectIdentifier(stream)] = nil }
        stream.startReading(
            { [unowned self, unowned stream] bytes in
                decoder.append(bytes)
                do {
                    while let message = try decoder.next() {
                        stream.write(try replies(to: decoder.bytes.span.extracting(message)))
                    }
                } catch {
                    stream.close()
                }
            }, onEnd: { [unowned stream] in stream.closeWhenWritten() })
    }

    /// The messages that answer a call.
    private func replies(to message: Span<UInt8>) throws(FramingError) -> [UInt8] {
        let header = try CallHeader(message)
        let call = try ValueDecoder.decode(message)
        let replies = replies(to: call, header, header.method.text(in: message))
        var bytes: [UInt8] = []
        for (index, reply) in replies.enumerated() where !header.oneway {
            var writer = JSONWriter(bytes)
            writer.beginObject()
            switch reply {
            case .parameters(let value): writer.value("parameters", value)
            case .error(let name, let parameters):
                writer.member("error", name)
                writer.value("parameters", parameters)
            }
            if index < replies.count - 1 { writer.flag("continues") }
            writer.endObject()
            writer.endMessage()
            bytes = writer.finish()
        }
        return bytes
    }

    // MARK: Calls

    private func replies(to call: Value, _ header: CallHeader, _ method: String) -> [ReplyMessage.Content] {
        let parameters = call["parameters"] ?? .object([])
        let prefix = Certification.interface + "."
        switch method {
        case "org.varlink.service.GetInfo": return [.parameters(Self.information)]
        case "org.varlink.service.GetInterfaceDescription":
            guard parameters["interface"] == .string(Certification.interface) else {
                return [Self.error("org.varlink.service.InterfaceNotFound", ["interface": parameters["interface"]])]
            }
            return [.parameters(.object([.init("description", .string(description))]))]
        case prefix + "Start":
            clientCount += 1
            let client = "client \(clientCount)"
            progress[client] = 0
            return [.parameters(.object([.init("client_id", .string(client))]))]
        case _ where method.hasPrefix(prefix): return certify(call, parameters, header, method)
        default: return [Self.error("org.varlink.service.MethodNotFound", ["method": .string(method)])]
        }
    }

    /// Compares a call with the one that is due.
    private func certify(
        _ call: Value, _ parameters: Value, _ header: CallHeader, _ method: String
    ) -> [ReplyMessage.Content] {
        guard let client = parameters["client_id"]?.text, let place = progress[client] else {
            return [Self.error(Certification.interface + ".ClientIdError", [:])]
        }
        let step = steps[place]
        let wanted = Self.call(step, of: client)
        let flags = [header.more == step.more, header.oneway == step.oneway, !header.upgrade]
        guard flags == [true, true, true], method == wanted["method"]?.text,
            parameters.means(wanted["parameters"] ?? .null)
        else {
            progress[client] = nil
            return [Self.error(Certification.interface + ".CertificationError", ["wants": wanted, "got": call])]
        }
        progress[client] = place + 1 < steps.count ? place + 1 : nil
        return step.answers.map { .parameters($0) }
    }

    private static func call(_ step: Certification.Step, of client: String) -> Value {
        var members: [Value.Member] = [
            .init("method", .string(Certification.interface + "." + step.name)),
            .init("parameters", .object([.init("client_id", .string(client))] + (step.wanted.members ?? []))),
        ]
        if step.more { members.append(.init("more", .bool(true))) }
        if step.oneway { members.append(.init("oneway", .bool(true))) }
        return .object(members)
    }

    private static func error(_ name: String, _ parameters: KeyValuePairs<String, Value?>) -> ReplyMessage.Content {
        .error(name: name, parameters: .object(parameters.map { .init($0.key, $0.value ?? .null) }))
    }

    private static let information = Value.object([
        .init("vendor", .string("deeplinkd")), .init("product", .string("CertificationProbe")),
        .init("version", .string("1")), .init("url", .string("https://varlink.org/")),
        .init("interfaces", .array([.string(Certification.interface), .string("org.varlink.service")])),
    ])
}
