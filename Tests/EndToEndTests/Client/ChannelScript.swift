import Foundation
import Synchronization

/// A service with one channel, which gives given answers to each subscription and keeps what it is called with.
final class ChannelScript: Sendable {
    private struct State {
        var subscriptions: [ScriptedDaemon.Answer]
        var calls: [String] = []
        var refusals: Int
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - subscriptions: what the first subscription is answered, the second, and so on; the last for all others.
    ///   - lostAcknowledgements: how many calls of Acknowledge are answered by closing the connection.
    init(_ subscriptions: [ScriptedDaemon.Answer], lostAcknowledgements: Int = 0) {
        state = Mutex(State(subscriptions: subscriptions, refusals: lostAcknowledgements))
    }

    /// The calls of a method so far, as their parameters.
    func calls(_ method: String) throws -> [JSONTree] {
        try state.withLock(\.calls).map { try JSONTree(parsing: Array($0.utf8)) }
            .filter { $0["method"].text == "io.deeplinkd.Channels.\(method)" }.compactMap { $0["parameters"] }
    }

    /// What a call is answered.
    func answer(_ call: String) -> ScriptedDaemon.Answer {
        state.withLock { state in
            state.calls.append(call)
            guard call.contains(".Acknowledge\"") else {
                return state.subscriptions.count > 1 ? state.subscriptions.removeFirst() : state.subscriptions[0]
            }
            state.refusals -= 1
            let isLost = state.refusals >= 0
            return Self.messages(isLost ? [] : ["{}"], closes: isLost)
        }
    }

    /// Messages, each sent by itself.
    static func messages(_ messages: [String], closes: Bool = false) -> ScriptedDaemon.Answer {
        ScriptedDaemon.Answer(pieces: messages.map { Array($0.utf8) + [0] }, isLast: closes)
    }

    /// The answer that the subscription stands.
    static func subscribed(_ sequence: Int) -> String { #"{"parameters":{"sequence":\#(sequence)},"continues":true}"# }

    /// The answer with a link; a held one has a delivery.
    static func link(_ sequence: Int, delivery: String? = nil, redelivered: Bool = false, missed: Int? = nil) -> String
    {
        let held = delivery.map { #""delivery":"\#($0)","acknowledgeWithinMs":30000,"# } ?? ""
        let missing = missed.map { #","missed":\#($0)"# } ?? ""
        return #"{"parameters":{"sequence":\#(sequence),"link":{\#(held)"redelivered":\#(redelivered),"uid":77,"#
            + #""route":"play","feature":"Playback","action":"play","inputs":{"id":\#(sequence),"name":"a b"},"#
            + #""url":"t://play/\#(sequence)"}\#(missing)},"continues":true}"#
    }
}
