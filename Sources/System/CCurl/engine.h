// What the two parts of the door share.
#pragma once

#include "CCurl.h"
#include "library.h"

// How many names are looked up at once, each by a thread of libcurl's.
enum { lookup_limit = 32 };

struct ccurl_engine {
    CURLM *multi;
    // An epoll set of the descriptors that libcurl waits for. So the caller polls one descriptor, which is closed by
    // this door alone, and nothing calls back into the caller: libcurl closes descriptors of its own in the middle of
    // its work.
    int descriptor;
    int64_t due_ns;
    // Transfers with events that were not fetched.
    struct ccurl_transfer *first, *last;
    // 0 for none, -1 for a lookup under way, and for one that was given up the moment at which it has surely ended.
    int64_t lookups[lookup_limit];
};

struct bytes {
    uint8_t *start;
    size_t count, room, limit;
};

struct ccurl_transfer {
    struct ccurl_engine *engine;
    uint64_t id;
    CURL *easy;
    curl_slist *headers;
    bool is_added;
    // The first failure of what was set; 0 for none.
    int failure;

    bool is_tls, is_local, allows_private, may_repeat;
    // Its lookup in the engine's list; -1 for none.
    int lookup;
    // How many addresses were connected to.
    int attempts;
    bool has_refused_address, has_refused_lookup;
    // That of the last one that was refused.
    char address[64];
    bool is_sent, has_long_header, has_long_body;
    // Of the answer: whether its interim header is being read, whether the last header is whole, and the bytes of all.
    bool is_interim, has_header;
    size_t header_bytes;
    struct bytes header, body;

    int code;
    long status, error_number;
    char text[error_size];

    // The list of the engine.
    struct ccurl_transfer *next;
    bool is_queued, tells_sent, tells_ended;
};

#define HIDDEN __attribute__((visibility("hidden")))

HIDDEN int64_t ccurl_now(void);
HIDDEN void ccurl_tell(struct ccurl_transfer *transfer, enum ccurl_event event);
HIDDEN void ccurl_forget(struct ccurl_transfer *transfer);
// Runs what is due, also of transfers that were just added.
HIDDEN bool ccurl_run_due(struct ccurl_engine *engine);
// Takes a place for a lookup: -1 if none is left.
HIDDEN int ccurl_begin_lookup(struct ccurl_engine *engine);
HIDDEN void ccurl_end_lookup(struct ccurl_transfer *transfer, bool is_given_up);
// Notes the end of a transfer.
HIDDEN void ccurl_note_end(struct ccurl_transfer *transfer, int code);
