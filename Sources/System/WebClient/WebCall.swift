internal import HostSystem

/// A request that is under way.
///
/// *Owner/thread*: the loop's thread.
package final class WebCall {
    let request: WebRequest
    let id: UInt64
    /// *Units*: nanoseconds on the monotonic clock.
    let deadlineNs: Int64
    /// True from the moment at which a byte of the request may have left.
    package private(set) var isSent = false
    var transfer: CurlTransfer?
    /// Takes it out of what waits or is sent.
    var onCancel: ((WebCall) -> Void)?
    private var onSent: (() -> Void)?
    private var then: ((WebClient.Result) -> Void)?

    init(
        _ request: WebRequest, id: UInt64, onSent: (() -> Void)?, then: @escaping (WebClient.Result) -> Void
    ) {
        (self.request, self.id) = (request, id)
        deadlineNs = HostClock.monotonicNs + request.wholeTime.curlMilliseconds * 1_000_000
        (self.onSent, self.then) = (onSent, then)
    }

    /// Gives the request up, and reports no result.
    ///
    /// Its connection is closed. A second call does nothing, nor does one after the end.
    package func cancel() {
        let cancel = onCancel
        forget()
        cancel?(self)
    }

    /// Takes note that a byte of the request may leave from now on.
    func markSent() {
        isSent = true
        onSent.take()?()
    }

    /// Reports the result, unless the call was given up.
    func end(_ result: WebClient.Result) {
        let report = then
        forget()
        report?(result)
    }

    /// Drops all that it holds: no result is reported any more.
    func forget() {
        (onSent, then, onCancel, transfer) = (nil, nil, nil, nil)
    }
}
