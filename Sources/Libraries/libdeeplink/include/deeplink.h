/* The client library of deeplinkd for programs in any language: opening links, and getting those of channels.
 *
 *     deeplink *client = deeplink_new(NULL);
 *     deeplink_subscribe(client, "player", NULL, DEEPLINK_WAIT_FOR_DAEMON);
 *     for (;;) {
 *         deeplink_event *event = deeplink_wait(client, -1);
 *         int64_t episode;
 *         if (deeplink_event_type(event) == DEEPLINK_LINK
 *             && deeplink_event_integer(event, "/link/inputs/episode", &episode)) {
 *             play(episode);
 *             deeplink_acknowledge(client, deeplink_event_delivery(event));
 *         }
 *         deeplink_event_free(event);
 *     }
 *
 * A program with a loop of its own waits until the descriptor of deeplink_get_fd is readable, and then calls deeplink_next
 * until that gives NULL. No function but deeplink_wait, deeplink_flush and the three blocking calls waits for anything.
 *
 * The library starts no thread, handles no signal, and writes nothing to the standard streams. Every function may be called
 * from any thread; an event and options belong to one thread at a time. A child of fork(2) does not use its parent's client.
 *
 * deeplink(3) explains every function. */

#ifndef DEEPLINK_H
#define DEEPLINK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* A client of the daemon: requests under way, their connections, and the events that are ready. */
typedef struct deeplink deeplink;

/* Something that happened: a link, the reply of a call, a connection that was lost. */
typedef struct deeplink_event deeplink_event;

/* Members of the parameters of a call, such as deadlineMs or idempotencyKey. */
typedef struct deeplink_options deeplink_options;

/* What an event is. More may come: free those that you do not know. */
enum {
    DEEPLINK_OUTCOME = 1,      /* the end of open or perform; its JSON has `outcome` */
    DEEPLINK_REPLY = 2,        /* a reply of a call; its JSON has the members of the method's answer */
    DEEPLINK_SUBSCRIBED = 3,   /* the subscription stands, at first and again after each interruption */
    DEEPLINK_LINK = 4,         /* a link of a channel; its JSON has `link` and `sequence` */
    DEEPLINK_MISSED = 5,       /* links were dropped for this subscriber: `missed`, 0 where the number is not known */
    DEEPLINK_CHANGE = 6,       /* features that have changed; its JSON has `features` and perhaps `removed` */
    DEEPLINK_INTERRUPTED = 7,  /* the connection was lost, and another one is made; nothing is to be done */
    DEEPLINK_ACKNOWLEDGED = 8, /* the daemon has taken an acknowledgement */
    DEEPLINK_FAILED = 9        /* the request has ended without an answer: see deeplink_event_error */
};

/* Why a request has no answer. More may come. */
enum {
    DEEPLINK_NO_DAEMON = 1,        /* no daemon listens */
    DEEPLINK_CANNOT_CONNECT = 2,   /* the socket is there, and cannot be used */
    DEEPLINK_NO_ANSWER = 3,        /* the daemon was silent for too long; what was asked for may have happened */
    DEEPLINK_CONNECTION_LOST = 4,  /* the daemon closed the connection; what was asked for may have happened */
    DEEPLINK_UNREADABLE = 5,       /* the reply breaks the protocol */
    DEEPLINK_PERMISSION_DENIED = 6,
    DEEPLINK_NOT_OFFERED = 7,      /* the daemon has no such method */
    DEEPLINK_INVALID_PARAMETER = 8,
    DEEPLINK_NO_CHANNEL = 9,       /* the table declares no such channel */
    DEEPLINK_TOO_MANY_SUBSCRIPTIONS = 10,
    DEEPLINK_SUBSCRIPTION_ENDED = 11,
    DEEPLINK_UNKNOWN_DELIVERY = 12, /* the time for the acknowledgement is over, or it was acknowledged before */
    DEEPLINK_REFUSED = 13,         /* any other error of the daemon: `error` and `parameters` in its JSON */
    DEEPLINK_NO_MEMORY = 14
};

/* Flags of subscriptions, watches and calls. */
enum {
    DEEPLINK_WAIT_FOR_DAEMON = 1, /* wait for a daemon that cannot be reached at first; without it that is a failure */
    DEEPLINK_MORE = 2             /* of deeplink_start_call: ask for many replies */
};

/* --- The client --------------------------------------------------------------------------------------------------- */

/* Makes a client; it connects when it is first used. `socket` is the path of the daemon's socket; NULL for that of
 * DEEPLINKD_SOCKET, or else the user's daemon and then the system's. NULL with errno if the system has no descriptor or
 * memory left. */
deeplink *deeplink_new(const char *socket);

/* Ends everything that is under way. An acknowledgement that the daemon has not taken may be lost: see deeplink_flush. */
void deeplink_free(deeplink *client);

/* A descriptor that is readable while deeplink_next has something to do. It stays the same, and belongs to the client. */
int deeplink_get_fd(const deeplink *client);

/* The next event, without waiting; NULL if there is none. It also sends, receives and connects what can be now. Free the
 * event with deeplink_event_free. */
deeplink_event *deeplink_next(deeplink *client);

/* Waits for the next event, at most so many milliseconds; -1 without an end. NULL with errno ETIMEDOUT when the time is over,
 * and with EINTR after a signal. */
deeplink_event *deeplink_wait(deeplink *client, int milliseconds);

/* Waits until the daemon has taken every acknowledgement, or has refused it. 0, or -1 with errno ETIMEDOUT or EINTR. */
int deeplink_flush(deeplink *client, int milliseconds);

/* How long the daemon may be silent before a call fails; 45,000 milliseconds at first. Subscriptions and watches wait without
 * an end. */
void deeplink_set_answer_time(deeplink *client, int milliseconds);

/* The version of the library, as "0.1.0". */
const char *deeplink_version(void);

/* --- Requests that do not wait. Each gives its number, or 0 with errno: EINVAL, ENOMEM ----------------------------- */

/* Opens a link. It ends with DEEPLINK_OUTCOME or DEEPLINK_FAILED. `options` may be NULL. */
int64_t deeplink_start_open(deeplink *client, const char *url, const deeplink_options *options);

/* Performs an action by its name, as "Playback.play"; its inputs are the object `inputs` of the options. */
int64_t deeplink_start_perform(deeplink *client, const char *action, const deeplink_options *options);

/* Calls any method, as "io.deeplinkd.Channels.List". It ends with DEEPLINK_REPLY or DEEPLINK_FAILED; with DEEPLINK_MORE there
 * are many replies, of which deeplink_event_is_last finds the last. */
int64_t deeplink_start_call(deeplink *client, const char *method, const deeplink_options *options, unsigned flags);

/* Subscribes to a channel. It goes on over restarts of the daemon, and ends with DEEPLINK_FAILED alone. */
int64_t deeplink_subscribe(deeplink *client, const char *channel, const deeplink_options *options, unsigned flags);

/* Watches the features: all of them at first and after each interruption, and those that have changed. */
int64_t deeplink_watch(deeplink *client, const deeplink_options *options, unsigned flags);

/* Says that the action of a link was performed. It ends with DEEPLINK_ACKNOWLEDGED or DEEPLINK_FAILED, and is repeated for
 * ten seconds while the daemon is away. For NULL, the delivery of a channel of another kind than held, it does nothing and
 * gives 0. */
int64_t deeplink_acknowledge(deeplink *client, const char *delivery);

/* Says that it failed, with one sentence for the sender. */
int64_t deeplink_refuse(deeplink *client, const char *delivery, const char *reason);

/* Ends a request; there are no further events of it. The daemon stops the action of a link, unless the table says `detach`. */
void deeplink_cancel(deeplink *client, int64_t request);

/* --- Requests that wait. Each gives its last event, or NULL with errno: EINVAL, ENOMEM, EMFILE ---------------------- */

deeplink_event *deeplink_open(deeplink *client, const char *url, const deeplink_options *options);
deeplink_event *deeplink_perform(deeplink *client, const char *action, const deeplink_options *options);
deeplink_event *deeplink_call(deeplink *client, const char *method, const deeplink_options *options);

/* --- Options -------------------------------------------------------------------------------------------------------- */

/* Makes empty options; NULL with errno ENOMEM. One set of options serves any number of requests. */
deeplink_options *deeplink_options_new(void);
void deeplink_options_free(deeplink_options *options);

/* Adds a member: 0, or -1 with errno EINVAL for what is no UTF-8, no finite number or no JSON, and ENOMEM. After a failure
 * every request with these options fails with EINVAL, so a program may check that alone. */
int deeplink_options_text(deeplink_options *options, const char *name, const char *text);
int deeplink_options_integer(deeplink_options *options, const char *name, int64_t number);
int deeplink_options_real(deeplink_options *options, const char *name, double number);
int deeplink_options_boolean(deeplink_options *options, const char *name, int flag);
int deeplink_options_object(deeplink_options *options, const char *name, const deeplink_options *members);
int deeplink_options_json(deeplink_options *options, const char *name, const char *json);

/* Adds the member `languages`: those of the person's session, by LANGUAGE, LC_ALL, LC_MESSAGES and LANG. The texts of the table
 * in an answer, such as the title of a feature, then come in the first of them that the table has. Nothing is added if the
 * session names no language. For the methods whose parameters have `languages`, as open, perform and watch. */
int deeplink_options_languages(deeplink_options *options);

/* --- Events --------------------------------------------------------------------------------------------------------- */

/* Frees an event, and every text that its functions gave; NULL is allowed. */
void deeplink_event_free(deeplink_event *event);

int deeplink_event_type(const deeplink_event *event);
/* The number of its request. */
int64_t deeplink_event_request(const deeplink_event *event);
/* 1 if its request has ended. */
int deeplink_event_is_last(const deeplink_event *event);
/* 1 unless it is a failure, or an outcome of another class than `ok`. */
int deeplink_event_is_ok(const deeplink_event *event);
/* The reason of DEEPLINK_FAILED and DEEPLINK_INTERRUPTED, as DEEPLINK_NO_DAEMON; 0 for others. */
int deeplink_event_error(const deeplink_event *event);
/* One sentence for people: the message of an outcome, or what is wrong, where, and what to do about it; "" for others. It may
 * hold texts of a link: escape what a terminal would act on. */
const char *deeplink_event_sentence(deeplink_event *event);
/* The name of a link's delivery, for deeplink_acknowledge; NULL if it has none. */
const char *deeplink_event_delivery(deeplink_event *event);

/* Members of the event's JSON. `pointer` is a JSON Pointer (RFC 6901), as "/outcome/remedies/0/message"; "" is all of it. A
 * name that an object has twice is not found. */

/* A text, decoded; NULL if there is none. With `length` NULL a text with a NUL character in it is NULL too. */
const char *deeplink_event_text(deeplink_event *event, const char *pointer, size_t *length);
/* 1 and the number, if it is an integer of 64 bits; else 0. */
int deeplink_event_integer(const deeplink_event *event, const char *pointer, int64_t *number);
/* 1 and the number, if it is one; else 0. */
int deeplink_event_real(const deeplink_event *event, const char *pointer, double *number);
/* 1 and the flag, 0 or 1, if it is true or false; else 0. */
int deeplink_event_boolean(const deeplink_event *event, const char *pointer, int *flag);
/* How many members or elements an object or array has; -1 if it is neither. */
int64_t deeplink_event_count(const deeplink_event *event, const char *pointer);
/* The name of a member by its place from 0; NULL if there is none, or it has a NUL character. */
const char *deeplink_event_name(deeplink_event *event, const char *pointer, size_t place);
/* The JSON of a member as the daemon sent it; NULL if there is none. */
const char *deeplink_event_json(deeplink_event *event, const char *pointer);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
