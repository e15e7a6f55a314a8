// What the files of the library share. A client is an engine without a thread: deeplink_next drives it.
//
//     client.c       the client, its descriptor, and the turns of the engine
//     requests.c     the functions that begin a request, and those that wait for its end
//     engine.c       one request: connecting, sending, receiving, its times; ends.c, how it is repeated, and ends
//     replies.c      a message of the daemon becomes an event
//     deliveries.c   the names of deliveries, so that none is given twice
//     connection.c   a socket, and the bytes on their way through it
//     events.c       what programs read of an event; sentences.c, the sentences of failures
//     options.c      members of calls; json.c, json-find.c and buffer.c, the reader and the writer of JSON
//
// Every request is one call on a connection of its own, because the daemon answers the calls of a connection one after the
// other, and because closing the connection is how a call is cancelled. There are no callbacks: each answer becomes an event
// of a queue. While the queue holds one, nothing is read.

#pragma once

#include "buffer.h"
#include "include/deeplink.h"

#include <pthread.h>

enum {
    // Of one message: the longest answer of the daemon, and room for that of a later one.
    DL_MESSAGE_BYTES = 64 << 20,
    DL_READ_BYTES = 64 << 10,
    // Connections that are kept for later calls: as many as links that a subscription gives before an acknowledgement.
    DL_IDLE_CONNECTIONS = 8,
    // Deliveries that are remembered: no user has more links under way.
    DL_DELIVERIES = 1024,
};

#define DL_MS INT64_C(1000000)

struct deeplink_options {
    struct dl_buffer members; // Without the braces around them.
};

struct dl_text {
    struct dl_text *next;
    char bytes[];
};

struct deeplink_event {
    struct deeplink_event *next;
    int type, error, is_last;
    int64_t request;
    char *json; // Checked; NULL for none.
    size_t length;
    char *sentence;        // Its own; NULL for `fixed`.
    const char *fixed;
    struct dl_text *texts; // What was given out.
};

struct dl_request;

struct dl_connection {
    int descriptor;
    int watcher; // The epoll that watches it.
    const char *path;
    struct dl_request *owner; // NULL while it is idle.
    struct dl_buffer out, in;
    size_t sent;    // Of `out`.
    size_t head;    // Where the first message of `in` starts that was not handed out.
    size_t scanned; // Bytes between `head` and here hold no NUL.
    bool has_begun; // The kernel has taken a byte of the call.
    bool has_ended; // The daemon sends nothing more.
    unsigned watched;
};

enum dl_kind { DL_OPEN, DL_CALL, DL_ACKNOWLEDGE, DL_SUBSCRIBE, DL_WATCH, DL_PROBE };

struct dl_request {
    struct dl_request *next;
    int64_t number;
    enum dl_kind kind;
    char *method;
    char *parameters; // Members, without the braces around them.
    char *channel, *delivery;
    unsigned flags;
    struct dl_connection *connection;
    struct deeplink_event *ending; // Made with the request, so that its end can be told without memory.
    int64_t try_at;                // When it connects; 0 while it has a connection.
    int64_t patience;              // Until when a daemon with a full queue is tried; 0 for a new try.
    int64_t repeats_until, heard, back_off;
    int64_t asks_for;              // Of a probe: the request that waits.
    int64_t after;
    bool has_after, was_open, is_interrupted, is_repeated, is_fresh, is_asking;
    bool is_silent; // The program has not asked for it, and gets no event.
};

struct dl_delivery {
    char *name, *reason;
    int64_t subscription;
    enum { DL_HELD, DL_PERFORMED, DL_FAILED } state;
};

struct deeplink {
    pthread_mutex_t lock;
    int descriptor, timer, ready;
    bool is_ready;
    int64_t alarm; // What the timer is set to; 0 for nothing.
    char *paths[2];
    int64_t answer_time, last_number;
    uint64_t chance;
    struct dl_request *requests;
    struct deeplink_event *first, **last;
    struct dl_connection *idle[DL_IDLE_CONNECTIONS];
    struct dl_delivery deliveries[DL_DELIVERIES];
    unsigned next_delivery;
    struct deeplink *spare; // For calls that wait.
};

// connection.c
struct dl_connection *dl_connect(deeplink *client, int *error, const char **path);
void dl_disconnect(struct dl_connection *connection);
// Sends what can be sent; false if the daemon has closed the connection before the first byte.
bool dl_send(struct dl_connection *connection);
// Reads once; false without memory.
bool dl_receive(struct dl_connection *connection);
// The next whole message, which stays until the next read; false if there is none.
bool dl_message(struct dl_connection *connection, struct dl_slice *message);
void dl_watch(deeplink *client, struct dl_connection *connection);

// client.c
int64_t dl_now(void);
deeplink *dl_new_client(char *const paths[2]);
void dl_put(deeplink *client, struct deeplink_event *event);
void dl_set(deeplink *client);
deeplink_event *dl_turn(deeplink *client);

// engine.c
struct dl_request *dl_request_new(deeplink *client, enum dl_kind kind, const char *method);
void dl_request_free(deeplink *client, struct dl_request *request);
struct dl_request *dl_find_request(deeplink *client, int64_t number);
void dl_begin(deeplink *client, struct dl_request *request);
void dl_advance(deeplink *client, struct dl_connection *connection);
int64_t dl_due(const deeplink *client, const struct dl_request *request);
void dl_ring(deeplink *client, struct dl_request *request, int64_t now);
bool dl_is_streaming(const struct dl_request *request);
void dl_detach(struct dl_request *request);

// ends.c
// Ends a request with a failure, and frees it.
void dl_fail(deeplink *client, struct dl_request *request, int error, char *sentence);
// The connection is lost: another one is made, or the request fails.
void dl_lose(deeplink *client, struct dl_request *request, int error, char *sentence);
// Ends a request with a reply: its connection is free for others.
void dl_finish(deeplink *client, struct dl_request *request, int type, char *json, size_t length);

// replies.c
// Handles a message; false once the request has ended, or has lost its connection.
bool dl_handle(deeplink *client, struct dl_request *request, struct dl_slice message);

// deliveries.c
struct dl_delivery *dl_find_delivery(deeplink *client, const char *name, size_t length);
bool dl_remember(deeplink *client, const char *name, int64_t subscription);
void dl_forget(deeplink *client, int64_t subscription);
void dl_free_deliveries(deeplink *client);
// The number of the request, or 0 with errno.
int64_t dl_acknowledge(deeplink *client, const char *name, bool is_failure, const char *reason, bool is_silent);

// sentences.c: NULL without memory.
char *dl_sentence(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *dl_absence(const deeplink *client);
char *dl_unusable(const char *path, int error);
char *dl_loss(const char *path);
char *dl_silence(const char *path, int64_t time);
char *dl_unreadable(const char *path, const char *reason);
// The failure of an error reply.
int dl_refusal(const struct dl_request *request, struct dl_slice name, struct dl_slice parameters, char **sentence);
bool dl_default_paths(char *paths[2]);
