// How a transfer has ended.

#include "engine.h"

void ccurl_note_end(struct ccurl_transfer *transfer, int code) {
    long sent = 0;
    transfer->code = code;
    // A lookup goes on if its time is up; it is over if it has failed.
    ccurl_end_lookup(transfer, code == code_timed_out);
    curl.easy_getinfo(transfer->easy, info_response_code, &transfer->status);
    curl.easy_getinfo(transfer->easy, info_errno, &transfer->error_number);
    curl.easy_getinfo(transfer->easy, info_request_size, &sent);
    // The first write has failed, and there is no TLS that may have written a part.
    if (code == code_send_error && sent == 0 && !transfer->is_tls) transfer->is_sent = false;
    ccurl_tell(transfer, ccurl_ended);
}

bool ccurl_is_sent(struct ccurl_transfer *transfer) { return transfer->is_sent; }

int ccurl_status(struct ccurl_transfer *transfer) { return transfer->has_header ? (int)transfer->status : 0; }

const uint8_t *ccurl_header(struct ccurl_transfer *transfer, size_t *count) {
    *count = transfer->header.count;
    return transfer->header.start;
}

const uint8_t *ccurl_body(struct ccurl_transfer *transfer, size_t *count) {
    *count = transfer->body.count;
    return transfer->body.start;
}

int ccurl_errno(struct ccurl_transfer *transfer) { return (int)transfer->error_number; }

const char *ccurl_text(struct ccurl_transfer *transfer) {
    if (transfer->has_refused_address) return transfer->address;
    return *transfer->text ? transfer->text : curl.easy_strerror(transfer->code);
}

static bool is_of_tls(int code) {
    switch (code) {
    case code_ssl_connect:
    case code_ssl_engine_missing:
    case code_ssl_engine_failed:
    case code_ssl_certificate:
    case code_ssl_cipher:
    case code_ssl_peer:
    case code_ssl_use:
    case code_ssl_engine_init:
    case code_ssl_authorities:
    case code_ssl_revocations:
    case code_ssl_issuer:
    case code_ssl_pinned:
    case code_ssl_status:
    case code_ssl_client: return true;
    default: return false;
    }
}

static enum ccurl_end end_before_request(struct ccurl_transfer *transfer) {
    // If one of several addresses was tried, what became of that one is the reason.
    bool was_tried = transfer->attempts > 0 && transfer->code != code_aborted;
    if (transfer->has_refused_address && !was_tried) return ccurl_refused;
    if (transfer->has_refused_lookup) return ccurl_unresolved;
    if (is_of_tls(transfer->code)) return ccurl_untrusted;
    switch (transfer->code) {
    case code_no_proxy:
    case code_no_host: return ccurl_unresolved;
    case code_unsupported_protocol:
    case code_bad_url:
    case code_out_of_memory: return ccurl_unsendable;
    case code_timed_out: return ccurl_late;
    default: return ccurl_unreachable;
    }
}

enum ccurl_end ccurl_end_of(struct ccurl_transfer *transfer) {
    if (transfer->code == code_ok && transfer->has_header) return ccurl_complete;
    if (transfer->has_long_header) return ccurl_long_header;
    if (transfer->has_long_body) return ccurl_long_body;
    if (!transfer->is_sent) return end_before_request(transfer);
    switch (transfer->code) {
    case code_timed_out: return ccurl_late;
    // libcurl has a limit of its own for one line of the header.
    case code_out_of_memory:
    case code_too_large: return transfer->has_header ? ccurl_unreadable : ccurl_long_header;
    case code_ok: // the connection has ended within the header
    case code_partial_file:
    case code_aborted: // it was not sent once more
    case code_got_nothing:
    case code_send_error:
    case code_receive_error:
    case code_no_connection: return ccurl_cut; // it was to be sent once more
    default: return is_of_tls(transfer->code) || transfer->has_refused_address ? ccurl_cut : ccurl_unreadable;
    }
}
