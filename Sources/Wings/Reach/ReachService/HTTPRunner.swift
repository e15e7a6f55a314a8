import Contract
import EventLoop
import Features
import HostSystem
import ReachRules
import Serving
import WebClient

/// Performs `http`: sends requests to services, on connections that libcurl keeps for the next one.
///
/// A request is sent again where the table says so, and where that is safe: the service has not taken it, or is busy, or the
/// table says that a second effect is none.
final class HTTPRunner: ReachPerformer {
    let errands: Errands
    private let loop: Loop
    private let client: WebClient
    private let signer: HTTPSigner

    init(_ loop: Loop, _ errands: Errands, environment: [String: String]) {
        (self.loop, self.errands) = (loop, errands)
        client = WebClient(loop: loop)
        signer = HTTPSigner(credentials: environment["CREDENTIALS_DIRECTORY"])
    }

    /// Closes the connections that are kept: a table without the service has no use for them.
    func closeKept() { client.closeKept() }

    /// Ends all requests.
    func close() { client.close() }

    /// Sends the request, and answers with what became of it.
    func perform(_ template: HTTPTemplate, _ call: ReachCall, then answer: @escaping (Performance) -> Void) {
        var about = Execution(.http)
        (about.service, about.method) = (template.server.address, template.method.rawValue)
        let link = call.link.url
        guard link != nil || !template.needsLink else { return answer(.failed(.noLink)) }
        let begun = errands.begin(
            call.action, for: call.uid, call.order, about, subject: "The service at \(template.server.address)",
            failing: .failedHTTP, within: template.retry?.time, then: answer)
        guard let errand = begun else { return }
        var request = WebRequest(
            template.method.rawValue, template.server.url(of: template.text(for: call.inputs, link: link)),
            headers: template.headers(for: call.inputs, link: link))
        if case .socket(let path) = template.server { request.socketPath = path }
        request.allowsPrivateAddresses = template.allowsPrivateAddresses
        request.bodyLimit = Limits.outwardAnswerBytes
        if let content = template.content(for: call.inputs, link: link) {
            request.body = content.bytes
            if !request.has("content-type") { request.headers.append(("Content-Type", content.type)) }
        }
        if !request.has("user-agent") { request.headers.append(("User-Agent", "deeplinkd/" + Version.text)) }
        if let traceparent = call.order.traceparent { request.headers.append(("traceparent", traceparent)) }
        let sending = HTTPSending(template, call.action, errand, request, HTTPSigner.Seed(call.order))
        sign(sending)
    }

    // MARK: Before a request

    /// Puts in what the request is known by, and signs it; on another thread where that takes a file or OpenSSL.
    private func sign(_ sending: HTTPSending) {
        let request = sending.plain
        let needs = HTTPSigner.Needs(
            names: !sending.template.method.onlyReads, credential: sending.template.credential)
        guard signer.takesTime(needs, sending.seed) else {
            return send(request.adding(signer.plainHeaders(needs, sending.seed)), sending)
        }
        do throws(LoopError) {
            try loop.work { [signer, seed = sending.seed, body = request.body ?? []] in
                signer.headers(needs, seed, body: body, nowSeconds: Int(HostClock.wallMs / 1000))
            } then: { [self] result in
                guard sending.errand.isOpen else { return }
                switch result {
                case .success(let headers): send(request.adding(headers), sending)
                case .failure(let fault): sending.failUnsent(fault.sentence, error: fault.detail)
                }
            }
        } catch {
            sending.failUnsent("The request could not be signed.", error: error.codeName)
        }
    }

    // MARK: A request

    private func send(_ request: WebRequest, _ sending: HTTPSending) {
        var request = request
        request.mayRepeat = sending.mayRepeat
        request.wholeTime = sending.timeOfRequest
        request.connectTime = min(request.connectTime, request.wholeTime)
        sending.countRequest()
        let errand = sending.errand
        do throws(WebFault) {
            let call = try client.send(request, onSent: { errand.markSent() }) { [self] result in
                errand.onAbandoned = nil
                settle(result, sending)
            }
            errand.onAbandoned = { call.cancel() }
        } catch {
            settle(.failure(error), sending)
        }
    }

    private func settle(_ result: WebClient.Result, _ sending: HTTPSending) {
        guard sending.errand.isOpen else { return }
        let end = HTTPEnd(result, sending)
        guard let pause = sending.pause(after: end) else { return sending.finish(end) }
        sending.note(end)
        do throws(LoopError) {
            let timer = try Timer(loop: loop) {}
            timer.setFire { [self] in
                timer.close()
                sending.errand.onAbandoned = nil
                sign(sending)
            }
            sending.errand.onAbandoned = { timer.close() }
            timer.start(after: pause)
        } catch {
            sending.finish(end)
        }
    }
}

extension WebRequest {
    fileprivate func has(_ name: String) -> Bool { headers.contains { $0.name.lowercased() == name } }

    fileprivate func adding(_ headers: [(name: String, value: String)]) -> Self {
        var request = self
        request.headers += headers
        return request
    }
}
