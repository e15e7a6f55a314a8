// The engine: libcurl's multi interface, its descriptors and its timer.

#include "engine.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum {
    events_per_step = 32,
    kept_connections = 32,
    all_connections = 256,
};

// The C library's lookup of a name ends within this time: 5 s for each question, repeated once, for each of 3 servers,
// and for two kinds of addresses.
static const int64_t longest_lookup_ns = 60 * 1000000000ll;

int64_t ccurl_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000ll + now.tv_nsec;
}

// libcurl calls this before it closes a descriptor, too.
static int want(CURL *easy, int descriptor, int what, void *client, void *known) {
    (void)easy;
    struct ccurl_engine *engine = client;
    struct epoll_event event = {.data.fd = descriptor};
    if (what == wants_no_more) {
        epoll_ctl(engine->descriptor, EPOLL_CTL_DEL, descriptor, &event);
        return 0;
    }
    event.events = (what & wants_in ? EPOLLIN : 0u) | (what & wants_out ? EPOLLOUT : 0u);
    // ignored: without memory for it the transfer ends at its deadline.
    if (known && epoll_ctl(engine->descriptor, EPOLL_CTL_MOD, descriptor, &event) == 0) return 0;
    if (epoll_ctl(engine->descriptor, EPOLL_CTL_ADD, descriptor, &event) < 0 && errno == EEXIST) {
        epoll_ctl(engine->descriptor, EPOLL_CTL_MOD, descriptor, &event);
    }
    curl.multi_assign(engine->multi, descriptor, engine);
    return 0;
}

static int set_timer(CURLM *multi, long timeout_ms, void *client) {
    (void)multi;
    struct ccurl_engine *engine = client;
    engine->due_ns = timeout_ms < 0 ? -1 : timeout_ms == 0 ? 0 : ccurl_now() + timeout_ms * 1000000ll;
    return 0;
}

struct ccurl_engine *ccurl_open(void) {
    struct ccurl_engine *engine = calloc(1, sizeof *engine);
    if (!engine) return NULL;
    engine->due_ns = -1;
    engine->descriptor = epoll_create1(EPOLL_CLOEXEC);
    engine->multi = engine->descriptor < 0 ? NULL : curl.multi_init();
    if (!engine->multi) {
        if (engine->descriptor >= 0) close(engine->descriptor);
        free(engine);
        return NULL;
    }
    // ignored: every release that is loaded knows these.
    curl.multi_setopt(engine->multi, multi_socket, want);
    curl.multi_setopt(engine->multi, multi_socket_data, engine);
    curl.multi_setopt(engine->multi, multi_timer, set_timer);
    curl.multi_setopt(engine->multi, multi_timer_data, engine);
    curl.multi_setopt(engine->multi, multi_kept_connections, (long)kept_connections);
    curl.multi_setopt(engine->multi, multi_all_connections, (long)all_connections);
    return engine;
}

void ccurl_close(struct ccurl_engine *engine) {
    curl.multi_cleanup(engine->multi);
    close(engine->descriptor);
    free(engine);
}

int ccurl_descriptor(struct ccurl_engine *engine) { return engine->descriptor; }

int64_t ccurl_due(struct ccurl_engine *engine) { return engine->first ? 0 : engine->due_ns; }

// MARK: Steps

static bool act(struct ccurl_engine *engine, int descriptor, int events) {
    int running = 0;
    return curl.multi_socket_action(engine->multi, descriptor, events, &running) == 0;
}

static void read_ends(struct ccurl_engine *engine) {
    int left = 0;
    struct message *message;
    while ((message = curl.multi_info_read(engine->multi, &left))) {
        struct ccurl_transfer *transfer = NULL;
        if (message->kind != message_done) continue;
        curl.easy_getinfo(message->easy, info_private, &transfer);
        if (transfer) ccurl_note_end(transfer, message->data.code);
    }
}

bool ccurl_run_due(struct ccurl_engine *engine) {
    bool is_well = true;
    if (engine->due_ns >= 0 && (engine->due_ns == 0 || engine->due_ns <= ccurl_now())) {
        // libcurl sets its timer anew in this call, if it needs one.
        engine->due_ns = -1;
        is_well = act(engine, no_socket, 0);
    }
    read_ends(engine);
    return is_well;
}

bool ccurl_step(struct ccurl_engine *engine) {
    struct epoll_event events[events_per_step];
    int count = epoll_wait(engine->descriptor, events, events_per_step, 0);
    bool is_well = true;
    for (int each = 0; each < count; each++) {
        unsigned found = events[each].events;
        int what = (found & (EPOLLIN | EPOLLHUP) ? can_read : 0) | (found & EPOLLOUT ? can_write : 0)
            | (found & EPOLLERR ? has_error : 0);
        // The descriptor may be closed by now, which libcurl ignores, or be another one, which it then finds not to be
        // ready.
        is_well = act(engine, events[each].data.fd, what) && is_well;
    }
    return ccurl_run_due(engine) && is_well;
}

// MARK: Events

void ccurl_tell(struct ccurl_transfer *transfer, enum ccurl_event event) {
    struct ccurl_engine *engine = transfer->engine;
    if (event == ccurl_sends) transfer->tells_sent = true; else transfer->tells_ended = true;
    if (transfer->is_queued) return;
    transfer->is_queued = true;
    transfer->next = NULL;
    if (engine->last) engine->last->next = transfer; else engine->first = transfer;
    engine->last = transfer;
}

void ccurl_forget(struct ccurl_transfer *transfer) {
    struct ccurl_engine *engine = transfer->engine;
    if (!transfer->is_queued) return;
    struct ccurl_transfer *before = NULL;
    for (struct ccurl_transfer *each = engine->first; each != transfer; each = each->next) before = each;
    if (before) before->next = transfer->next; else engine->first = transfer->next;
    if (engine->last == transfer) engine->last = before;
    transfer->is_queued = false;
}

enum ccurl_event ccurl_next(struct ccurl_engine *engine, uint64_t *id) {
    struct ccurl_transfer *transfer = engine->first;
    if (!transfer) return ccurl_nothing;
    *id = transfer->id;
    bool was_sent = transfer->tells_sent;
    transfer->tells_sent = false;
    if (!was_sent || !transfer->tells_ended) ccurl_forget(transfer);
    return was_sent ? ccurl_sends : ccurl_ended;
}

// MARK: Lookups

int ccurl_begin_lookup(struct ccurl_engine *engine) {
    int64_t now = ccurl_now();
    for (int place = 0; place < lookup_limit; place++) {
        if (engine->lookups[place] < 0 || engine->lookups[place] > now) continue;
        engine->lookups[place] = -1;
        return place;
    }
    return -1;
}

void ccurl_end_lookup(struct ccurl_transfer *transfer, bool is_given_up) {
    if (transfer->lookup < 0) return;
    transfer->engine->lookups[transfer->lookup] = is_given_up ? ccurl_now() + longest_lookup_ns : 0;
    transfer->lookup = -1;
}
