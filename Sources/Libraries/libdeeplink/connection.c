#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// Connects to one path; a descriptor, or -1 with errno.
static int connect_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address.sun_path, path, length + 1);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    if (connect(descriptor, (const struct sockaddr *)&address, sizeof address) == 0) return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

struct dl_connection *dl_connect(deeplink *client, int *error, const char **path) {
    *error = ENOENT;
    *path = client->paths[0];
    for (int place = 0; place < 2 && client->paths[place] != NULL; place++) {
        int descriptor = connect_to(client->paths[place]);
        if (descriptor < 0) {
            *error = errno;
            *path = client->paths[place];
            if (*error == ENOENT || *error == ECONNREFUSED) continue;
            return NULL;
        }
        struct dl_connection *connection = calloc(1, sizeof *connection);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
        if (connection == NULL || epoll_ctl(client->descriptor, EPOLL_CTL_ADD, descriptor, &event) != 0) {
            *error = connection == NULL ? ENOMEM : errno;
            *path = client->paths[place];
            free(connection);
            close(descriptor);
            return NULL;
        }
        *connection = (struct dl_connection){
            .descriptor = descriptor, .watcher = client->descriptor, .path = client->paths[place], .watched = EPOLLIN};
        return connection;
    }
    return NULL;
}

void dl_disconnect(struct dl_connection *connection) {
    if (connection == NULL) return;
    // Its end is not enough: a child of the program may hold a copy, and the epoll would go on reporting it.
    epoll_ctl(connection->watcher, EPOLL_CTL_DEL, connection->descriptor, NULL);
    close(connection->descriptor);
    dl_buffer_free(&connection->out);
    dl_buffer_free(&connection->in);
    free(connection);
}

bool dl_send(struct dl_connection *connection) {
    while (connection->sent < connection->out.length) {
        ssize_t count = send(
            connection->descriptor, connection->out.bytes + connection->sent,
            connection->out.length - connection->sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno == EAGAIN) return true;
        if (count < 0) {
            // The daemon may have answered before it closed the connection: the end of what it sent decides.
            if (!connection->has_begun) return false;
            break;
        }
        connection->has_begun = true;
        connection->sent += (size_t)count;
    }
    dl_buffer_free(&connection->out);
    connection->sent = 0;
    return true;
}

bool dl_receive(struct dl_connection *connection) {
    struct dl_buffer *in = &connection->in;
    if (connection->head > 0) {
        in->length -= connection->head;
        connection->scanned -= connection->head;
        memmove(in->bytes, in->bytes + connection->head, in->length);
        connection->head = 0;
        // What a long message has taken is given back.
        if (in->length == 0 && in->capacity > 4 * DL_READ_BYTES) dl_buffer_free(in);
    }
    if (!dl_buffer_reserve(in, DL_READ_BYTES)) return false;
    ssize_t count;
    do {
        count = recv(connection->descriptor, in->bytes + in->length, DL_READ_BYTES, MSG_DONTWAIT);
    } while (count < 0 && errno == EINTR);
    if (count < 0 && errno == EAGAIN) return true;
    if (count <= 0) {
        connection->has_ended = true;
        return true;
    }
    in->length += (size_t)count;
    return true;
}

bool dl_message(struct dl_connection *connection, struct dl_slice *message) {
    struct dl_buffer *in = &connection->in;
    char *end = in->bytes == NULL ? NULL : memchr(in->bytes + connection->scanned, 0, in->length - connection->scanned);
    if (end == NULL) {
        connection->scanned = in->length;
        return false;
    }
    char *start = in->bytes + connection->head;
    *message = (struct dl_slice){start, (size_t)(end - start)};
    connection->head += message->length + 1;
    connection->scanned = connection->head;
    return true;
}

void dl_watch(deeplink *client, struct dl_connection *connection) {
    unsigned wanted = EPOLLIN | (connection->sent < connection->out.length ? EPOLLOUT : 0u);
    if (connection->watched == wanted) return;
    struct epoll_event event = {.events = wanted, .data.ptr = connection};
    // ignored: without memory of the kernel what was watched before stays.
    if (epoll_ctl(client->descriptor, EPOLL_CTL_MOD, connection->descriptor, &event) == 0) connection->watched = wanted;
}
