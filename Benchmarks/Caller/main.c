// Calls a Varlink service as fast as it answers, or at a fixed rate, and measures how long each call takes.
//
//     Caller --socket PATH [OPTION…] CALL…
//
// A CALL is the text of one call without its NUL: '{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"t://a"}}'.
// Several are sent in turn, each after the answer to the one before. The word BINDING in a call stands for the value of "binding" in the answer to the call before.
//
//     --connections N      active connections (1)
//     --in-flight N        calls ahead on each connection (1); together they must fit into the socket's buffer
//     --lockstep           sends the next calls when all calls ahead were answered, so that every run reads the same
//     --calls N            ends after N answers in all, and not after a time
//     --milliseconds N     the time that is counted (1000)
//     --warm-up N          the milliseconds before, which are not
//     --rate N             first calls per second in all, each at its fixed time; else a call follows each answer
//     --idle N             connections that are opened first and send nothing
//     --core N             runs on this core alone
//     --hangup PID         sends SIGHUP to a process when the counted time begins
//     --expect TEXT        what the first 128 bytes of a good answer hold; without it every answer is good
//     --show               prints the last answer with its NUL in place of the numbers
//
// It prints good answers, other answers, calls without an answer, microseconds, and of the time of a call in nanoseconds
// p50, p99, p99.9, the slowest, and the p99.9 of the worst second. The first of the other answers goes to standard error. At
// a fixed rate the time of a call begins when it is due, also where no connection is free then: a server that stalls is not
// spared the calls of that time.

#define _GNU_SOURCE

#include "histogram.h"

#include <errno.h>
#include <getopt.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { MOST_CALLS = 4, MOST_IN_FLIGHT = 256, BINDING_BYTES = 32, EVENTS = 64 };
static const size_t buffer_bytes = 1 << 20;
static const uint64_t second_ns = 1000000000, patience_ns = 5000000000, start_ns = 30000000000;

// A call that was sent and not answered.
typedef struct {
    int step;
    uint64_t start_ns;
} flight;

typedef struct {
    int descriptor;
    // A ring: answers have the order of calls.
    flight flights[MOST_IN_FLIGHT];
    int first, count;
    char *output, *input;
    size_t output_count, input_count;
    // The calls in the output.
    int unsent;
} connection;

// A call around the place of the binding.
typedef struct {
    const char *before, *after;
    size_t before_count, after_count;
} template;

static struct {
    const char *socket, *expect;
    uint64_t connections, in_flight, calls, milliseconds, warm_up, rate, idle, core, hangup;
    int is_lockstep, is_showing, has_core;
} options = {.connections = 1, .in_flight = 1, .milliseconds = 1000};

static template templates[MOST_CALLS];
static int template_count, epoll_descriptor, is_counting;
static connection *connections;
static uint64_t sent, answered, good, wrong, unanswered, second_end_ns, worst_second_ns;
static histogram all, this_second;

static void stop(const char *task, const char *reason) {
    fprintf(stderr, "Caller: %s: %s\n", task, reason);
    exit(2);
}

static uint64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * second_ns + (uint64_t)now.tv_nsec;
}

// MARK: Calls

static void append(connection *caller, const char *bytes, size_t count) {
    if (caller->output_count + count > buffer_bytes) stop("append", "the calls ahead are too long");
    memcpy(caller->output + caller->output_count, bytes, count);
    caller->output_count += count;
}

static void add_call(connection *caller, int step, const char *binding, uint64_t start_ns) {
    const template *call = &templates[step];
    append(caller, call->before, call->before_count);
    if (call->after) {
        append(caller, binding, BINDING_BYTES);
        append(caller, call->after, call->after_count);
    }
    append(caller, "", 1);
    int last = (caller->first + caller->count++) % MOST_IN_FLIGHT;
    caller->flights[last] = (flight){step, start_ns};
    caller->unsent++;
    sent++;
}

static void flush(connection *caller) {
    size_t done = 0;
    while (done < caller->output_count) {
        ssize_t count = send(caller->descriptor, caller->output + done, caller->output_count - done, MSG_NOSIGNAL);
        if (count < 0 && errno != EINTR) stop("send", strerror(errno));
        if (count > 0) done += (size_t)count;
    }
    caller->output_count = 0;
    caller->unsent = 0;
}

// MARK: Answers

static void end_second(void) {
    uint64_t quantile = histogram_quantile(&this_second, 0.999);
    if (this_second.total && quantile > worst_second_ns) worst_second_ns = quantile;
    memset(&this_second, 0, sizeof this_second);
}

static int is_good(const char *answer, size_t count) {
    if (!options.expect) return 1;
    return memmem(answer, count < 128 ? count : 128, options.expect, strlen(options.expect)) != NULL;
}

static const char *binding_of(const char *answer, size_t count) {
    static const char key[] = "\"binding\":\"";
    const char *found = memmem(answer, count, key, sizeof key - 1);
    if (!found || found + sizeof key - 1 + BINDING_BYTES > answer + count) stop("binding", answer);
    return found + sizeof key - 1;
}

// Counts one answer, and adds the call that follows it.
static void take(connection *caller, const char *answer, size_t count, uint64_t now, int has_more) {
    if (!caller->count) stop("answer", "there was no call");
    flight call = caller->flights[caller->first];
    caller->first = (caller->first + 1) % MOST_IN_FLIGHT;
    caller->count--;
    answered++;
    if (is_counting) {
        if (is_good(answer, count)) good++;
        else if (wrong++ == 0) fprintf(stderr, "Caller: not as expected: %s\n", answer);
        histogram_add(&all, now - call.start_ns);
        histogram_add(&this_second, now - call.start_ns);
    }
    int next = (call.step + 1) % template_count;
    if (!has_more) return;
    // At a rate the first call waits until it is due.
    if (next == 0 && options.rate) return;
    add_call(caller, next, templates[next].after ? binding_of(answer, count) : NULL, now);
}

static int may_send(void) { return !options.calls || sent < options.calls; }

static void receive(connection *caller, int has_more) {
    size_t room = buffer_bytes - caller->input_count;
    ssize_t count = recv(caller->descriptor, caller->input + caller->input_count, room, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count < 0) stop("receive", strerror(errno));
    if (count == 0) stop("receive", "the server closed a connection, or an answer is too long");
    uint64_t now = now_ns();
    char *start = caller->input, *end = caller->input + caller->input_count + count, *found;
    char *fresh = caller->input + caller->input_count;
    while ((found = memchr(fresh, 0, (size_t)(end - fresh)))) {
        take(caller, start, (size_t)(found - start), now, has_more && may_send());
        if (options.is_showing && answered == options.calls) fwrite(start, 1, (size_t)(found + 1 - start), stdout);
        start = fresh = found + 1;
    }
    caller->input_count = (size_t)(end - start);
    memmove(caller->input, start, caller->input_count);
    if (caller->unsent && (!options.is_lockstep || caller->unsent == caller->count)) flush(caller);
}

// MARK: The course of a measurement

static int outstanding(void) {
    int count = 0;
    for (uint64_t index = 0; index < options.connections; index++) count += connections[index].count;
    return count;
}

static void receive_all(int wait_ms, int has_more) {
    struct epoll_event events[EVENTS];
    int count = epoll_wait(epoll_descriptor, events, EVENTS, wait_ms);
    if (count < 0 && errno != EINTR) stop("epoll_wait", strerror(errno));
    for (int index = 0; index < count; index++) receive(events[index].data.ptr, has_more);
}

// Each answer is followed by a call.
static void run_in_turn(uint64_t end_ns) {
    for (uint64_t index = 0; index < options.connections; index++) {
        connection *caller = &connections[index];
        for (uint64_t ahead = (uint64_t)caller->count; ahead < options.in_flight && may_send(); ahead++) {
            add_call(caller, 0, NULL, now_ns());
        }
        flush(caller);
    }
    for (uint64_t now = now_ns(); now < end_ns || options.calls; now = now_ns()) {
        if (is_counting && now >= second_end_ns) {
            end_second();
            second_end_ns += second_ns;
        }
        if (options.calls && answered >= options.calls) return;
        receive_all(100, 1);
    }
}

// Calls are sent when they are due. Shortly before it waits without sleeping, since a process that has to be woken is late.
static void run_at_rate(uint64_t end_ns) {
    double interval = (double)second_ns / (double)options.rate, due = (double)now_ns();
    uint64_t next = 0;
    // Calls that were due before the end are sent also if no connection was free for them.
    for (uint64_t now = now_ns(); now < end_ns || (due < (double)end_ns && now < end_ns + patience_ns); now = now_ns()) {
        if (is_counting && now >= second_end_ns) {
            end_second();
            second_end_ns += second_ns;
        }
        double latest = now < end_ns ? (double)now : (double)end_ns;
        for (uint64_t tries = 0; due <= latest && tries < options.connections; tries++) {
            connection *caller = &connections[next++ % options.connections];
            if ((uint64_t)caller->count >= options.in_flight) continue;
            add_call(caller, 0, NULL, (uint64_t)due);
            flush(caller);
            due += interval;
            tries = 0;
        }
        receive_all(due - (double)now > 3000000 ? 1 : 0, 1);
    }
    for (; due < (double)end_ns; due += interval) unanswered++;
}

static void run(uint64_t length_ms) {
    uint64_t end_ns = now_ns() + length_ms * 1000000;
    options.rate ? run_at_rate(end_ns) : run_in_turn(end_ns);
}

// Takes the answers that are left; calls without one are counted.
static void settle(void) {
    uint64_t end_ns = now_ns() + patience_ns;
    while (outstanding() && now_ns() < end_ns) receive_all(100, 0);
    unanswered += (uint64_t)outstanding();
}

// MARK: Connections

static int connect_socket(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(options.socket) >= sizeof address.sun_path) stop("connect", "the path of the socket is too long");
    strcpy(address.sun_path, options.socket);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) stop("socket", strerror(errno));
    // A server that was just started has no socket yet, or does not listen on it.
    for (uint64_t end_ns = now_ns() + start_ns; connect(descriptor, (struct sockaddr *)&address, sizeof address);) {
        if ((errno != ENOENT && errno != ECONNREFUSED) || now_ns() > end_ns) stop("connect", strerror(errno));
        usleep(20000);
    }
    return descriptor;
}

static void connect_all(void) {
    struct rlimit limit = {.rlim_cur = options.idle + options.connections + 64};
    limit.rlim_max = limit.rlim_cur;
    struct rlimit present;
    if (!getrlimit(RLIMIT_NOFILE, &present) && present.rlim_cur < limit.rlim_cur) {
        if (present.rlim_max > limit.rlim_max) limit.rlim_max = present.rlim_max;
        if (setrlimit(RLIMIT_NOFILE, &limit)) stop("raise the limit of descriptors", strerror(errno));
    }
    for (uint64_t index = 0; index < options.idle; index++) connect_socket();
    connections = calloc(options.connections + 1, sizeof *connections);
    epoll_descriptor = epoll_create1(EPOLL_CLOEXEC);
    for (uint64_t index = 0; index < options.connections; index++) {
        connection *caller = &connections[index];
        *caller = (connection){
            .descriptor = connect_socket(), .output = malloc(buffer_bytes), .input = malloc(buffer_bytes)};
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = caller};
        if (!caller->output || !caller->input) abort();
        if (epoll_ctl(epoll_descriptor, EPOLL_CTL_ADD, caller->descriptor, &event)) stop("epoll_ctl", strerror(errno));
    }
}

static void pin(void) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(options.core, &set);
    if (sched_setaffinity(0, sizeof set, &set)) stop("run on one core", strerror(errno));
}

// MARK: Arguments

static uint64_t number(const char *option) {
    char *end;
    unsigned long long value = strtoull(optarg, &end, 10);
    if (*end || end == optarg || value > 1000000000) stop(option, "a number up to 1000000000 follows");
    return value;
}

static void read_options(int count, char **arguments) {
    static const struct option names[] = {
        {"socket", 1, NULL, 's'}, {"connections", 1, NULL, 'c'}, {"in-flight", 1, NULL, 'f'},
        {"lockstep", 0, NULL, 'l'}, {"calls", 1, NULL, 'n'}, {"milliseconds", 1, NULL, 'm'},
        {"warm-up", 1, NULL, 'w'}, {"rate", 1, NULL, 'r'}, {"idle", 1, NULL, 'i'}, {"core", 1, NULL, 'p'},
        {"hangup", 1, NULL, 'h'}, {"expect", 1, NULL, 'e'}, {"show", 0, NULL, 'v'}, {NULL, 0, NULL, 0}};
    for (int option; (option = getopt_long(count, arguments, "", names, NULL)) >= 0;) {
        switch (option) {
        case 's': options.socket = optarg; break;
        case 'c': options.connections = number("--connections"); break;
        case 'f': options.in_flight = number("--in-flight"); break;
        case 'l': options.is_lockstep = 1; break;
        case 'n': options.calls = number("--calls"); break;
        case 'm': options.milliseconds = number("--milliseconds"); break;
        case 'w': options.warm_up = number("--warm-up"); break;
        case 'r': options.rate = number("--rate"); break;
        case 'i': options.idle = number("--idle"); break;
        case 'p': options.core = number("--core"), options.has_core = 1; break;
        case 'h': options.hangup = number("--hangup"); break;
        case 'e': options.expect = optarg; break;
        case 'v': options.is_showing = 1; break;
        default: exit(2);
        }
    }
    if (!options.socket) stop("arguments", "--socket PATH is missing");
    if (options.in_flight < 1 || options.in_flight > MOST_IN_FLIGHT) stop("--in-flight", "a number from 1 to 256 follows");
    if (options.core >= CPU_SETSIZE) stop("--core", "there is no such core");
    template_count = count - optind;
    if (template_count < (options.connections ? 1 : 0) || template_count > MOST_CALLS) stop("arguments", "one to four calls");
    for (int index = 0; index < template_count; index++) {
        char *call = arguments[optind + index], *mark = strstr(call, "BINDING");
        templates[index] = (template){.before = call, .before_count = mark ? (size_t)(mark - call) : strlen(call)};
        if (!mark) continue;
        if (index == 0) stop("arguments", "no call precedes the first, so it has no BINDING");
        templates[index].after = mark + strlen("BINDING");
        templates[index].after_count = strlen(templates[index].after);
    }
}

int main(int count, char **arguments) {
    read_options(count, arguments);
    if (options.has_core) pin();
    connect_all();
    if (options.warm_up && options.connections) run(options.warm_up);
    is_counting = 1;
    unanswered = 0;
    uint64_t start_ns = now_ns();
    second_end_ns = start_ns + second_ns;
    if (options.hangup && kill((pid_t)options.hangup, SIGHUP)) stop("SIGHUP", strerror(errno));
    if (options.connections) run(options.milliseconds);
    else pause();
    uint64_t end_ns = now_ns();
    uint64_t counted = good;
    settle();
    end_second();
    if (options.is_showing) return 0;
    printf(
        "%llu %llu %llu %llu %llu %llu %llu %llu %llu\n", (unsigned long long)counted, (unsigned long long)wrong,
        (unsigned long long)unanswered,
        (unsigned long long)((end_ns - start_ns) / 1000), (unsigned long long)histogram_quantile(&all, 0.5),
        (unsigned long long)histogram_quantile(&all, 0.99), (unsigned long long)histogram_quantile(&all, 0.999),
        (unsigned long long)all.slowest, (unsigned long long)worst_second_ns);
    return 0;
}
