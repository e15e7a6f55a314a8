// Access to libcurl: requests over HTTP, which the caller's loop drives. ccurl_load loads the library, so a process that
// never calls it never maps it. Building needs no part of it.
//
//     open → new, set_…, start → poll the descriptor until ccurl_due → step → next … → free, close
//
// Every function but ccurl_load and ccurl_is_public needs a load that succeeded. An engine and its transfers belong to one
// thread. The functions never call back: what has happened is fetched with ccurl_next.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ccurl_missing = -1, // libcurl is not installed, or lacks a function
    ccurl_too_old = -2, // it is older than 7.87
    ccurl_unfit = -3,   // it would look up names while the caller waits, or knows no Unix sockets
    ccurl_broken = -4,  // it cannot be initialised
};

struct ccurl_engine;   // requests that share connections
struct ccurl_transfer; // one request and its answer; freed with ccurl_free before its engine

// Loads and initialises the library: 0, or a number from above; then the next call tries again. It takes some 15 ms.
// Thread-safe.
int ccurl_load(void);

// Whether an address, as text, is one of the public internet. Unlike the others this function needs no library.
bool ccurl_is_public(const char *address);

// Makes an engine; NULL without memory or descriptors.
struct ccurl_engine *ccurl_open(void);
// Closes its connections at once.
void ccurl_close(struct ccurl_engine *engine);
// The descriptor to poll for reading. It belongs to the engine.
int ccurl_descriptor(struct ccurl_engine *engine);
// When ccurl_step is due though the descriptor cannot be read: nanoseconds of CLOCK_MONOTONIC, 0 for at once, -1 for
// never.
int64_t ccurl_due(struct ccurl_engine *engine);
// Does what can be done without waiting; false if the engine is of no use any more.
bool ccurl_step(struct ccurl_engine *engine);

enum ccurl_event {
    ccurl_nothing,
    ccurl_sends, // the request is sent from now on: a byte of it may have left
    ccurl_ended, // the transfer has its end
};

// Takes the next event; `id` is that of its transfer.
enum ccurl_event ccurl_next(struct ccurl_engine *engine, uint64_t *id);

// Makes a transfer, without sending anything; NULL without memory. Texts and bytes are copied. A failure of a function
// that sets something is the result of ccurl_start.
struct ccurl_transfer *ccurl_new(struct ccurl_engine *engine, uint64_t id, const char *method, const char *url);
// Gives the request up, unless it has ended.
void ccurl_free(struct ccurl_transfer *transfer);
void ccurl_set_socket(struct ccurl_transfer *transfer, const char *path);
void ccurl_set_authorities(struct ccurl_transfer *transfer, const char *file);
// A line of the header, `Name: value`, `Name;` for an empty value, or `Name:` for none of the library's own.
void ccurl_add_header(struct ccurl_transfer *transfer, const char *line);
void ccurl_set_body(struct ccurl_transfer *transfer, const uint8_t *bytes, size_t count);
// Allows addresses that are not public, and sending the request again on a new connection if a kept one has ended.
void ccurl_allow(struct ccurl_transfer *transfer, bool private_addresses, bool repetition);
// Limits of the answer in bytes, and of time in milliseconds from the start.
void ccurl_set_limits(
    struct ccurl_transfer *transfer, size_t header, size_t body, int64_t connect_ms, int64_t whole_ms);
// Begins: 0, or a number of libcurl; then only ccurl_text and ccurl_free may be called.
int ccurl_start(struct ccurl_transfer *transfer);

enum ccurl_end {
    ccurl_complete,
    ccurl_unsendable,
    ccurl_unresolved,
    ccurl_refused,     // for its address, which is ccurl_text
    ccurl_unreachable, // ccurl_errno is the reason, or 0
    ccurl_untrusted,
    ccurl_late,
    ccurl_cut,
    ccurl_unreadable,
    ccurl_long_header,
    ccurl_long_body,
};

// About a transfer that has ended.
enum ccurl_end ccurl_end_of(struct ccurl_transfer *transfer);
// Whether a byte of the request may have left.
bool ccurl_is_sent(struct ccurl_transfer *transfer);
// The status of the answer; 0 if its header is not whole.
int ccurl_status(struct ccurl_transfer *transfer);
// The lines of the header, and the body, which belong to the transfer.
const uint8_t *ccurl_header(struct ccurl_transfer *transfer, size_t *count);
const uint8_t *ccurl_body(struct ccurl_transfer *transfer, size_t *count);
int ccurl_errno(struct ccurl_transfer *transfer);
// A reason in words, at most 255 bytes.
const char *ccurl_text(struct ccurl_transfer *transfer);
