// A service on a message bus, and clients that call it in a loop with `sd_bus_call_method`.
//
//     BusLoad serve NAME                                   answers each call with the text `Dune`; the bus starts it
//     BusLoad call ADDRESS NAME CLIENTS MILLISECONDS       prints the calls and the microseconds that they took
//
// Each client is a thread with a connection of its own, and waits for one answer at a time. The first tenth of the time is
// not counted. libsystemd is opened at run time, so that building needs no part of it.

#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PATH "/org/example/Player"
#define INTERFACE "org.example.Player1"
#define MEMBER "Describe"

enum { MOST_CLIENTS = 64 };

// Own declarations of what is used of libsystemd.
struct bus;
struct message;
typedef int handler(struct message *message, void *data, void *error);

static int (*new_bus)(struct bus **bus);
static int (*set_address)(struct bus *bus, const char *address);
static int (*set_client)(struct bus *bus, int is_client);
static int (*start)(struct bus *bus);
static int (*request_name)(struct bus *bus, const char *name, uint64_t flags);
static int (*add_object)(struct bus *bus, void **slot, const char *path, handler *callback, void *data);
static int (*process)(struct bus *bus, struct message **message);
static int (*wait_for)(struct bus *bus, uint64_t micros);
static int (*answer)(struct message *call, const char *types, ...);
static int (*call_method)(
    struct bus *bus, const char *name, const char *path, const char *interface, const char *member, void *error,
    struct message **reply, const char *types, ...);
static struct message *(*release)(struct message *message);

static void stop(const char *task, int result) {
    fprintf(stderr, "BusLoad: %s: %s\n", task, strerror(-result));
    exit(2);
}

static void *symbol(void *library, const char *name) {
    void *found = dlsym(library, name);
    if (!found) stop(name, -ENOSYS);
    return found;
}

static void load(void) {
    void *library = dlopen("libsystemd.so.0", RTLD_NOW);
    if (!library) stop("libsystemd.so.0", -ENOENT);
    new_bus = symbol(library, "sd_bus_new");
    set_address = symbol(library, "sd_bus_set_address");
    set_client = symbol(library, "sd_bus_set_bus_client");
    start = symbol(library, "sd_bus_start");
    request_name = symbol(library, "sd_bus_request_name");
    add_object = symbol(library, "sd_bus_add_object");
    process = symbol(library, "sd_bus_process");
    wait_for = symbol(library, "sd_bus_wait");
    answer = symbol(library, "sd_bus_reply_method_return");
    call_method = symbol(library, "sd_bus_call_method");
    release = symbol(library, "sd_bus_message_unref");
}

static struct bus *connect_to(const char *address) {
    struct bus *bus = NULL;
    int result = new_bus(&bus);
    if (result >= 0) result = set_address(bus, address);
    if (result >= 0) result = set_client(bus, 1);
    if (result >= 0) result = start(bus);
    if (result < 0) stop(address, result);
    return bus;
}

static int describe(struct message *message, void *data, void *error) {
    (void)data;
    (void)error;
    return answer(message, "s", "Dune") < 0 ? -1 : 1;
}

static void serve(const char *name) {
    const char *address = getenv("DBUS_STARTER_ADDRESS");
    if (!address) stop("DBUS_STARTER_ADDRESS", -ENOENT);
    struct bus *bus = connect_to(address);
    int result = add_object(bus, NULL, PATH, describe, NULL);
    if (result >= 0) result = request_name(bus, name, 0);
    if (result < 0) stop(name, result);
    for (;;) {
        result = process(bus, NULL);
        if (result == 0) result = wait_for(bus, UINT64_MAX);
        if (result < 0) exit(0); // the bus has ended
    }
}

static const char *bus_address, *service;
static atomic_llong calls;
static atomic_int state; // 0 before the time that counts, 1 within it, 2 behind it

static void *run_client(void *unused) {
    struct bus *bus = connect_to(bus_address);
    for (int now; (now = atomic_load(&state)) < 2;) {
        struct message *reply = NULL;
        int result = call_method(
            bus, service, PATH, INTERFACE, MEMBER, NULL, &reply, "us", (uint32_t)7, "short");
        if (result < 0) stop("a call", result);
        release(reply);
        if (now == 1) atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
    }
    return unused;
}

static long long now_us(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

static void call_for(int clients, long long micros) {
    pthread_t threads[MOST_CLIENTS];
    for (int client = 0; client < clients; client++) {
        if (pthread_create(&threads[client], NULL, run_client, NULL) != 0) stop("pthread_create", -EAGAIN);
    }
    struct timespec tenth = {micros / 10 / 1000000, micros / 10 % 1000000 * 1000};
    struct timespec whole = {micros / 1000000, micros % 1000000 * 1000};
    nanosleep(&tenth, NULL);
    long long begin = now_us();
    atomic_store(&state, 1);
    nanosleep(&whole, NULL);
    atomic_store(&state, 2);
    long long counted = atomic_load(&calls), end = now_us();
    for (int client = 0; client < clients; client++) pthread_join(threads[client], NULL);
    printf("%lld %lld\n", counted, end - begin);
}

int main(int count, char **words) {
    load();
    if (count == 3 && strcmp(words[1], "serve") == 0) serve(words[2]);
    int clients = count == 6 ? atoi(words[4]) : 0;
    if (clients < 1 || clients > MOST_CLIENTS || strcmp(words[1], "call") != 0) {
        fprintf(stderr, "usage: BusLoad serve NAME | BusLoad call ADDRESS NAME CLIENTS MILLISECONDS\n");
        return 2;
    }
    bus_address = words[2];
    service = words[3];
    call_for(clients, atoll(words[5]) * 1000);
    return 0;
}
