// Calls a server as fast as it answers, or starts programs without one. It prints how many, and in how many
// microseconds.
//
//     ExecLoad calls SOCKET URL CONNECTIONS MILLISECONDS    `Open` of a URL, one call at a time on each connection
//     ExecLoad http PORT PATH CONNECTIONS MILLISECONDS      GET of a path, kept alive, one at a time on each connection
//     ExecLoad bare PROGRAM LOOPS MILLISECONDS              processes that call posix_spawn and waitpid in a loop
//
// The first tenth of the time is not counted.

#define _GNU_SOURCE

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 64 };

extern char **environ;

static void stop(const char *task) {
    fprintf(stderr, "ExecLoad: %s: %s\n", task, strerror(errno));
    exit(2);
}

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

// Tries again for five seconds: the server may just have been started.
static int connect_to(const struct sockaddr *address, socklen_t length) {
    for (long long end = now() + 5000000;;) {
        int connection = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connection < 0) stop("socket");
        if (connect(connection, address, length) == 0) return connection;
        if (now() > end) stop("connect");
        close(connection);
        usleep(20000);
    }
}

static int connect_to_path(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    return connect_to((struct sockaddr *)&address, sizeof address);
}

static int connect_to_port(const char *port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(port))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int connection = connect_to((struct sockaddr *)&address, sizeof address);
    int one = 1;
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return connection;
}

// A reply of the daemon ends with a NUL, and one of the HTTP server arrives in one piece.
static void load(const int *connections, int count, const char *call, size_t length, int is_http, long long micros) {
    static char bytes[65536];
    int set = epoll_create1(EPOLL_CLOEXEC);
    for (int index = 0; index < count; index++) {
        struct epoll_event event = {.events = EPOLLIN, .data.fd = connections[index]};
        if (epoll_ctl(set, EPOLL_CTL_ADD, connections[index], &event) < 0) stop("epoll_ctl");
        if (write(connections[index], call, length) != (ssize_t)length) stop("write");
    }
    long long start = now() + micros / 10, end = start + micros, time = 0, answers = 0;
    while ((time = now()) < end) {
        struct epoll_event events[MOST];
        int ready = epoll_wait(set, events, MOST, 100);
        for (int index = 0; index < ready; index++) {
            ssize_t got = read(events[index].data.fd, bytes, sizeof bytes - 1);
            if (got <= 0) stop("read");
            bytes[got] = 0;
            if (!is_http && bytes[got - 1] != 0) continue;
            if (!strstr(bytes, is_http ? " 200 OK" : "\"class\":\"ok\"")) {
                fprintf(stderr, "ExecLoad: the server answered %s\n", bytes);
                exit(2);
            }
            if (time >= start) answers++;
            if (write(events[index].data.fd, call, length) != (ssize_t)length) stop("write");
        }
    }
    printf("%lld %lld\n", answers, time - start);
}

static void start_programs(const char *program, int loops, long long micros) {
    long long *counts = mmap(NULL, sizeof *counts * MOST, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (counts == MAP_FAILED) stop("mmap");
    char *arguments[] = {(char *)program, NULL};
    long long start = now() + micros / 10, end = start + micros;
    for (int index = 0; index < loops; index++) {
        pid_t loop = fork();
        if (loop < 0) stop("fork");
        if (loop > 0) continue;
        for (long long time = 0; (time = now()) < end;) {
            pid_t child;
            int status, answer = posix_spawn(&child, program, NULL, NULL, arguments, environ);
            if (answer != 0 || waitpid(child, &status, 0) < 0 || status != 0) _exit(2);
            if (time >= start) counts[index]++;
        }
        _exit(0);
    }
    long long all = 0;
    for (int status; wait(&status) > 0;) {
        if (status != 0) stop("posix_spawn");
    }
    for (int index = 0; index < loops; index++) all += counts[index];
    printf("%lld %lld\n", all, now() - start);
}

int main(int count, char **arguments) {
    if (count == 5 && strcmp(arguments[1], "bare") == 0 && atoi(arguments[3]) <= MOST) {
        start_programs(arguments[2], atoi(arguments[3]), atoll(arguments[4]) * 1000);
        return 0;
    }
    if (count != 6 || atoi(arguments[4]) > MOST) return 2;
    int is_http = strcmp(arguments[1], "http") == 0, connections[MOST], all = atoi(arguments[4]);
    for (int index = 0; index < all; index++) {
        connections[index] = is_http ? connect_to_port(arguments[2]) : connect_to_path(arguments[2]);
    }
    char call[1024];
    int length = snprintf(
        call, sizeof call,
        is_http ? "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n"
                : "{\"method\":\"io.deeplinkd.Dispatch.Open\",\"parameters\":{\"url\":\"%s\"}}",
        arguments[3]);
    if (length < 0 || (size_t)length >= sizeof call) return 2;
    load(connections, all, call, (size_t)length + (is_http ? 0 : 1), is_http, atoll(arguments[5]) * 1000);
    return 0;
}
