// One request: connecting, sending, repeating, and its end.
//
//     open          an idle connection, or a new one; idle again after the reply
//     acknowledge   the same, repeated for ten seconds while the daemon is away
//     subscribe     a connection of its own, made anew when it is lost, to continue after the last sequence number
//
// How long an action may run is in the table of the daemon, up to a day, so no time of the client can bound `open`. A daemon
// that hangs accepts connections, because the kernel does, and never answers. So one that is silent for the answer time is
// asked who it is on another connection, and only if it does not answer that either the call fails.

#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define QUEUE_RETRY (10 * DL_MS)
#define QUEUE_PATIENCE (5000 * DL_MS)
#define PROBE_TIME (5000 * DL_MS)

static void connect_now(deeplink *client, struct dl_request *request);

bool dl_is_streaming(const struct dl_request *request) {
    return request->kind == DL_SUBSCRIBE || request->kind == DL_WATCH
        || (request->kind == DL_CALL && (request->flags & DEEPLINK_MORE) != 0);
}

// --- Making and freeing

struct dl_request *dl_request_new(deeplink *client, enum dl_kind kind, const char *method) {
    struct dl_request *request = calloc(1, sizeof *request);
    if (request == NULL) return NULL;
    request->ending = calloc(1, sizeof *request->ending);
    request->method = strdup(method);
    if (request->ending == NULL || request->method == NULL) {
        free(request->ending);
        free(request->method);
        free(request);
        return NULL;
    }
    request->kind = kind;
    request->number = request->ending->request = ++client->last_number;
    request->next = client->requests;
    client->requests = request;
    return request;
}

void dl_request_free(deeplink *client, struct dl_request *request) {
    struct dl_request **place = &client->requests;
    while (*place != request) place = &(*place)->next;
    *place = request->next;
    if (request->kind == DL_SUBSCRIBE) dl_forget(client, request->number);
    dl_disconnect(request->connection);
    deeplink_event_free(request->ending);
    free(request->method);
    free(request->parameters);
    free(request->channel);
    free(request->delivery);
    free(request);
}

struct dl_request *dl_find_request(deeplink *client, int64_t number) {
    struct dl_request *request = client->requests;
    while (request != NULL && request->number != number) request = request->next;
    return request;
}

// --- Sending

// The parameters of a subscription, with the number that it continues after in the place of the one that it began with.
static void add_continued(struct dl_buffer *out, const struct dl_request *request) {
    struct dl_buffer members = {0};
    dl_add_text(&members, "{");
    if (request->parameters != NULL) dl_add_text(&members, request->parameters);
    dl_add_text(&members, "}");
    struct dl_slice all = {members.bytes, members.length}, name, value;
    for (size_t place = 0; members.failure == 0 && dl_json_step(all, &place, &name, &value);) {
        if (dl_json_equals(name, "after", 5)) continue;
        if (out->bytes[out->length - 1] != '{') dl_add_text(out, ",");
        dl_add(out, name.text, name.length);
        dl_add_text(out, ":");
        dl_add(out, value.text, value.length);
    }
    if (members.failure != 0) out->failure = members.failure;
    dl_add_name(out, "after");
    dl_add_integer(out, request->after);
    dl_buffer_free(&members);
}

static void send_call(deeplink *client, struct dl_request *request) {
    struct dl_buffer *out = &request->connection->out;
    dl_add_text(out, "{");
    dl_add_name(out, "method");
    dl_add_string(out, request->method);
    dl_add_name(out, "parameters");
    dl_add_text(out, "{");
    if (request->has_after && out->failure == 0) {
        add_continued(out, request);
    } else if (request->parameters != NULL) {
        dl_add_text(out, request->parameters);
    }
    dl_add_text(out, dl_is_streaming(request) ? "},\"more\":true}" : "}}");
    dl_add(out, "", 1);
    if (out->failure != 0) {
        dl_fail(client, request, DEEPLINK_NO_MEMORY, NULL);
        return;
    }
    request->heard = dl_now();
    dl_advance(client, request->connection);
}

static void attach(deeplink *client, struct dl_request *request, struct dl_connection *connection, bool is_fresh) {
    connection->owner = request;
    connection->has_begun = false;
    request->connection = connection;
    request->is_fresh = is_fresh;
    request->try_at = 0;
    request->patience = 0;
    send_call(client, request);
}

void dl_detach(struct dl_request *request) {
    dl_disconnect(request->connection);
    request->connection = NULL;
}

static void connect_now(deeplink *client, struct dl_request *request) {
    int error;
    const char *path;
    struct dl_connection *connection = dl_connect(client, &error, &path);
    if (connection != NULL) {
        attach(client, request, connection, true);
        return;
    }
    request->try_at = 0;
    int64_t now = dl_now();
    if (error == ENOENT || error == ECONNREFUSED) {
        dl_lose(client, request, DEEPLINK_NO_DAEMON, dl_absence(client));
        return;
    }
    // The daemon is there, and its queue is full.
    if (error == EAGAIN) {
        if (request->patience == 0) request->patience = now + QUEUE_PATIENCE;
        if (now < request->patience) {
            request->try_at = now + QUEUE_RETRY;
            return;
        }
    }
    char *sentence = dl_unusable(path, error);
    if (error == EAGAIN) {
        dl_lose(client, request, DEEPLINK_CANNOT_CONNECT, sentence);
    } else {
        dl_fail(client, request, error == ENOMEM ? DEEPLINK_NO_MEMORY : DEEPLINK_CANNOT_CONNECT, sentence);
    }
}

void dl_begin(deeplink *client, struct dl_request *request) {
    for (int place = DL_IDLE_CONNECTIONS - 1; place >= 0 && !dl_is_streaming(request); place--) {
        struct dl_connection *connection = client->idle[place];
        if (connection == NULL) continue;
        client->idle[place] = NULL;
        attach(client, request, connection, false);
        return;
    }
    connect_now(client, request);
}

// --- Receiving

static void drop_idle(deeplink *client, struct dl_connection *connection) {
    for (int place = 0; place < DL_IDLE_CONNECTIONS; place++)
        if (client->idle[place] == connection) client->idle[place] = NULL;
    dl_disconnect(connection);
}

static void fail_unreadable(deeplink *client, struct dl_request *request, const char *reason) {
    dl_fail(client, request, DEEPLINK_UNREADABLE, dl_unreadable(request->connection->path, reason));
}

void dl_advance(deeplink *client, struct dl_connection *connection) {
    static const char long_message[] = "it has more than 67108864 bytes";
    struct dl_request *request = connection->owner;
    // Nothing arrives on an idle connection but its end.
    if (request == NULL) {
        drop_idle(client, connection);
        return;
    }
    const char *path = connection->path;
    if (!dl_send(connection)) {
        // The daemon closed an idle connection a moment ago, and has not got a byte of this call.
        if (!request->is_fresh) {
            dl_detach(request);
            connect_now(client, request);
        } else {
            dl_lose(client, request, DEEPLINK_CONNECTION_LOST, dl_loss(path));
        }
        return;
    }
    size_t before = connection->in.length - connection->head;
    if (!dl_receive(connection)) {
        dl_fail(client, request, DEEPLINK_NO_MEMORY, NULL);
        return;
    }
    if (connection->in.length - connection->head > before) request->heard = dl_now();
    for (struct dl_slice message; dl_message(connection, &message);) {
        if (message.length > DL_MESSAGE_BYTES) {
            fail_unreadable(client, request, long_message);
            return;
        }
        if (!dl_handle(client, request, message)) return;
    }
    if (connection->in.length - connection->head > DL_MESSAGE_BYTES) {
        fail_unreadable(client, request, long_message);
    } else if (connection->has_ended) {
        dl_lose(client, request, DEEPLINK_CONNECTION_LOST, dl_loss(path));
    } else {
        dl_watch(client, connection);
    }
}

// --- Times

int64_t dl_due(const deeplink *client, const struct dl_request *request) {
    if (request->try_at != 0) return request->try_at;
    if (request->connection == NULL || request->is_asking || dl_is_streaming(request)) return 0;
    int64_t limit = client->answer_time;
    if (request->kind == DL_PROBE && limit > PROBE_TIME) limit = PROBE_TIME;
    return request->heard + limit;
}

void dl_ring(deeplink *client, struct dl_request *request, int64_t now) {
    if (request->try_at != 0) {
        connect_now(client, request);
        return;
    }
    // The program may have been away for longer than the daemon was silent.
    int64_t number = request->number;
    dl_advance(client, request->connection);
    request = dl_find_request(client, number);
    if (request == NULL || request->connection == NULL || dl_due(client, request) > now) return;
    if (request->kind != DL_OPEN && request->kind != DL_CALL) {
        dl_fail(client, request, DEEPLINK_NO_ANSWER, dl_silence(request->connection->path, client->answer_time));
        return;
    }
    struct dl_request *probe = dl_request_new(client, DL_PROBE, "org.varlink.service.GetInfo");
    if (probe == NULL) {
        dl_fail(client, request, DEEPLINK_NO_MEMORY, NULL);
        return;
    }
    request->is_asking = true;
    probe->asks_for = request->number;
    connect_now(client, probe);
}
