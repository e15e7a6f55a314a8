// The client: its descriptor, and the turns of its engine.
//
// The descriptor is that of an epoll which watches every connection, a timer for the next thing that is due, and an eventfd
// that is set while the queue holds events. So a program watches one descriptor for one condition.

#include "internal.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// How much one call of deeplink_next does at most, so that a daemon which sends without a pause does not hold it up.
enum { TURNS = 64 };

int64_t dl_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

const char *deeplink_version(void) { return DEEPLINK_VERSION; }

// --- Making and freeing

static bool watch_own(deeplink *client, int descriptor, void *tag) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = tag};
    return descriptor >= 0 && epoll_ctl(client->descriptor, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

// Takes the paths over.
deeplink *dl_new_client(char *const paths[2]) {
    deeplink *client = calloc(1, sizeof *client);
    if (client == NULL) {
        free(paths[0]);
        free(paths[1]);
        errno = ENOMEM;
        return NULL;
    }
    client->paths[0] = paths[0];
    client->paths[1] = paths[1];
    client->last = &client->first;
    client->answer_time = 45000 * DL_MS;
    pthread_mutex_init(&client->lock, NULL);
    client->descriptor = epoll_create1(EPOLL_CLOEXEC);
    client->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    client->ready = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (getrandom(&client->chance, sizeof client->chance, GRND_NONBLOCK) < 0) client->chance = (uint64_t)dl_now();
    client->chance |= 1;
    if (client->descriptor >= 0 && watch_own(client, client->timer, &client->timer)
        && watch_own(client, client->ready, &client->ready))
        return client;
    int error = errno;
    deeplink_free(client);
    errno = error;
    return NULL;
}

deeplink *deeplink_new(const char *socket) {
    char *paths[2] = {NULL, NULL};
    if (socket != NULL) {
        paths[0] = strdup(socket);
    } else if (!dl_default_paths(paths)) {
        return NULL;
    }
    if (paths[0] == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    return dl_new_client(paths);
}

void deeplink_free(deeplink *client) {
    if (client == NULL) return;
    while (client->requests != NULL) dl_request_free(client, client->requests);
    for (int place = 0; place < DL_IDLE_CONNECTIONS; place++) dl_disconnect(client->idle[place]);
    while (client->first != NULL) {
        deeplink_event *event = client->first;
        client->first = event->next;
        deeplink_event_free(event);
    }
    dl_free_deliveries(client);
    deeplink_free(client->spare);
    const int descriptors[] = {client->descriptor, client->timer, client->ready};
    for (int place = 0; place < 3; place++)
        if (descriptors[place] >= 0) close(descriptors[place]);
    free(client->paths[0]);
    free(client->paths[1]);
    pthread_mutex_destroy(&client->lock);
    free(client);
}

int deeplink_get_fd(const deeplink *client) { return client->descriptor; }

void deeplink_set_answer_time(deeplink *client, int milliseconds) {
    pthread_mutex_lock(&client->lock);
    client->answer_time = (milliseconds < 0 ? 0 : milliseconds) * DL_MS;
    dl_set(client);
    pthread_mutex_unlock(&client->lock);
}

// --- Events

void dl_put(deeplink *client, deeplink_event *event) {
    event->next = NULL;
    *client->last = event;
    client->last = &event->next;
}

static deeplink_event *take(deeplink *client) {
    deeplink_event *event = client->first;
    if (event == NULL) return NULL;
    client->first = event->next;
    if (client->first == NULL) client->last = &client->first;
    event->next = NULL;
    return event;
}

// Sets the timer and the eventfd to what is due and what is there. Every function that changes either ends with it.
void dl_set(deeplink *client) {
    int64_t alarm = 0;
    for (struct dl_request *request = client->requests; request != NULL; request = request->next) {
        int64_t due = dl_due(client, request);
        if (due != 0 && (alarm == 0 || due < alarm)) alarm = due;
    }
    if (alarm != client->alarm) {
        struct itimerspec time = {.it_value = {alarm / 1000000000, alarm % 1000000000}};
        timerfd_settime(client->timer, TFD_TIMER_ABSTIME, &time, NULL);
        client->alarm = alarm;
    }
    bool is_ready = client->first != NULL;
    if (is_ready != client->is_ready) {
        uint64_t count = 1;
        // ignored: neither can fail, since one thread at a time writes 1 or takes it away.
        ssize_t done = is_ready ? write(client->ready, &count, sizeof count) : read(client->ready, &count, sizeof count);
        (void)done;
        client->is_ready = is_ready;
    }
}

// --- Turns

static void ring(deeplink *client) {
    uint64_t count;
    ssize_t done = read(client->timer, &count, sizeof count);
    (void)done;
    client->alarm = 0;
    int64_t now = dl_now();
    // By number: what rings may end other requests, and begin new ones.
    for (int64_t number = 0;;) {
        struct dl_request *due = NULL;
        for (struct dl_request *request = client->requests; request != NULL; request = request->next) {
            int64_t time = dl_due(client, request);
            if (request->number > number && time != 0 && time <= now && (due == NULL || request->number < due->number))
                due = request;
        }
        if (due == NULL) return;
        number = due->number;
        dl_ring(client, due, now);
    }
}

// Does one thing that is due; false if there is none.
static bool turn(deeplink *client) {
    // One event at a time: what it leads to may close the connection of another.
    struct epoll_event event;
    int count = epoll_wait(client->descriptor, &event, 1, 0);
    if (count <= 0) return false;
    if (event.data.ptr == &client->timer) {
        ring(client);
    } else if (event.data.ptr != &client->ready) {
        dl_advance(client, event.data.ptr);
    }
    return true;
}

deeplink_event *dl_turn(deeplink *client) {
    for (int count = 0; client->first == NULL && count < TURNS; count++) {
        dl_set(client);
        if (!turn(client)) break;
    }
    deeplink_event *event = take(client);
    dl_set(client);
    return event;
}

deeplink_event *deeplink_next(deeplink *client) {
    pthread_mutex_lock(&client->lock);
    deeplink_event *event = dl_turn(client);
    pthread_mutex_unlock(&client->lock);
    return event;
}

// Waits for a descriptor until a time, 0 without an end: 0, or -1 with ETIMEDOUT or EINTR.
static int await(int descriptor, int64_t end) {
    struct pollfd poll = {.fd = descriptor, .events = POLLIN};
    int64_t rest = end == 0 ? -1 : end - dl_now();
    if (end != 0 && rest <= 0) rest = 0;
    struct timespec time = {rest / 1000000000, rest % 1000000000};
    int count = ppoll(&poll, 1, end == 0 ? NULL : &time, NULL);
    if (count == 0) errno = ETIMEDOUT;
    return count > 0 ? 0 : -1;
}

deeplink_event *deeplink_wait(deeplink *client, int milliseconds) {
    int64_t end = milliseconds < 0 ? 0 : dl_now() + milliseconds * DL_MS;
    for (;;) {
        deeplink_event *event = deeplink_next(client);
        if (event != NULL) return event;
        if (await(client->descriptor, end) != 0) return NULL;
    }
}

// Lets acknowledgements go on, and nothing else; false if none is left.
static bool advance_acknowledgements(deeplink *client) {
    for (int64_t number = 0;;) {
        struct dl_request *found = NULL;
        for (struct dl_request *request = client->requests; request != NULL; request = request->next)
            if (request->kind == DL_ACKNOWLEDGE && request->number > number
                && (found == NULL || request->number < found->number))
                found = request;
        if (found == NULL) return number != 0;
        number = found->number;
        int64_t due = dl_due(client, found);
        if (due != 0 && due <= dl_now()) {
            dl_ring(client, found, dl_now());
        } else if (found->connection != NULL) {
            dl_advance(client, found->connection);
        }
    }
}

int deeplink_flush(deeplink *client, int milliseconds) {
    int64_t end = milliseconds < 0 ? 0 : dl_now() + milliseconds * DL_MS;
    for (;;) {
        pthread_mutex_lock(&client->lock);
        bool is_left = advance_acknowledgements(client);
        int waiting = -1;
        for (struct dl_request *request = client->requests; is_left && request != NULL; request = request->next)
            if (request->kind == DL_ACKNOWLEDGE && request->connection != NULL) waiting = request->connection->descriptor;
        dl_set(client);
        pthread_mutex_unlock(&client->lock);
        if (!is_left) return 0;
        if (end != 0 && dl_now() >= end) {
            errno = ETIMEDOUT;
            return -1;
        }
        // One of them is waited for, and the others are looked after meanwhile.
        int64_t pause = dl_now() + 10 * DL_MS;
        if (await(waiting, end != 0 && end < pause ? end : pause) != 0 && errno == EINTR) return -1;
    }
}
