package import Contract

/// One answer of a stream.
package enum StreamedAnswer {
    /// Others follow; `isMore` says whether the next one is there already.
    case next(any Reply, isMore: Bool)
    /// No other follows.
    case last(any Reply)
}

/// The answers to one call of a streaming method, each made when its session asks for it.
///
///     goOn() of the session → its turn comes, and the answer has room → next() → {"parameters":{…},"continues":true}
///
/// A stream calls `goOn()` of its session when it has something to answer. It has no buffer of answers: the session does
/// not ask for what its client does not read in time.
///
/// *Owner/thread*: the loop's thread; held by its session until it ends.
package protocol ReplyStream: AnyObject {
    /// The reply that ends the stream where the daemon ends.
    var lastReply: any Reply { get }

    /// Whether the last answer waits for no one. A client that has ended its bytes then gets all of them.
    var endsByItself: Bool { get }

    /// What there is to answer now; nil where there is nothing.
    func next() -> StreamedAnswer?

    /// The uid that caused the next answer, where that is another than the session's: it takes this user's turn.
    var payer: UInt32? { get }

    /// Ends the stream: the session asks for no more answers.
    func close()
}

extension ReplyStream {
    /// Nil: what a client asked for takes its own turns.
    package var payer: UInt32? { nil }

    /// False: a change, or the answer of a person, has to come first.
    package var endsByItself: Bool { false }
}
