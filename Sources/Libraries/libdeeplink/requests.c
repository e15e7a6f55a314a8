// The functions that begin a request, and those that wait for its end.

#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct plan {
    enum dl_kind kind;
    const char *method;
    const char *name, *text; // One member before the options; NULL for none.
    const deeplink_options *options;
    unsigned flags;
};

// Writes the members of a call; false with errno.
static bool write_members(struct dl_buffer *members, const struct plan *plan) {
    int failure = plan->options == NULL ? 0 : plan->options->members.failure != 0 ? EINVAL : 0;
    if (plan->name != NULL) {
        dl_add_name(members, plan->name);
        dl_add_string(members, plan->text);
    }
    if (plan->options != NULL && plan->options->members.length > 0) {
        if (members->length > 0) dl_add(members, ",", 1);
        dl_add(members, plan->options->members.bytes, plan->options->members.length);
    }
    if (failure == 0) failure = members->failure;
    if (failure != 0) dl_buffer_free(members);
    errno = failure;
    return failure == 0;
}

static bool is_text(const char *text) {
    struct dl_buffer checked = {0};
    if (text != NULL) dl_add_string(&checked, text);
    bool is_text = text != NULL && checked.failure == 0;
    dl_buffer_free(&checked);
    return is_text;
}

static int64_t start(deeplink *client, struct plan plan) {
    struct dl_buffer members = {0};
    if (client == NULL || !is_text(plan.method) || (plan.name != NULL && plan.text == NULL)) {
        errno = EINVAL;
        return 0;
    }
    if (!write_members(&members, &plan)) return 0;
    pthread_mutex_lock(&client->lock);
    struct dl_request *request = dl_request_new(client, plan.kind, plan.method);
    int64_t number = 0;
    if (request == NULL) {
        dl_buffer_free(&members);
        errno = ENOMEM;
    } else {
        request->parameters = members.bytes;
        request->flags = plan.flags;
        number = request->number;
        dl_begin(client, request);
        dl_set(client);
    }
    pthread_mutex_unlock(&client->lock);
    return number;
}

int64_t deeplink_start_open(deeplink *client, const char *url, const deeplink_options *options) {
    return start(client, (struct plan){DL_OPEN, "io.deeplinkd.Dispatch.Open", "url", url, options, 0});
}

int64_t deeplink_start_perform(deeplink *client, const char *action, const deeplink_options *options) {
    return start(client, (struct plan){DL_OPEN, "io.deeplinkd.Dispatch.Open", "action", action, options, 0});
}

int64_t deeplink_start_call(deeplink *client, const char *method, const deeplink_options *options, unsigned flags) {
    return start(client, (struct plan){DL_CALL, method, NULL, NULL, options, flags & DEEPLINK_MORE});
}

int64_t deeplink_subscribe(deeplink *client, const char *channel, const deeplink_options *options, unsigned flags) {
    return start(
        client, (struct plan){DL_SUBSCRIBE, "io.deeplinkd.Channels.Subscribe", "channel", channel, options, flags});
}

int64_t deeplink_watch(deeplink *client, const deeplink_options *options, unsigned flags) {
    return start(client, (struct plan){DL_WATCH, "io.deeplinkd.Features.Watch", NULL, NULL, options, flags});
}

static int64_t acknowledge(deeplink *client, const char *delivery, bool is_failure, const char *reason) {
    if (client == NULL) {
        errno = EINVAL;
        return 0;
    }
    if (delivery == NULL) {
        errno = 0;
        return 0;
    }
    pthread_mutex_lock(&client->lock);
    int64_t number = dl_acknowledge(client, delivery, is_failure, reason, false);
    dl_set(client);
    pthread_mutex_unlock(&client->lock);
    return number;
}

int64_t deeplink_acknowledge(deeplink *client, const char *delivery) {
    return acknowledge(client, delivery, false, NULL);
}

int64_t deeplink_refuse(deeplink *client, const char *delivery, const char *reason) {
    return acknowledge(client, delivery, true, reason);
}

void deeplink_cancel(deeplink *client, int64_t number) {
    pthread_mutex_lock(&client->lock);
    struct dl_request *request = dl_find_request(client, number);
    if (request != NULL) dl_request_free(client, request);
    for (deeplink_event **place = &client->first; *place != NULL;) {
        deeplink_event *event = *place;
        if (event->request == number) {
            *place = event->next;
            deeplink_event_free(event);
        } else {
            place = &event->next;
        }
    }
    client->last = &client->first;
    while (*client->last != NULL) client->last = &(*client->last)->next;
    dl_set(client);
    pthread_mutex_unlock(&client->lock);
}

// --- Waiting. The call runs in a client of its own, so that the events of the caller's stay where they are, and other
// threads go on with them.

static deeplink *take_spare(deeplink *client) {
    pthread_mutex_lock(&client->lock);
    deeplink *spare = client->spare;
    int64_t answer_time = client->answer_time;
    client->spare = NULL;
    pthread_mutex_unlock(&client->lock);
    if (spare == NULL) {
        char *paths[2] = {strdup(client->paths[0]), client->paths[1] == NULL ? NULL : strdup(client->paths[1])};
        if (paths[0] == NULL || (client->paths[1] != NULL && paths[1] == NULL)) {
            free(paths[0]);
            free(paths[1]);
            errno = ENOMEM;
            return NULL;
        }
        spare = dl_new_client(paths);
    }
    if (spare != NULL) spare->answer_time = answer_time;
    return spare;
}

static void leave_spare(deeplink *client, deeplink *spare) {
    pthread_mutex_lock(&client->lock);
    if (client->spare == NULL) {
        client->spare = spare;
        spare = NULL;
    }
    pthread_mutex_unlock(&client->lock);
    deeplink_free(spare);
}

static deeplink_event *await_end(deeplink *client, struct plan plan) {
    if (client == NULL) {
        errno = EINVAL;
        return NULL;
    }
    deeplink *spare = take_spare(client);
    if (spare == NULL) return NULL;
    deeplink_event *event = NULL;
    if (start(spare, plan) != 0)
        while ((event = deeplink_wait(spare, -1)) == NULL && errno == EINTR) continue;
    int error = errno;
    leave_spare(client, spare);
    errno = error;
    return event;
}

deeplink_event *deeplink_open(deeplink *client, const char *url, const deeplink_options *options) {
    return await_end(client, (struct plan){DL_OPEN, "io.deeplinkd.Dispatch.Open", "url", url, options, 0});
}

deeplink_event *deeplink_perform(deeplink *client, const char *action, const deeplink_options *options) {
    return await_end(client, (struct plan){DL_OPEN, "io.deeplinkd.Dispatch.Open", "action", action, options, 0});
}

deeplink_event *deeplink_call(deeplink *client, const char *method, const deeplink_options *options) {
    return await_end(client, (struct plan){DL_CALL, method, NULL, NULL, options, 0});
}
