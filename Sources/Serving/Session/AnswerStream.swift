import Contract

/// The answers to one call of a streaming method; each is made when it is asked for.
///
///     goOn() of the session → its turn comes, and the answer has room → next() → {"parameters":{…},"continues":true}
///
/// A stream has no buffer of answers: what a client does not read in time is not asked for.
///
/// *Owner/thread*: the loop's thread; held by its session until it ends.
protocol AnswerStream: AnyObject {
    /// The reply that ends the stream where the daemon ends.
    var lastReply: Reply { get }

    /// What there is to answer now; nil where there is nothing.
    func next() -> StreamedAnswer?

    /// Asks for no more answers.
    func close()
}

/// One answer of a stream.
enum StreamedAnswer {
    /// Others follow; `isMore` says whether the next one is there already.
    case next(Reply, isMore: Bool)
    /// No other follows.
    case last(Reply)
}
