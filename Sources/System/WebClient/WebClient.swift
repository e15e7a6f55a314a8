package import EventLoop

/// Sends requests over HTTP.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
package final class WebClient {
    /// What becomes of a request.
    package typealias Result = Swift.Result<WebAnswer, WebFault>

    /// *Units*: requests without an answer.
    package static let callLimit = 1_024

    private let loop: Loop

    /// Loads nothing yet.
    package init(loop: Loop) { self.loop = loop }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - onSent: called before the end, when a byte of the request may have left: an effect is possible from now on.
    ///   - then: called once with the result, never within this call, nor after `cancel()` or `close()`.
    ///
    /// *Throws*: `unsendable`, `tooManyCalls`, `failed`.
    @discardableResult
    package func send(
        _ request: WebRequest, onSent: (() -> Void)? = nil, then: @escaping (Result) -> Void
    ) throws(WebFault) -> WebCall {
        if let flaw = request.flaw { throw .unsendable(flaw) }
        throw .notInstalled("requests over HTTP are not there yet")
    }

    /// Closes the connections that no request uses, and each other one at the end of its request.
    package func closeKept() {}

    /// Ends all requests, without a result, and all connections.
    package func close() {}
}

/// A request that is under way.
///
/// *Owner/thread*: the loop's thread.
package final class WebCall {
    /// True from the moment at which a byte of the request may have left.
    package private(set) var isSent = false

    /// Gives the request up: its connection is closed, and no result is reported. A second call does nothing.
    package func cancel() {}
}
