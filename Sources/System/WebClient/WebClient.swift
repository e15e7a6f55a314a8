// A client of HTTP that asks for little: it sends one request and reads one answer, with bounds on both.
//
//     send  →  load libcurl, on another thread, if it is the first one  →  connect, or take a kept connection  →  then(…)
//
// libcurl does the work on the loop: it looks up names on threads of its own, and says for which descriptors and moments it
// waits. It is kept from all that a table does not say: other protocols, redirects, cookies, proxies, .netrc, the environment,
// HTTP/2. Nothing of what a server sends has an effect beside the answer.
//
// An address is checked twice. A new connection is checked when its socket is made: a check before the lookup would say
// nothing of the address that the name has then. And each request is checked before it is sent: a kept connection may have been
// made for an action that may use private addresses, and the next action may not.

package import EventLoop
internal import HostSystem

/// Sends requests over HTTP.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
package final class WebClient {
    /// What becomes of a request.
    package typealias Result = Swift.Result<WebAnswer, WebFault>

    /// *Units*: requests without an answer.
    package static let callLimit = 1_024
    /// How long connections are kept that no request uses.
    private static let idleTime = Duration.seconds(60)

    private let loop: Loop
    private var isLoaded = false
    private var isClosed = false
    private var lastID: UInt64 = 0
    private var callCount = 0
    /// The calls that wait for the library, in their order; nil while it is not being loaded.
    private var waiting: [WebCall]?
    private var waitTimer: DueTimer?
    /// The lane of new requests.
    private var lane: WebLane?
    /// Those that were left to their last requests.
    private var oldLanes: [WebLane] = []
    private var idleTimer: Timer?
    private var wasUsed = false

    /// Loads nothing yet.
    package init(loop: Loop) { self.loop = loop }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - onSent: called before the end, when a byte of the request may have left: an effect is possible from now on. Maybe
    ///     before this returns.
    ///   - then: called once with the result, never within this call, nor after `cancel()` or `close()`.
    ///
    /// *Throws*: `unsendable`, `tooManyCalls`, `failed`.
    @discardableResult
    package func send(
        _ request: WebRequest, onSent: (() -> Void)? = nil, then: @escaping (Result) -> Void
    ) throws(WebFault) -> WebCall {
        if let flaw = request.flaw { throw .unsendable(flaw) }
        guard !isClosed else { throw .unsendable("requests have ended") }
        guard callCount < Self.callLimit else { throw .tooManyCalls(limit: Self.callLimit) }
        lastID += 1
        let call = WebCall(request, id: lastID, onSent: onSent, then: then)
        if isLoaded { try begin(call) } else { try wait(call) }
        callCount += 1
        return call
    }

    /// Closes the connections that no request uses, and each other one at the end of its request.
    package func closeKept() {
        idleTimer?.cancel()
        guard let old = lane.take() else { return }
        if old.isIdle { old.close() } else { oldLanes.append(old) }
    }

    /// Ends all requests, without a result, and all connections.
    package func close() {
        isClosed = true
        for call in waiting ?? [] { call.forget() }
        waiting = nil
        for each in oldLanes + [lane].compactMap(\.self) { each.close() }
        (lane, oldLanes, callCount) = (nil, [], 0)
        waitTimer?.close()
        idleTimer?.close()
        (waitTimer, idleTimer) = (nil, nil)
    }

    // MARK: Lanes

    /// *Throws*: `unsendable`, `late`, `failed`.
    private func begin(_ call: WebCall) throws(WebFault) {
        if lane?.isBroken == true { closeKept() }
        let used: WebLane
        if let lane { used = lane } else { used = try makeLane() }
        try used.begin(call)
        wasUsed = true
        call.onCancel = { [weak used] in used?.remove($0) }
    }

    private func makeLane() throws(WebFault) -> WebLane {
        let made = try WebLane(loop: loop)
        made.onEnd = { [weak self] in self?.callDidEnd(on: $0) }
        do throws(LoopError) {
            if idleTimer == nil { idleTimer = try Timer(loop: loop) { [weak self] in self?.idleTimePassed() } }
            idleTimer?.start(after: Self.idleTime, repeatingEvery: Self.idleTime)
        } catch {
            made.close()
            throw .failed(error)
        }
        lane = made
        return made
    }

    private func callDidEnd(on ended: WebLane) {
        callCount -= 1
        guard ended !== lane, ended.isIdle else { return }
        oldLanes.removeAll { $0 === ended }
        ended.close()
    }

    private func idleTimePassed() {
        if !wasUsed, lane?.isIdle == true { closeKept() }
        wasUsed = false
    }

    // MARK: The library

    /// Lets a call wait for the library; the first one loads it.
    private func wait(_ call: WebCall) throws(WebFault) {
        do throws(LoopError) {
            if waitTimer == nil { waitTimer = try DueTimer(loop: loop) { [weak self] in self?.waitTimePassed() } }
            if waiting == nil { try loop.work({ Curl.load() }, then: { [weak self] in self?.didLoad($0) }) }
        } catch {
            throw .failed(error)
        }
        call.onCancel = { [weak self] in self?.remove($0) }
        waiting = (waiting ?? []) + [call]
        waitTimer?.fire(byNs: call.deadlineNs)
    }

    private func remove(_ call: WebCall) {
        waiting?.removeAll { $0 === call }
        callCount -= 1
    }

    /// - Parameter absence: why the library is not there; the next request tries again.
    private func didLoad(_ absence: String?) {
        guard let calls = waiting.take() else { return }
        isLoaded = absence == nil
        waitTimer?.cancel()
        for call in calls where !isClosed {
            do throws(WebFault) {
                if let absence { throw .notInstalled(absence) }
                // One that was given up meanwhile has nothing to cancel.
                if call.onCancel != nil { try begin(call) }
            } catch {
                end(call, error)
            }
        }
    }

    private func waitTimePassed() {
        let nowNs = HostClock.monotonicNs
        for call in waiting ?? [] where call.deadlineNs <= nowNs && !isClosed {
            waiting?.removeAll { $0 === call }
            end(call, .late(wasSent: false))
        }
        for call in waiting ?? [] { waitTimer?.fire(byNs: call.deadlineNs) }
    }

    private func end(_ call: WebCall, _ fault: WebFault) {
        callCount -= 1
        call.end(.failure(fault))
    }
}
