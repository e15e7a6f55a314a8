import Contract

/// One answer of a stream.
enum StreamedAnswer {
    /// Others follow; `isMore` says whether the next one is there already.
    case next(Reply, isMore: Bool)
    /// No other follows.
    case last(Reply)
}

/// The answers to one call of a streaming method, each made when its session asks for it.
///
///     goOn() of the session → its turn comes, and the answer has room → next() → {"parameters":{…},"continues":true}
///
/// A stream calls `goOn()` of its session when it has something to answer. It has no buffer of answers: the session does
/// not ask for what its client does not read in time.
///
/// *Owner/thread*: the loop's thread; held by its session until it ends.
protocol ReplyStream: AnyObject {
    /// The reply that ends the stream where the daemon ends.
    var lastReply: Reply { get }

    /// What there is to answer now; nil where there is nothing.
    func next() -> StreamedAnswer?

    /// Ends the stream: the session asks for no more answers.
    func close()
}
