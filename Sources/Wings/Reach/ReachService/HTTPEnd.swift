// What the end of a request says of its effect:
//
//     no connection, no name, no library, TLS     nothing was done     failed.http.unreachable, failed.http.untrusted
//     408 425 429 503                             nothing was done     failed.http.busy
//     3xx, other 4xx                              the service knows    failed.http.redirect, .denied, .notFound, .refused
//     5xx, no status after it was sent            not known            unknown.effect
//     a status of success                         done                 ok.performed, ok.accepted

import Conf
import Contract
import Features
import HostSystem
import ReachRules
import WebClient

/// The end of one request.
struct HTTPEnd {
    /// What it says of the effect.
    enum Kind {
        case success(WebAnswer)
        /// Nothing was done; a lasting reason is the same the next time.
        case nothing(isLasting: Bool)
        /// The service takes no requests now.
        case busy
        /// The service has answered that it does not do it.
        case refused
        /// It may have been done.
        case unknown
    }

    let kind: Kind
    let code: OutcomeCode
    /// *Shape*: the end of a sentence about the service, `it answered with the status 500`.
    let reason: String
    private(set) var retryAfter: Duration?
    private var status: Int?
    private var error: String?
    /// The service's own words.
    private var words: String?

    /// Reads the result of a request.
    init(_ result: WebClient.Result, _ sending: HTTPSending) {
        switch result {
        case .success(let answer): self.init(answer, sending)
        case .failure(let fault): self.init(fault)
        }
    }

    private init(_ kind: Kind, _ code: OutcomeCode, _ reason: String) {
        (self.kind, self.code, self.reason) = (kind, code, reason)
    }

    // MARK: An answer

    private init(_ answer: WebAnswer, _ sending: HTTPSending) {
        let status = answer.status
        let reason = "it answered with the status \(status)"
        let isSuccess = Int32(exactly: status).map(sending.action.limits.successCodes.contains) ?? false
        if isSuccess {
            self.init(.success(answer), .okPerformed, reason)
        } else {
            let (kind, code) = Self.failure(status)
            self.init(kind, code, reason)
            words = Self.words(of: answer)
            if case .busy = kind { retryAfter = answer.retryAfter(nowSeconds: HostClock.wallMs / 1000) }
        }
        self.status = status
    }

    private static func failure(_ status: Int) -> (Kind, OutcomeCode) {
        switch status {
        case 401, 403: (.refused, .failedHTTPDenied)
        case 404, 405, 410: (.refused, .failedHTTPNotFound)
        case 408, 425, 429, 503: (.busy, .failedHTTPBusy)
        case 300...399: (.refused, .failedHTTPRedirect)
        case 400...499: (.refused, .failedHTTPRefused)
        case 500...: (.unknown, .failedHTTP)
        default: (.refused, .failedHTTP)
        }
    }

    /// What the service says of a failure in the form for it.
    ///
    /// *Source*: RFC 9457.
    private static func words(of answer: WebAnswer) -> String? {
        guard answer.contentType == "application/problem+json", answer.bodyFault == nil,
            let problem = try? ValueDecoder.decode(answer.body.span, allowsDuplicates: true)
        else { return nil }
        let texts = ["title", "detail"].compactMap { problem[$0]?.text }.filter { !$0.isEmpty }
        return texts.isEmpty ? nil : texts.joined(separator: ": ").cut(toBytes: Limits.outwardReasonBytes)
    }

    // MARK: No answer

    private init(_ fault: WebFault) {
        // No status came, or the whole answer would have been one.
        switch fault {
        case .untrusted: self.init(.nothing(isLasting: true), .failedHTTPUntrusted, "it cannot prove who it is")
        case .notInstalled: self.init(.nothing(isLasting: true), .failedHTTPUnreachable, "libcurl is not installed")
        case .unsendable:
            self.init(.nothing(isLasting: true), .failedHTTPUnreachable, "libcurl does not send such a request")
        case .addressRefused:
            let reason = "its name leads to an address that is not public"
            self.init(.nothing(isLasting: true), .failedHTTPUnreachable, reason)
        case .tooManyCalls: self.init(.nothing(isLasting: true), .overloaded, "\(fault)")
        case .unresolved, .failed: self.init(.nothing(isLasting: false), .failedHTTPUnreachable, "\(fault)")
        case .unreachable: self.init(.nothing(isLasting: false), .failedHTTPUnreachable, "it takes no connection")
        case .late(wasSent: true): self.init(.unknown, .failedTimeout, "\(fault)")
        case .late(wasSent: false): self.init(.nothing(isLasting: false), .failedHTTPUnreachable, "\(fault)")
        case .cut, .unreadable, .tooLong: self.init(.unknown, .failedHTTP, "\(fault)")
        }
        error = Self.error(fault)
    }

    /// What only operators may know.
    private static func error(_ fault: WebFault) -> String? {
        switch fault {
        case .untrusted(let text), .notInstalled(let text), .unsendable(let text), .addressRefused(let text): text
        case .unreachable(let code): code
        case .failed(let error): error.codeName
        case .tooManyCalls, .unresolved, .late, .cut, .unreadable, .tooLong: nil
        }
    }

    // MARK: For the outcome

    /// Puts what is known of it into an execution.
    func describe(_ about: inout Execution) {
        about.status = status.map(Int64.init)
        about.retryAfter = retryAfter
        about.reason = words
        about.error = error
    }

    /// What an outcome says of it.
    ///
    /// - Parameter subject: the service, as the subject of a sentence.
    func sentence(_ subject: String) -> String {
        let said = words.map { ": " + Escaping.printable($0) } ?? ""
        return switch kind {
        case .nothing: "\(subject) was not called: \(reason)."
        case .success, .busy, .refused, .unknown: "\(subject) did not do it: \(reason)\(said)."
        }
    }
}
