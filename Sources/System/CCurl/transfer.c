// One request and its answer.
//
// What libcurl does not do by default is not turned off here: it follows no redirect, has no cookies, reads no .netrc,
// and asks for no compressed body, so that it decodes none.

#define _GNU_SOURCE
#include "addresses.h"
#include "engine.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

// How long a connection is kept that no request uses, in seconds. The shorter, the rarer a server closes it at the
// moment at which a request is sent on it.
enum { kept_seconds = 60 };

// Notes the first failure of what is set.
static void note(struct ccurl_transfer *transfer, int code) {
    if (transfer->failure == code_ok) transfer->failure = code;
}

#define SET(transfer, option, value) note(transfer, curl.easy_setopt((transfer)->easy, option, value))

// MARK: What libcurl calls

// Before a name is looked up.
static int begin_lookup(void *state, void *reserved, void *client) {
    (void)state, (void)reserved;
    struct ccurl_transfer *transfer = client;
    ccurl_end_lookup(transfer, false);
    transfer->lookup = ccurl_begin_lookup(transfer->engine);
    transfer->has_refused_lookup = transfer->lookup < 0;
    return transfer->has_refused_lookup;
}

static void refuse(struct ccurl_transfer *transfer, const struct sockaddr *address) {
    const void *bytes = address->sa_family == AF_INET6
        ? (const void *)&((const struct sockaddr_in6 *)address)->sin6_addr
        : (const void *)&((const struct sockaddr_in *)address)->sin_addr;
    transfer->has_refused_address = true;
    if (!inet_ntop(address->sa_family, bytes, transfer->address, sizeof transfer->address)) *transfer->address = 0;
}

// Instead of socket(): for each address that it tries.
static int open_socket(void *client, int purpose, struct socket_address *address) {
    (void)purpose;
    struct ccurl_transfer *transfer = client;
    ccurl_end_lookup(transfer, false);
    if (transfer->is_local != (address->family == AF_UNIX)) return -1;
    if (!transfer->is_local && !transfer->allows_private && !ccurl_is_public_address(&address->address)) {
        refuse(transfer, &address->address);
        return -1;
    }
    transfer->attempts++;
    // libcurl itself would leave it open for programs that this process starts.
    return socket(address->family, address->type | SOCK_CLOEXEC | SOCK_NONBLOCK, address->protocol);
}

// When a connection is there, a new or a kept one, and the request is sent next.
static int allow_request(void *client, char *address, char *own, int port, int own_port) {
    (void)own, (void)port, (void)own_port;
    struct ccurl_transfer *transfer = client;
    ccurl_end_lookup(transfer, false);
    if (!transfer->is_local && !transfer->allows_private && !ccurl_is_public(address)) {
        transfer->has_refused_address = true;
        snprintf(transfer->address, sizeof transfer->address, "%s", address);
        return 1;
    }
    // If a kept connection has ended before the answer, libcurl sends the request once more, also a POST. The server may
    // have read the first one.
    if (transfer->is_sent && !transfer->may_repeat) return 1;
    transfer->is_sent = true;
    ccurl_tell(transfer, ccurl_sends);
    return 0;
}

static bool append(struct bytes *bytes, const void *more, size_t count) {
    size_t needed = bytes->count + count;
    if (needed > bytes->room) {
        size_t room = needed * 2 < 512 ? 512 : needed * 2;
        if (room > bytes->limit && bytes->limit >= needed) room = bytes->limit;
        uint8_t *start = realloc(bytes->start, room);
        if (!start) return false;
        bytes->start = start;
        bytes->room = room;
    }
    memcpy(bytes->start + bytes->count, more, count);
    bytes->count = needed;
    return true;
}

// Each line of a header: of an interim answer, of the answer, or of its trailer. 0 ends the transfer.
static size_t take_header(const char *line, size_t size, size_t count, void *client) {
    struct ccurl_transfer *transfer = client;
    count *= size;
    // The bytes of all of them count, so that interim answers without an end are no way around the limit.
    if (count > transfer->header.limit - transfer->header_bytes) {
        transfer->has_long_header = true;
        return 0;
    }
    transfer->header_bytes += count;
    if (transfer->has_header) return count;
    if (count > 5 && memcmp(line, "HTTP/", 5) == 0) {
        const char *space = memchr(line, ' ', count);
        size_t left = space ? count - (size_t)(space - line) : 0;
        // 101 is the end of HTTP on the connection, which is not asked for, and no interim answer.
        transfer->is_interim = left > 3 && space[1] == '1' && memcmp(space + 1, "101", 3) != 0;
        transfer->header.count = 0;
        return count;
    }
    if (*line == '\r' || *line == '\n') {
        transfer->has_header = !transfer->is_interim;
        return count;
    }
    return append(&transfer->header, line, count) ? count : 0;
}

static size_t take_body(const char *bytes, size_t size, size_t count, void *client) {
    struct ccurl_transfer *transfer = client;
    count *= size;
    if (count > transfer->body.limit - transfer->body.count) {
        transfer->has_long_body = true;
        return 0;
    }
    return append(&transfer->body, bytes, count) ? count : 0;
}

// MARK: The request

struct ccurl_transfer *ccurl_new(struct ccurl_engine *engine, uint64_t id, const char *method, const char *url) {
    struct ccurl_transfer *transfer = calloc(1, sizeof *transfer);
    if (!transfer) return NULL;
    transfer->engine = engine;
    transfer->id = id;
    transfer->lookup = -1;
    transfer->easy = curl.easy_init();
    if (!transfer->easy) {
        free(transfer);
        return NULL;
    }
    transfer->is_tls = strncasecmp(url, "https:", 6) == 0;
    SET(transfer, option_url, url);
    SET(transfer, option_path_as_is, 1l);
    SET(transfer, option_disallow_user, 1l);
    SET(transfer, option_protocols, (long)(protocol_http | protocol_https));
    // HTTP/2 puts several requests on a connection; whether one was sent is known of HTTP/1.1.
    SET(transfer, option_http_version, (long)http_version_1_1);
    SET(transfer, option_ssl_version, (long)ssl_version_1_2);
    // An empty one is none, also if the environment names one.
    SET(transfer, option_proxy, "");
    SET(transfer, option_nosignal, 1l);
    // Gives a lookup up without waiting for its thread.
    SET(transfer, option_quick_exit, 1l);
    // A length beyond this type is an error only if there is a limit.
    SET(transfer, option_longest_answer, (int64_t)INT64_MAX);
    SET(transfer, option_max_age, (long)kept_seconds);
    // By default libcurl has a file of authorities and a folder, and reads the whole file for each connection: 25 ms, on
    // the loop. Of a folder alone the authority that is needed is read, and a file alone is kept in memory.
    SET(transfer, ccurl_has_authority_folder ? option_authorities : option_authority_folder, NULL);
    SET(transfer, option_private, transfer);
    SET(transfer, option_error_buffer, transfer->text);
    SET(transfer, option_lookup, begin_lookup);
    SET(transfer, option_lookup_data, transfer);
    SET(transfer, option_open, open_socket);
    SET(transfer, option_open_data, transfer);
    SET(transfer, option_request, allow_request);
    SET(transfer, option_request_data, transfer);
    SET(transfer, option_header, take_header);
    SET(transfer, option_header_data, transfer);
    SET(transfer, option_write, take_body);
    SET(transfer, option_write_data, transfer);
    if (strcmp(method, "HEAD") == 0) SET(transfer, option_nobody, 1l);
    else if (strcmp(method, "GET") != 0) SET(transfer, option_custom_request, method);
    return transfer;
}

void ccurl_free(struct ccurl_transfer *transfer) {
    if (transfer->is_added) curl.multi_remove_handle(transfer->engine->multi, transfer->easy);
    ccurl_end_lookup(transfer, true);
    ccurl_forget(transfer);
    curl.easy_cleanup(transfer->easy);
    curl.slist_free_all(transfer->headers);
    free(transfer->header.start);
    free(transfer->body.start);
    free(transfer);
}

void ccurl_set_socket(struct ccurl_transfer *transfer, const char *path) {
    transfer->is_local = true;
    SET(transfer, option_unix_socket, path);
}

void ccurl_set_authorities(struct ccurl_transfer *transfer, const char *file) {
    SET(transfer, option_authorities, file);
    SET(transfer, option_authority_folder, NULL);
}

void ccurl_add_header(struct ccurl_transfer *transfer, const char *line) {
    curl_slist *longer = curl.slist_append(transfer->headers, line);
    if (longer) transfer->headers = longer; else note(transfer, code_out_of_memory);
}

void ccurl_set_body(struct ccurl_transfer *transfer, const uint8_t *bytes, size_t count) {
    SET(transfer, option_body_size, (int64_t)count);
    SET(transfer, option_copy_body, count ? (const void *)bytes : "");
}

void ccurl_allow(struct ccurl_transfer *transfer, bool private_addresses, bool repetition) {
    transfer->allows_private = private_addresses;
    transfer->may_repeat = repetition;
}

void ccurl_set_limits(
    struct ccurl_transfer *transfer, size_t header, size_t body, int64_t connect_ms, int64_t whole_ms) {
    transfer->header.limit = header;
    transfer->body.limit = body;
    SET(transfer, option_connect_timeout_ms, (long)connect_ms);
    SET(transfer, option_timeout_ms, (long)whole_ms);
}

int ccurl_start(struct ccurl_transfer *transfer) {
    SET(transfer, option_http_header, transfer->headers);
    if (transfer->failure == code_ok) {
        transfer->is_added = curl.multi_add_handle(transfer->engine->multi, transfer->easy) == 0;
        if (!transfer->is_added) note(transfer, code_out_of_memory);
    }
    if (transfer->failure != code_ok) transfer->code = transfer->failure;
    // ignored: an engine that is of no use says so at its next step.
    else ccurl_run_due(transfer->engine);
    return transfer->failure;
}
