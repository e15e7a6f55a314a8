// Plays the episodes whose links arrive in the channel `player`: subscriber [SOCKET]
//
//     cc -o subscriber subscriber.c $(pkg-config --cflags --libs deeplink)
//
// It goes on when the daemon restarts: the library connects again, and gives no link twice.

#include <deeplink.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void perform(deeplink *client, deeplink_event *link) {
    const char *action = deeplink_event_text(link, "/link/action", NULL);
    int64_t episode;
    if (strcmp(action, "play") == 0 && deeplink_event_integer(link, "/link/inputs/episode", &episode)) {
        printf("play episode %" PRId64 "\n", episode);
        fflush(stdout);
        deeplink_acknowledge(client, deeplink_event_delivery(link));
    } else {
        char reason[256];
        snprintf(reason, sizeof reason, "This player cannot %s.", action);
        deeplink_refuse(client, deeplink_event_delivery(link), reason);
    }
}

int main(int count, char **words) {
    deeplink *client = deeplink_new(count > 1 ? words[1] : NULL);
    if (client == NULL || !deeplink_subscribe(client, "player", NULL, DEEPLINK_WAIT_FOR_DAEMON)) return 1;
    for (int type = 0; type != DEEPLINK_FAILED;) {
        deeplink_event *event = deeplink_wait(client, -1);
        type = deeplink_event_type(event);
        if (type == DEEPLINK_LINK) perform(client, event);
        if (type == DEEPLINK_FAILED) fprintf(stderr, "%s\n", deeplink_event_sentence(event));
        deeplink_event_free(event);
    }
    deeplink_free(client);
    return 1;
}
