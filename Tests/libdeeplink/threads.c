// One client in many threads, for ThreadSanitizer: threads SOCKET
//
// One thread gets the links of the channel `jobs`, four send them and wait for their outcomes, and each link is acknowledged by
// a thread of its own.

#include <deeplink.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SENDERS = 4, LINKS = 25 };

static deeplink *client;

static void *acknowledge(void *delivery) {
    deeplink_acknowledge(client, delivery);
    free(delivery);
    return NULL;
}

static void *send_links(void *first) {
    for (int place = 0; place < LINKS; place++) {
        char url[64];
        snprintf(url, sizeof url, "t://play/%d", *(int *)first + place);
        deeplink_event *outcome = deeplink_open(client, url, NULL);
        if (!deeplink_event_is_ok(outcome)) puts(deeplink_event_sentence(outcome));
        deeplink_event_free(outcome);
    }
    return NULL;
}

int main(int count, char **words) {
    client = deeplink_new(count > 1 ? words[1] : NULL);
    if (client == NULL || deeplink_subscribe(client, "jobs", NULL, 0) == 0) return 1;
    pthread_t senders[SENDERS], thread;
    int firsts[SENDERS];
    for (int place = 0; place < SENDERS; place++) {
        firsts[place] = place * LINKS;
        pthread_create(&senders[place], NULL, send_links, &firsts[place]);
    }
    int links = 0, acknowledged = 0;
    while (acknowledged < SENDERS * LINKS) {
        deeplink_event *event = deeplink_wait(client, 20000);
        if (event == NULL) break;
        if (deeplink_event_type(event) == DEEPLINK_LINK) {
            links++;
            pthread_create(&thread, NULL, acknowledge, strdup(deeplink_event_delivery(event)));
            pthread_detach(thread);
        }
        if (deeplink_event_type(event) == DEEPLINK_ACKNOWLEDGED) acknowledged++;
        if (deeplink_event_type(event) == DEEPLINK_FAILED) puts(deeplink_event_sentence(event));
        deeplink_event_free(event);
    }
    for (int place = 0; place < SENDERS; place++) pthread_join(senders[place], NULL);
    printf("%d links, %d acknowledged\n", links, acknowledged);
    deeplink_free(client);
    return 0;
}
