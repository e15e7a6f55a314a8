/// A reply with the call that it answers.
struct Exchange {
    let call: String
    let reply: String
    let parsed: Result<(call: StrictJSON, reply: StrictJSON), any Error>

    init(call: String, reply: String) {
        (self.call, self.reply) = (call, reply)
        parsed = Result { (try StrictJSON(call), try StrictJSON(reply)) }
    }

    /// The replies of several connections, whose messages stand in the order in which they were sent and received.
    static func all(in messages: [WireTap.Message]) throws -> [Exchange] {
        var pending: [Int: ArraySlice<String>] = [:]
        var exchanges: [Exchange] = []
        for message in messages {
            if message.isCall {
                // A oneway call has no reply.
                let isOneway = try StrictJSON(message.text)["oneway"] == .bool(true)
                if !isOneway { pending[message.client, default: []].append(message.text) }
            } else {
                guard let call = pending[message.client]?.first else {
                    throw TestFailure("a reply without a call: \(message.text.prefix(300))")
                }
                let exchange = Exchange(call: call, reply: message.text)
                exchanges.append(exchange)
                if try exchange.parsed.get().reply["continues"] != .bool(true) {
                    pending[message.client]?.removeFirst()
                }
            }
        }
        return exchanges
    }
}
