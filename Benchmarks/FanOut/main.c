// Passes messages on to many connections with libuv, and does nothing else: the most that a server in C reaches.
//
//     FanOut SOCKET REPLY-BYTES LINK-BYTES
//
// A message ends with a NUL. A connection whose first bytes hold "Subscribe" is a subscriber. For each message of another
// connection every subscriber gets one of LINK-BYTES, and the sender one of REPLY-BYTES.

#define _GNU_SOURCE

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { MOST_SUBSCRIBERS = 1024 };

typedef enum { UNKNOWN, SENDER, SUBSCRIBER } role;

static uv_stream_t *subscribers[MOST_SUBSCRIBERS];
static int subscriber_count;
static char *bytes;
static size_t reply_bytes, link_bytes;
static char input[65536];

static void stop(const char *task, int code) {
    fprintf(stderr, "FanOut: %s: %s\n", task, uv_strerror(code));
    exit(2);
}

static void did_write(uv_write_t *request, int status) {
    (void)status;
    free(request);
}

// Writes at once, and has libuv write what the kernel does not take.
static void send_bytes(uv_stream_t *stream, size_t count) {
    uv_buf_t buffer = uv_buf_init(bytes + reply_bytes + link_bytes - count, (unsigned)count);
    int written = uv_try_write(stream, &buffer, 1);
    if (written == (int)count) return;
    if (written > 0) buffer = uv_buf_init(buffer.base + written, (unsigned)(count - (size_t)written));
    else if (written != UV_EAGAIN) return;
    uv_write_t *request = malloc(sizeof *request);
    if (!request || uv_write(request, stream, &buffer, 1, did_write)) abort();
}

static void did_close(uv_handle_t *handle) { free(handle); }

static void end(uv_stream_t *stream) {
    for (int index = subscriber_count - 1; index >= 0; index--) {
        if (subscribers[index] == stream) subscribers[index] = subscribers[--subscriber_count];
    }
    if (!uv_is_closing((uv_handle_t *)stream)) uv_close((uv_handle_t *)stream, did_close);
}

static void get_buffer(uv_handle_t *handle, size_t size, uv_buf_t *buffer) {
    (void)handle, (void)size;
    *buffer = uv_buf_init(input, sizeof input);
}

static void did_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer) {
    if (count < 0) {
        end(stream);
        return;
    }
    if ((role)(intptr_t)stream->data == UNKNOWN) {
        int listens = memmem(buffer->base, (size_t)count, "Subscribe", 9) != NULL;
        stream->data = (void *)(intptr_t)(listens ? SUBSCRIBER : SENDER);
        if (listens && subscriber_count < MOST_SUBSCRIBERS) {
            subscribers[subscriber_count++] = stream;
            send_bytes(stream, link_bytes);
        }
    }
    if ((role)(intptr_t)stream->data != SENDER) return;
    const char *end_of_input = buffer->base + count;
    for (const char *next = buffer->base; (next = memchr(next, 0, (size_t)(end_of_input - next))); next++) {
        for (int index = 0; index < subscriber_count; index++) send_bytes(subscribers[index], link_bytes);
        send_bytes(stream, reply_bytes);
    }
}

static void did_connect(uv_stream_t *server, int status) {
    if (status < 0) return;
    uv_pipe_t *stream = malloc(sizeof *stream);
    if (!stream || uv_pipe_init(server->loop, stream, 0)) abort();
    stream->data = (void *)(intptr_t)UNKNOWN;
    if (uv_accept(server, (uv_stream_t *)stream) || uv_read_start((uv_stream_t *)stream, get_buffer, did_read)) {
        end((uv_stream_t *)stream);
    }
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    reply_bytes = strtoul(arguments[2], NULL, 10);
    link_bytes = strtoul(arguments[3], NULL, 10);
    // Every message is an end of the same bytes.
    bytes = calloc(1, reply_bytes + link_bytes);
    if (!bytes || !reply_bytes || !link_bytes) return 2;
    memset(bytes, 'x', reply_bytes + link_bytes - 1);
    signal(SIGPIPE, SIG_IGN);
    uv_pipe_t server;
    uv_loop_t *loop = uv_default_loop();
    int code = uv_pipe_init(loop, &server, 0);
    if (code || (code = uv_pipe_bind(&server, arguments[1]))) stop("bind", code);
    if ((code = uv_listen((uv_stream_t *)&server, 512, did_connect))) stop("listen", code);
    return uv_run(loop, UV_RUN_DEFAULT);
}
