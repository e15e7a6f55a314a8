// The ends of requests: a connection that is lost, a failure, a reply.

#include "internal.h"

#include <stdlib.h>

#define FIRST_BACK_OFF (100 * DL_MS)
#define LAST_BACK_OFF (10000 * DL_MS)

// Half of the time to all of it: chance spreads the clients of a daemon that was restarted.
static int64_t next_pause(deeplink *client, struct dl_request *request) {
    int64_t limit = request->back_off == 0 ? FIRST_BACK_OFF : request->back_off;
    request->back_off = limit * 2 < LAST_BACK_OFF ? limit * 2 : LAST_BACK_OFF;
    // Marsaglia's xorshift: the generator of the C library belongs to the program.
    client->chance ^= client->chance << 13;
    client->chance ^= client->chance >> 7;
    client->chance ^= client->chance << 17;
    return limit / 2 + (int64_t)(client->chance % (uint64_t)(limit / 2 + 1));
}

static void end_probe(deeplink *client, int64_t number, bool is_there) {
    struct dl_request *request = dl_find_request(client, number);
    if (request == NULL || request->connection == NULL) return;
    request->is_asking = false;
    request->heard = dl_now();
    if (!is_there)
        dl_fail(client, request, DEEPLINK_NO_ANSWER, dl_silence(request->connection->path, client->answer_time));
}

void dl_lose(deeplink *client, struct dl_request *request, int error, char *sentence) {
    bool is_continued = (request->kind == DL_SUBSCRIBE || request->kind == DL_WATCH)
        && (request->was_open || (request->flags & DEEPLINK_WAIT_FOR_DAEMON) != 0);
    int64_t now = dl_now();
    dl_detach(request);
    if (!is_continued && now >= request->repeats_until) {
        dl_fail(client, request, error, sentence);
        return;
    }
    request->is_repeated = true;
    request->patience = 0;
    request->try_at = now + next_pause(client, request);
    // That the next try fails too is no news.
    deeplink_event *event = is_continued && !request->is_interrupted ? calloc(1, sizeof *event) : NULL;
    if (event == NULL) {
        free(sentence);
        return;
    }
    request->is_interrupted = true;
    event->type = DEEPLINK_INTERRUPTED;
    event->request = request->number;
    event->error = error;
    event->sentence = sentence;
    dl_put(client, event);
}

// Hands the event of its end out, and frees the request.
static void end(deeplink *client, struct dl_request *request) {
    if (request->kind == DL_PROBE) {
        int error = request->ending->error;
        bool is_there = error != DEEPLINK_NO_DAEMON && error != DEEPLINK_CANNOT_CONNECT && error != DEEPLINK_NO_ANSWER
            && error != DEEPLINK_NO_MEMORY;
        int64_t number = request->asks_for;
        dl_request_free(client, request);
        end_probe(client, number, is_there);
        return;
    }
    if (request->is_silent) {
        dl_request_free(client, request);
        return;
    }
    request->ending->is_last = 1;
    dl_put(client, request->ending);
    request->ending = NULL;
    dl_request_free(client, request);
}

void dl_fail(deeplink *client, struct dl_request *request, int error, char *sentence) {
    request->ending->type = DEEPLINK_FAILED;
    request->ending->error = error;
    request->ending->sentence = sentence;
    request->ending->fixed = "the program has no memory left";
    end(client, request);
}

void dl_finish(deeplink *client, struct dl_request *request, int type, char *json, size_t length) {
    request->ending->type = type;
    request->ending->json = json;
    request->ending->length = length;
    struct dl_connection *connection = request->connection;
    // One with bytes that no call has asked for is not used again: they would be taken for the next reply.
    bool is_clean = !connection->has_ended && connection->head == connection->in.length && connection->out.length == 0;
    for (int place = 0; is_clean && place < DL_IDLE_CONNECTIONS && request->connection != NULL; place++) {
        if (client->idle[place] != NULL) continue;
        client->idle[place] = connection;
        connection->owner = NULL;
        request->connection = NULL;
        dl_watch(client, connection);
    }
    end(client, request);
}
