// Sends requests over a Unix socket with libcurl's multi interface, and does nothing else: the most that a loop in C
// reaches with it. Or it answers such requests.
//
//     WebLoad serve SOCKET                                  answers each request with a small JSON object
//     WebLoad multi SOCKET PATH CLIENTS MILLISECONDS        GET of a path, kept alive, one at a time for each client
//     WebLoad plain SOCKET PATH CLIENTS MILLISECONDS        the same without libcurl
//
// The last two print how many were answered, and in how many microseconds; the first tenth of the time is not counted.
// libcurl's functions are declared here, so that building needs no header of it.

#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 64 };

static void stop(const char *task) {
    fprintf(stderr, "WebLoad: %s: %s\n", task, strerror(errno));
    exit(2);
}

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

static struct sockaddr_un address_of(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    return address;
}

static void watch(int set, int operation, int descriptor, unsigned events) {
    struct epoll_event event = {.events = events, .data.fd = descriptor};
    if (epoll_ctl(set, operation, descriptor, &event) < 0) stop("epoll_ctl");
}

// MARK: The server

// A request without a body, which libcurl and the daemon write at once, is one read.
static void serve(const char *path) {
    static const char answer[] =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n{\"title\":\"Dune\"}";
    static char bytes[65536];
    struct sockaddr_un address = address_of(path);
    int listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (bind(listening, (struct sockaddr *)&address, sizeof address) < 0 || listen(listening, 256) < 0) stop(path);
    int set = epoll_create1(EPOLL_CLOEXEC);
    watch(set, EPOLL_CTL_ADD, listening, EPOLLIN);
    while (true) {
        struct epoll_event events[MOST];
        int ready = epoll_wait(set, events, MOST, -1);
        for (int index = 0; index < ready; index++) {
            int descriptor = events[index].data.fd;
            if (descriptor == listening) {
                int connection = accept4(listening, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
                if (connection >= 0) watch(set, EPOLL_CTL_ADD, connection, EPOLLIN);
                continue;
            }
            ssize_t got = read(descriptor, bytes, sizeof bytes);
            if (got < 4 || memcmp(bytes + got - 4, "\r\n\r\n", 4) != 0
                || send(descriptor, answer, sizeof answer - 1, MSG_NOSIGNAL) != sizeof answer - 1) close(descriptor);
        }
    }
}

// MARK: Without libcurl

// Tries again for five seconds: the server may just have been started.
static int connect_to(const char *path) {
    struct sockaddr_un address = address_of(path);
    for (long long end = now() + 5000000;;) {
        int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connection < 0) stop("socket");
        if (connect(connection, (struct sockaddr *)&address, sizeof address) == 0) return connection;
        if (now() > end) stop(path);
        close(connection);
        usleep(20000);
    }
}

static void send_plainly(const char *path, const char *target, int clients, long long micros) {
    static char bytes[65536];
    char request[1024];
    int length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n", target);
    if (length < 0 || (size_t)length >= sizeof request) exit(2);
    int set = epoll_create1(EPOLL_CLOEXEC);
    for (int index = 0; index < clients; index++) {
        int connection = connect_to(path);
        watch(set, EPOLL_CTL_ADD, connection, EPOLLIN);
        if (write(connection, request, (size_t)length) != length) stop("write");
    }
    long long start = now() + micros / 10, end = start + micros, time = 0, answers = 0;
    while ((time = now()) < end) {
        struct epoll_event events[MOST];
        int ready = epoll_wait(set, events, MOST, 100);
        for (int index = 0; index < ready; index++) {
            ssize_t got = read(events[index].data.fd, bytes, sizeof bytes);
            if (got < 13 || memcmp(bytes, "HTTP/1.1 200 ", 13) != 0) stop("read");
            if (time >= start) answers++;
            if (write(events[index].data.fd, request, (size_t)length) != length) stop("write");
        }
    }
    printf("%lld %lld\n", answers, time - start);
}

// MARK: With libcurl

// From <curl/curl.h> and <curl/multi.h>.
enum {
    option_write_function = 20011,
    option_url = 10002,
    option_unix_socket = 10231,
    option_proxy = 10004,
    multi_socket_function = 20001,
    multi_socket_data = 10002,
    multi_timer_function = 20004,
    multi_timer_data = 10005,
    info_response_code = 0x200002,
};

struct message {
    int kind;
    void *easy;
    union {
        void *other;
        int code;
    } data;
};

#define FUNCTIONS(BIND) \
    BIND(int, global_init, (long)) \
    BIND(void *, easy_init, (void)) \
    BIND(int, easy_setopt, (void *, int, ...)) \
    BIND(int, easy_getinfo, (void *, int, ...)) \
    BIND(void *, multi_init, (void)) \
    BIND(int, multi_setopt, (void *, int, ...)) \
    BIND(int, multi_add_handle, (void *, void *)) \
    BIND(int, multi_remove_handle, (void *, void *)) \
    BIND(int, multi_socket_action, (void *, int, int, int *)) \
    BIND(struct message *, multi_info_read, (void *, int *))

#define DECLARE(result, name, parameters) static result(*curl_##name) parameters;
FUNCTIONS(DECLARE)

static void load_library(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    bool has_all = library != NULL;
#define BIND(result, name, parameters) \
    has_all = has_all && (curl_##name = (result(*) parameters)dlsym(library, "curl_" #name));
    FUNCTIONS(BIND)
    if (!has_all || curl_global_init(3) != 0) {
        fprintf(stderr, "WebLoad: libcurl.so.4 is not installed\n");
        exit(2);
    }
}

static int set;
// 0 for at once, -1 for never.
static long long due = -1;

static int want(void *easy, int descriptor, int what, void *client, void *known) {
    (void)easy, (void)client, (void)known;
    unsigned events = (what & 1 ? EPOLLIN : 0u) | (what & 2 ? EPOLLOUT : 0u);
    struct epoll_event event = {.events = events, .data.fd = descriptor};
    if (what == 4) epoll_ctl(set, EPOLL_CTL_DEL, descriptor, &event);
    else if (epoll_ctl(set, EPOLL_CTL_MOD, descriptor, &event) < 0) epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event);
    return 0;
}

static int set_timer(void *multi, long timeout_ms, void *client) {
    (void)multi, (void)client;
    due = timeout_ms <= 0 ? timeout_ms : now() + timeout_ms * 1000;
    return 0;
}

static size_t take(const char *bytes, size_t size, size_t count, void *client) {
    (void)bytes, (void)client;
    return size * count;
}

// Takes the answers, and sends each request again; returns how many there were.
static int send_again(void *multi) {
    int left = 0, answers = 0;
    for (struct message *message; (message = curl_multi_info_read(multi, &left)); answers++) {
        void *easy = message->easy;
        int code = message->data.code;
        long status = 0;
        curl_easy_getinfo(easy, info_response_code, &status);
        if (code != 0 || status != 200) {
            fprintf(stderr, "WebLoad: libcurl failed with %d, status %ld\n", code, status);
            exit(2);
        }
        curl_multi_remove_handle(multi, easy);
        curl_multi_add_handle(multi, easy);
    }
    return answers;
}

static void send_by_library(const char *path, const char *target, int clients, long long micros) {
    char url[1024];
    snprintf(url, sizeof url, "http://localhost%s", target);
    close(connect_to(path));
    load_library();
    set = epoll_create1(EPOLL_CLOEXEC);
    void *multi = curl_multi_init();
    curl_multi_setopt(multi, multi_socket_function, want);
    curl_multi_setopt(multi, multi_timer_function, set_timer);
    for (int index = 0; index < clients; index++) {
        void *easy = curl_easy_init();
        curl_easy_setopt(easy, option_url, url);
        curl_easy_setopt(easy, option_unix_socket, path);
        curl_easy_setopt(easy, option_proxy, "");
        curl_easy_setopt(easy, option_write_function, take);
        curl_multi_add_handle(multi, easy);
    }
    long long start = now() + micros / 10, end = start + micros, time = 0, answers = 0;
    while ((time = now()) < end) {
        struct epoll_event events[MOST];
        int running, wait_ms = due < 0 ? 100 : due <= time ? 0 : (int)((due - time + 999) / 1000);
        int ready = epoll_wait(set, events, MOST, wait_ms < 100 ? wait_ms : 100);
        for (int index = 0; index < ready; index++) {
            unsigned found = events[index].events;
            int what = (found & (EPOLLIN | EPOLLHUP) ? 1 : 0) | (found & EPOLLOUT ? 2 : 0);
            curl_multi_socket_action(multi, events[index].data.fd, what, &running);
        }
        if (due >= 0 && due <= now()) {
            due = -1;
            curl_multi_socket_action(multi, -1, 0, &running);
        }
        int count = send_again(multi);
        if (time >= start) answers += count;
    }
    printf("%lld %lld\n", answers, time - start);
}

int main(int count, char **arguments) {
    if (count == 3 && strcmp(arguments[1], "serve") == 0) serve(arguments[2]);
    if (count != 6) return 2;
    int clients = atoi(arguments[4]);
    if (clients < 1 || clients > MOST) return 2;
    bool is_plain = strcmp(arguments[1], "plain") == 0;
    (is_plain ? send_plainly : send_by_library)(arguments[2], arguments[3], clients, atoll(arguments[5]) * 1000);
    return 0;
}
