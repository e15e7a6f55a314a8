// A program that the tests of libdeeplink start. It prints each event as a line: type, error, ok or not, sentence, JSON.
//
//     probe SOCKET open URL [NAME TEXT]…         waits for the outcome; `-` is the default socket
//     probe SOCKET session URL                   the same in the languages of the environment
//     probe SOCKET start URL                     the same by deeplink_next and poll
//     probe SOCKET call METHOD [JSON-MEMBERS]    a method with the members of an object
//     probe SOCKET more METHOD                   a method with many replies
//     probe SOCKET subscribe CHANNEL COUNT       COUNT events, without an acknowledgement
//     probe SOCKET watch COUNT                   the same of a watch
//     probe SOCKET receive CHANNEL FILE          links until SIGTERM, each acknowledged once its id is a line of FILE

#include <deeplink.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t is_ended;

static void end(int signal) {
    (void)signal;
    is_ended = 1;
}

static int print(deeplink_event *event) {
    if (event == NULL) {
        printf("none %s\n", strerror(errno));
        return 1;
    }
    const char *json = deeplink_event_json(event, "");
    printf(
        "%d %d %s %s %s\n", deeplink_event_type(event), deeplink_event_error(event),
        deeplink_event_is_ok(event) ? "ok" : "-", deeplink_event_sentence(event), json == NULL ? "-" : json);
    fflush(stdout);
    int is_ok = deeplink_event_is_ok(event);
    deeplink_event_free(event);
    return is_ok ? 0 : 1;
}

// As a program with a loop of its own has it.
static deeplink_event *poll_for(deeplink *client) {
    struct pollfd poll_descriptor = {.fd = deeplink_get_fd(client), .events = POLLIN};
    for (;;) {
        deeplink_event *event = deeplink_next(client);
        if (event != NULL) return event;
        if (poll(&poll_descriptor, 1, 20000) <= 0) return NULL;
    }
}

static int print_events(deeplink *client, int count) {
    int status = 0;
    while (status == 0 && count-- > 0) status = print(poll_for(client));
    return status;
}

static int receive(deeplink *client, const char *channel, const char *path) {
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    struct sigaction action = {.sa_handler = end};
    sigaction(SIGTERM, &action, NULL);
    if (file < 0 || deeplink_subscribe(client, channel, NULL, DEEPLINK_WAIT_FOR_DAEMON) == 0) return 2;
    while (!is_ended) {
        deeplink_event *event = deeplink_wait(client, -1);
        int64_t id;
        if (deeplink_event_type(event) == DEEPLINK_LINK) {
            if (!deeplink_event_integer(event, "/link/inputs/id", &id)) return 3;
            dprintf(file, "%" PRId64 "\n", id);
            if (deeplink_acknowledge(client, deeplink_event_delivery(event)) == 0) return 4;
        }
        if (deeplink_event_type(event) == DEEPLINK_FAILED) fprintf(stderr, "%s\n", deeplink_event_sentence(event));
        deeplink_event_free(event);
    }
    int status = deeplink_flush(client, 5000);
    close(file);
    return status == 0 ? 0 : 5;
}

static int call(deeplink *client, const char *method, const char *members) {
    deeplink_options *options = deeplink_options_new();
    if (members != NULL) deeplink_options_json(options, "parameter", members);
    int status = print(deeplink_call(client, method, options));
    deeplink_options_free(options);
    return status;
}

static int run(deeplink *client, int count, char **words) {
    const char *verb = words[0], *first = count > 1 ? words[1] : "";
    const char *time = getenv("PROBE_ANSWER_TIME");
    if (time != NULL) deeplink_set_answer_time(client, atoi(time));
    if (strcmp(verb, "open") == 0) {
        deeplink_options *options = deeplink_options_new();
        for (int place = 2; place + 1 < count; place += 2) deeplink_options_text(options, words[place], words[place + 1]);
        int status = print(deeplink_open(client, first, options));
        deeplink_options_free(options);
        return status;
    }
    if (strcmp(verb, "session") == 0) {
        deeplink_options *options = deeplink_options_new();
        if (deeplink_options_languages(options) != 0 || deeplink_options_languages(NULL) == 0) return 2;
        int status = print(deeplink_open(client, first, options));
        deeplink_options_free(options);
        return status;
    }
    if (strcmp(verb, "start") == 0) {
        if (deeplink_start_open(client, first, NULL) == 0) return 2;
        return print(poll_for(client));
    }
    if (strcmp(verb, "call") == 0) return call(client, first, count > 2 ? words[2] : NULL);
    if (strcmp(verb, "more") == 0) {
        if (deeplink_start_call(client, first, NULL, DEEPLINK_MORE) == 0) return 2;
        for (int is_last = 0, status = 0; !is_last; ) {
            deeplink_event *event = poll_for(client);
            is_last = event == NULL || deeplink_event_is_last(event);
            status = print(event);
            if (is_last) return status;
        }
    }
    if (strcmp(verb, "subscribe") == 0 && count == 3) {
        if (deeplink_subscribe(client, first, NULL, 0) == 0) return 2;
        return print_events(client, atoi(words[2]));
    }
    if (strcmp(verb, "watch") == 0) {
        if (deeplink_watch(client, NULL, 0) == 0) return 2;
        return print_events(client, atoi(first));
    }
    if (strcmp(verb, "receive") == 0 && count == 3) return receive(client, first, words[2]);
    return 64;
}

int main(int count, char **words) {
    if (count < 3) return 64;
    deeplink *client = deeplink_new(strcmp(words[1], "-") == 0 ? NULL : words[1]);
    if (client == NULL) return 65;
    int status = run(client, count - 2, words + 2);
    deeplink_free(client);
    return status;
}
