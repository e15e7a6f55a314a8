import Contract
import HostSystem
import Routing
import Varlink

extension HostCheck {
    /// The description of a Varlink interface that the service at a socket gives; nil where it gives none in time.
    package func description(of interface: String, at path: String) -> String? {
        // ignored: what does not answer says nothing of its methods, and its socket is judged by itself.
        let reply = try? Self.answer(
            of: path, to: "org.varlink.service.GetInterfaceDescription",
            [Value.Member("interface", .string(interface))], untilNs: endNs)
        guard case .parameters(let answer)? = reply?.content else { return nil }
        return answer["description"]?.text
    }

    /// Makes one call, and waits for its answer; nil where none comes in time.
    private static func answer(
        of path: String, to method: String, _ parameters: [Value.Member], untilNs endNs: Int64
    ) throws -> ReplyMessage? {
        let connection = try UnixConnection(to: path)
        var message: [UInt8] = []
        CallEncoder.append(method: method, parameters: parameters, to: &message)
        var unsent = message[...]
        let decoder = FrameDecoder(limit: Limits.messageBytes)
        while HostClock.monotonicNs < endNs {
            unsent = unsent.dropFirst(try connection.send(unsent))
            let received = try connection.receive { decoder.append($0) }
            if received == .bytes, let reply = try decoder.nextReply() { return reply }
            guard received != .end else { return nil }
            guard received == .nothing else { continue }
            var poll = DescriptorPoll()
            _ = poll.add(connection.number, reading: true, writing: !unsent.isEmpty)
            try poll.wait(until: endNs)
        }
        return nil
    }
}
