// The typed door to libcurl (CCurl.h): engines and transfers as objects that free what they stand for.
//
// What is unsafe here: the two pointers that C gives out, which only these classes hold, and texts and bytes, which are passed
// to C for the length of one call and copied out of a transfer while it is alive. `WebRequest.flaw` has refused a text with a
// NUL byte, which C would cut short. C never calls back.

internal import CCurl
internal import HostSystem

/// The library.
enum Curl {
    /// Loads and initialises it; nil if that has worked, and else which is needed.
    ///
    /// *Cost*: some 15 ms, once; for a thread that may wait.
    static func load() -> String? {
        switch Int(ccurl_load()) {
        case 0: return nil
        case ccurl_too_old: return "libcurl is older than 7.87 (libcurl.so.4; Debian: libcurl4)"
        case ccurl_unfit: return "libcurl cannot look up names beside other work, or knows no Unix sockets"
        case ccurl_broken: return "libcurl cannot be initialised"
        default: return "libcurl 7.87 or later is not installed (libcurl.so.4; Debian: libcurl4)"
        }
    }

    /// Whether an address is one of the public internet; false for a text that is none.
    static func isPublic(_ address: String) -> Bool {
        unsafe !address.utf8.contains(0) && ccurl_is_public(address)
    }
}

/// Requests that share connections, polled by their owner.
///
/// *Owner/thread*: one thread. Its descriptor is closed when the object is freed, so it must not be polled then.
@safe final class CurlEngine {
    /// What has happened to a transfer.
    enum Event {
        case sends(UInt64)
        case ended(UInt64)
    }

    fileprivate let engine: OpaquePointer

    /// Nil without memory or descriptors.
    init?() {
        guard let made = unsafe ccurl_open() else { return nil }
        unsafe engine = made
    }

    deinit { unsafe ccurl_close(engine) }

    /// What to poll for reading.
    var descriptor: Int32 { unsafe ccurl_descriptor(engine) }

    /// When the next step is due, if there is nothing to read before; nil for never.
    ///
    /// *Units*: nanoseconds on the monotonic clock, or 0 for at once.
    var dueNs: Int64? {
        let due = unsafe ccurl_due(engine)
        return due < 0 ? nil : due
    }

    /// Does what can be done now; false if the engine is of no use any more.
    func step() -> Bool { unsafe ccurl_step(engine) }

    /// The next event; nil if there is none.
    func next() -> Event? {
        var id: UInt64 = 0
        switch unsafe ccurl_next(engine, &id) {
        case ccurl_sends: return .sends(id)
        case ccurl_ended: return .ended(id)
        default: return nil
        }
    }
}

/// One request and its answer.
///
/// *Owner/thread*: that of its engine, which it keeps. A request that has not ended is given up when the object is freed.
@safe final class CurlTransfer {
    private let engine: CurlEngine
    private let transfer: OpaquePointer

    /// Begins to send a request.
    ///
    /// - Parameters:
    ///   - id: what its events say.
    ///   - lines: those of its header, as libcurl takes them.
    ///   - wholeMs: what is left of its time.
    ///
    /// *Throws*: `unsendable`.
    init(_ request: WebRequest, id: UInt64, lines: [String], wholeMs: Int64, on engine: CurlEngine) throws(WebFault) {
        guard let made = unsafe ccurl_new(engine.engine, id, request.method, request.url) else {
            throw .unsendable("there is no memory for it")
        }
        self.engine = engine
        unsafe transfer = made
        if let path = request.socketPath { unsafe ccurl_set_socket(made, path) }
        if let file = request.authorityFile { unsafe ccurl_set_authorities(made, file) }
        for line in lines { unsafe ccurl_add_header(made, line) }
        if let body = request.bodyToSend { unsafe ccurl_set_body(made, body, body.count) }
        unsafe ccurl_allow(made, request.allowsPrivateAddresses, request.mayRepeat)
        let connectMs = min(wholeMs, request.connectTime.curlMilliseconds)
        unsafe ccurl_set_limits(made, max(0, request.headerLimit), max(0, request.bodyLimit), connectMs, wholeMs)
        guard unsafe ccurl_start(made) == 0 else { throw .unsendable(text) }
    }

    deinit { unsafe ccurl_free(transfer) }

    /// Whether a byte of the request may have left.
    var isSent: Bool { unsafe ccurl_is_sent(transfer) }

    /// The result, once it has ended.
    func result(of request: WebRequest) -> Result<WebAnswer, WebFault> {
        let fault = fault(request)
        let status = Int(unsafe ccurl_status(transfer))
        guard status > 0 else { return .failure(fault ?? .unreadable("it has no status")) }
        var (headerCount, bodyCount) = (0, 0)
        let header = unsafe ccurl_header(transfer, &headerCount)
        let body = unsafe ccurl_body(transfer, &bodyCount)
        return .success(
            WebAnswer(
                status, WebHeaders(unsafe Array(UnsafeBufferPointer(start: header, count: headerCount))),
                unsafe Array(UnsafeBufferPointer(start: body, count: bodyCount)), fault))
    }

    private func fault(_ request: WebRequest) -> WebFault? {
        switch unsafe ccurl_end_of(transfer) {
        case ccurl_complete: return nil
        case ccurl_unsendable: return .unsendable(text)
        case ccurl_unresolved: return .unresolved
        case ccurl_refused: return .addressRefused(text)
        case ccurl_unreachable:
            let number = unsafe ccurl_errno(transfer)
            return .unreachable(code: number > 0 ? SystemCode(number).name : nil)
        case ccurl_untrusted: return .untrusted(text)
        case ccurl_late: return .late(wasSent: isSent)
        case ccurl_cut: return .cut
        case ccurl_long_header: return .tooLong(.header, limit: request.headerLimit)
        case ccurl_long_body: return .tooLong(.body, limit: request.bodyLimit)
        default: return .unreadable(text)
        }
    }

    /// A reason in words.
    ///
    /// *Shape*: without control characters, since a server may have written a part of it.
    private var text: String {
        let words = unsafe String(cString: ccurl_text(transfer))
        let printable = words.unicodeScalars.filter { $0.properties.generalCategory != .control }
        return String(String.UnicodeScalarView(printable))
    }
}
