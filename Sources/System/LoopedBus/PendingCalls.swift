import SystemBus

/// The calls of a connection that have no reply, in the order in which they were made: first those that were sent.
struct PendingCalls {
    /// One call.
    struct Call {
        let call: BusCall
        let deadlineMs: Int64
        let allowedMs: Int64
        /// *Units*: values and bytes of text of its answer.
        let limit: Int
        let onSent: (() -> Void)?
        let reply: BusConnection.Reply
        /// That of its message; nil until it is sent.
        fileprivate(set) var number: UInt64?
    }

    private var calls: [UInt64: Call] = [:]
    /// Those that are not sent, the first one first.
    private(set) var waiting: [UInt64] = []
    /// Those that are sent, by the numbers of their messages.
    private var sent: [UInt64: UInt64] = [:]
    private var lastID: UInt64 = 0

    /// How many there are.
    var count: Int { calls.count }

    /// By when the first of them has to have its reply; nil where there is none.
    var nextDeadlineMs: Int64? { calls.values.lazy.map(\.deadlineMs).min() }

    /// The call of an id; nil if it has its reply.
    subscript(id: UInt64) -> Call? { calls[id] }

    /// The ids of some of them.
    func ids(where isMeant: (Call) -> Bool) -> [UInt64] { calls.filter { isMeant($0.value) }.keys.sorted() }

    /// Adds a call that waits, and gives its id.
    mutating func add(_ call: Call) -> UInt64 {
        lastID += 1
        calls[lastID] = call
        waiting.append(lastID)
        return lastID
    }

    /// Takes note that the first one that waits was sent in the message of a number.
    mutating func markSent(_ number: UInt64) {
        let id = waiting.removeFirst()
        calls[id]?.number = number
        sent[number] = id
    }

    /// Takes a call out.
    @discardableResult
    mutating func remove(_ id: UInt64) -> Call? {
        guard let call = calls.removeValue(forKey: id) else { return nil }
        if let number = call.number { sent[number] = nil } else { waiting.removeAll { $0 == id } }
        return call
    }

    /// Takes out the call that was sent in the message of a number.
    mutating func remove(sentAs number: UInt64) -> Call? { sent[number].flatMap { remove($0) } }
}
