// Answers calls with libuv, and does nothing else: the most that a server in C reaches on one loop.
//
//     Echo [--work NANOSECONDS] SOCKET REPLY-FILE…
//
// A call ends with a NUL. The answers are the bytes of the files, in turn for each connection. The answers to all calls of
// one read leave in one write. With `--work` each call takes so much longer, as in a server that computes something.

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uv.h>

enum { MOST_REPLIES = 4, ANSWERS_PER_WRITE = 64 };

typedef struct {
    uv_pipe_t stream;
    int next_reply;
} connection;

// The replies in turn, often enough for a write that begins with any of them.
static char *replies;
static size_t starts[ANSWERS_PER_WRITE + MOST_REPLIES + 1];
static int reply_count;
static char input[65536];
static uint64_t work_ns;

static void stop(const char *task, const char *reason) {
    fprintf(stderr, "Echo: %s: %s\n", task, reason);
    exit(2);
}

static void did_write(uv_write_t *request, int status) {
    (void)status;
    free(request);
}

static uint64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

// Computes for as long as `--work` says of each call.
static void work(int calls) {
    for (uint64_t end_ns = now_ns() + (uint64_t)calls * work_ns; now_ns() < end_ns;) {
    }
}

// Writes at once, and has libuv write what the kernel does not take.
static void send_bytes(uv_stream_t *stream, char *bytes, size_t count) {
    uv_buf_t buffer = uv_buf_init(bytes, (unsigned)count);
    int written = uv_try_write(stream, &buffer, 1);
    if (written == (int)count) return;
    if (written > 0) buffer = uv_buf_init(buffer.base + written, (unsigned)(count - (size_t)written));
    else if (written != UV_EAGAIN) return;
    uv_write_t *request = malloc(sizeof *request);
    if (!request || uv_write(request, stream, &buffer, 1, did_write)) abort();
}

static void did_close(uv_handle_t *handle) { free(handle); }

static void get_buffer(uv_handle_t *handle, size_t size, uv_buf_t *buffer) {
    (void)handle, (void)size;
    *buffer = uv_buf_init(input, sizeof input);
}

static void did_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer) {
    if (count < 0) {
        uv_close((uv_handle_t *)stream, did_close);
        return;
    }
    connection *caller = (connection *)stream;
    int calls = 0;
    const char *end = buffer->base + count;
    for (const char *next = buffer->base; next < end && (next = memchr(next, 0, (size_t)(end - next))); next++) calls++;
    if (work_ns) work(calls);
    while (calls > 0) {
        int answers = calls < ANSWERS_PER_WRITE ? calls : ANSWERS_PER_WRITE;
        int first = caller->next_reply;
        send_bytes(stream, replies + starts[first], starts[first + answers] - starts[first]);
        caller->next_reply = (first + answers) % reply_count;
        calls -= answers;
    }
}

static void did_connect(uv_stream_t *server, int status) {
    if (status < 0) return;
    connection *caller = calloc(1, sizeof *caller);
    if (!caller || uv_pipe_init(server->loop, &caller->stream, 0)) abort();
    uv_stream_t *stream = (uv_stream_t *)&caller->stream;
    if (uv_accept(server, stream) || uv_read_start(stream, get_buffer, did_read)) {
        uv_close((uv_handle_t *)stream, did_close);
    }
}

// Reads one reply behind the last one; true if the file could be read whole.
static int read_reply(const char *path, size_t start) {
    static char bytes[1 << 20];
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    size_t count = fread(bytes, 1, sizeof bytes, file);
    int is_whole = feof(file) && count > 0;
    fclose(file);
    replies = realloc(replies, start + count);
    if (!replies) abort();
    memcpy(replies + start, bytes, count);
    starts[reply_count + 1] = start + count;
    return is_whole;
}

int main(int count, char **arguments) {
    if (count > 2 && !strcmp(arguments[1], "--work")) {
        char *end;
        work_ns = strtoull(arguments[2], &end, 10);
        if (*end || end == arguments[2]) stop("--work", "a number of nanoseconds follows");
        count -= 2, arguments += 2;
    }
    if (count < 3 || count > 2 + MOST_REPLIES) {
        stop("arguments", "they are [--work NANOSECONDS] SOCKET REPLY-FILE…, with four files at most");
    }
    for (; reply_count < count - 2; reply_count++) {
        if (!read_reply(arguments[2 + reply_count], starts[reply_count])) stop("read", arguments[2 + reply_count]);
    }
    size_t round = starts[reply_count];
    for (int index = reply_count; index < ANSWERS_PER_WRITE + MOST_REPLIES; index++) {
        starts[index + 1] = starts[index] + starts[index % reply_count + 1] - starts[index % reply_count];
    }
    replies = realloc(replies, starts[ANSWERS_PER_WRITE + MOST_REPLIES]);
    if (!replies) abort();
    for (size_t index = round; index < starts[ANSWERS_PER_WRITE + MOST_REPLIES]; index++) {
        replies[index] = replies[index - round];
    }
    signal(SIGPIPE, SIG_IGN);
    uv_pipe_t server;
    uv_loop_t *loop = uv_default_loop();
    int code = uv_pipe_init(loop, &server, 0);
    if (code || (code = uv_pipe_bind(&server, arguments[1]))) stop("bind", uv_strerror(code));
    if ((code = uv_listen((uv_stream_t *)&server, 512, did_connect))) stop("listen", uv_strerror(code));
    return uv_run(loop, UV_RUN_DEFAULT);
}
