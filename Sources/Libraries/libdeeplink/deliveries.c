// The names of deliveries. A link comes at least once: a connection may be lost before the daemon has got an acknowledgement,
// and then it gives the link again. A delivery that the program has acknowledged is acknowledged once more, and one that it
// still holds is passed over, so the program gets neither twice.

#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct dl_delivery *dl_find_delivery(deeplink *client, const char *name, size_t length) {
    for (unsigned place = 0; place < DL_DELIVERIES; place++) {
        struct dl_delivery *delivery = &client->deliveries[place];
        if (delivery->name != NULL && strlen(delivery->name) == length && memcmp(delivery->name, name, length) == 0)
            return delivery;
    }
    return NULL;
}

static void empty(struct dl_delivery *delivery) {
    free(delivery->name);
    free(delivery->reason);
    *delivery = (struct dl_delivery){0};
}

bool dl_remember(deeplink *client, const char *name, int64_t subscription) {
    char *copy = strdup(name);
    if (copy == NULL) return false;
    struct dl_delivery *delivery = &client->deliveries[client->next_delivery++ % DL_DELIVERIES];
    empty(delivery);
    delivery->name = copy;
    delivery->subscription = subscription;
    return true;
}

// Those that are held alone: the next subscription gets the links again that were not acknowledged.
void dl_forget(deeplink *client, int64_t subscription) {
    for (unsigned place = 0; place < DL_DELIVERIES; place++) {
        struct dl_delivery *delivery = &client->deliveries[place];
        if (delivery->name != NULL && delivery->subscription == subscription && delivery->state == DL_HELD)
            empty(delivery);
    }
}

void dl_free_deliveries(deeplink *client) {
    for (unsigned place = 0; place < DL_DELIVERIES; place++) empty(&client->deliveries[place]);
}

int64_t dl_acknowledge(deeplink *client, const char *name, bool is_failure, const char *reason, bool is_silent) {
    struct dl_buffer members = {0};
    dl_add_name(&members, "delivery");
    dl_add_string(&members, name);
    dl_add_name(&members, "result");
    dl_add_string(&members, is_failure ? "failed" : "performed");
    if (reason != NULL) {
        dl_add_name(&members, "reason");
        dl_add_string(&members, reason);
    }
    struct dl_request *request =
        members.failure != 0 ? NULL : dl_request_new(client, DL_ACKNOWLEDGE, "io.deeplinkd.Channels.Acknowledge");
    char *kept_name = strdup(name), *kept_reason = reason == NULL ? NULL : strdup(reason);
    if (request == NULL || kept_name == NULL || (reason != NULL && kept_reason == NULL)) {
        int error = members.failure != 0 ? members.failure : ENOMEM;
        dl_buffer_free(&members);
        if (request != NULL) dl_request_free(client, request);
        free(kept_name);
        free(kept_reason);
        errno = error;
        return 0;
    }
    request->parameters = members.bytes;
    request->delivery = kept_name;
    request->is_silent = is_silent;
    request->repeats_until = dl_now() + 10000 * DL_MS;
    struct dl_delivery *delivery = dl_find_delivery(client, name, strlen(name));
    // One of an earlier process, or of another client, is remembered from now on.
    if (delivery == NULL && dl_remember(client, name, 0)) delivery = dl_find_delivery(client, name, strlen(name));
    if (delivery != NULL) {
        delivery->state = is_failure ? DL_FAILED : DL_PERFORMED;
        char *old = delivery->reason;
        delivery->reason = kept_reason;
        kept_reason = old;
    }
    free(kept_reason);
    int64_t number = request->number;
    dl_begin(client, request);
    return number;
}
