// Where the daemon's socket is, and the sentences of failures: what is wrong, where, and what to do about it.

#include "internal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char system_socket[] = "/run/deeplinkd/io.deeplinkd.sock";

char *dl_sentence(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *sentence = NULL;
    int length = vasprintf(&sentence, format, arguments);
    va_end(arguments);
    return length < 0 ? NULL : sentence;
}

// --- Paths

// The socket of the user's daemon; NULL where the session has no runtime directory, or without memory.
static char *user_socket(void) {
    const char *folder = secure_getenv("XDG_RUNTIME_DIR");
    return folder == NULL || folder[0] != '/' ? NULL : dl_sentence("%s/deeplinkd/io.deeplinkd.sock", folder);
}

bool dl_default_paths(char *paths[2]) {
    const char *named = secure_getenv("DEEPLINKD_SOCKET");
    if (named != NULL && named[0] != 0) {
        paths[0] = strdup(named);
    } else {
        paths[0] = user_socket();
        char *other = strdup(system_socket);
        paths[paths[0] == NULL ? 0 : 1] = other;
        if (other == NULL) {
            free(paths[0]);
            paths[0] = NULL;
        }
    }
    if (paths[0] == NULL) errno = ENOMEM;
    return paths[0] != NULL;
}

// The command for the service manager of the daemon at a path; NULL for a path that no unit has.
static const char *manager_of(const char *path) {
    if (strcmp(path, system_socket) == 0) return "systemctl";
    char *user = user_socket();
    bool is_user = user != NULL && strcmp(path, user) == 0;
    free(user);
    return is_user ? "systemctl --user" : NULL;
}

// --- Failures of connections

char *dl_absence(const deeplink *client) {
    const char *first = client->paths[0], *second = client->paths[1], *manager = manager_of(first);
    const char *folder = secure_getenv("XDG_RUNTIME_DIR");
    bool is_alone = second == NULL && strcmp(first, system_socket) == 0 && (folder == NULL || folder[0] != '/');
    return dl_sentence(
        "no daemon is listening at %s%s%s%s; start it%s%s%s, or name its socket", first, second == NULL ? "" : " or ",
        second == NULL ? "" : second,
        !is_alone             ? ""
        : folder == NULL || folder[0] == 0 ? " (your own is not looked for, because XDG_RUNTIME_DIR is not set)"
                              : " (your own is not looked for, because XDG_RUNTIME_DIR is not an absolute path)",
        manager == NULL ? "" : " with `", manager == NULL ? "" : manager,
        manager == NULL ? "" : " start deeplinkd.socket`");
}

char *dl_unusable(const char *path, int error) {
    const char *reason = error == EACCES ? "permission denied; the socket's owner decides who may use it"
        : error == EAGAIN                ? "its queue is full"
        : error == ENAMETOOLONG          ? "its path is too long"
        : error == ENOTSOCK              ? "it is no socket"
        : error == EPROTOTYPE            ? "it is a socket of another type"
        : error == EMFILE                ? "the program has too many files open"
        : error == ENFILE                ? "the system has too many files open"
                                         : NULL;
    if (reason == NULL) return dl_sentence("cannot connect to %s: error %d of the system", path, error);
    return dl_sentence("cannot connect to %s: %s", path, reason);
}

char *dl_loss(const char *path) {
    const char *manager = manager_of(path);
    if (manager == NULL)
        return dl_sentence("the daemon at %s closed the connection without a reply; its log tells why", path);
    return dl_sentence(
        "the daemon closed the connection without a reply; `%s status deeplinkd` and its log tell why", manager);
}

char *dl_silence(const char *path, int64_t time) {
    const char *manager = manager_of(path);
    int64_t amount = time / DL_MS;
    bool is_long = amount >= 2000;
    return dl_sentence(
        "the daemon at %s takes connections and has not answered for %" PRId64 " %s; restart it%s%s%s", path,
        is_long ? amount / 1000 : amount, is_long ? "s" : "ms", manager == NULL ? "" : " with `",
        manager == NULL ? "" : manager, manager == NULL ? "" : " restart deeplinkd`");
}

char *dl_unreadable(const char *path, const char *reason) {
    return dl_sentence("the reply of the daemon at %s cannot be read: %s", path, reason);
}

// --- Errors of the daemon

// A string as it is, without its quotes; "" for none. For sentences: an escape in it stays one.
static struct dl_slice inside(struct dl_slice parameters, const char *pointer) {
    struct dl_slice value = dl_json_find(parameters, pointer);
    if (value.text == NULL || value.text[0] != '"') return (struct dl_slice){"", 0};
    return (struct dl_slice){value.text + 1, value.length - 2};
}

// For the precision of %.*s; a long text is cut off.
static int shown(struct dl_slice text) { return text.length > 4096 ? 4096 : (int)text.length; }

static const struct {
    const char *name;
    int error;
} refusals[] = {
    {"org.varlink.service.PermissionDenied", DEEPLINK_PERMISSION_DENIED},
    {"org.varlink.service.MethodNotFound", DEEPLINK_NOT_OFFERED},
    {"org.varlink.service.InterfaceNotFound", DEEPLINK_NOT_OFFERED},
    {"org.varlink.service.InvalidParameter", DEEPLINK_INVALID_PARAMETER},
    {"io.deeplinkd.Channels.NoChannel", DEEPLINK_NO_CHANNEL},
    {"io.deeplinkd.Channels.TooManySubscriptions", DEEPLINK_TOO_MANY_SUBSCRIPTIONS},
    {"io.deeplinkd.Channels.SubscriptionEnded", DEEPLINK_SUBSCRIPTION_ENDED},
    {"io.deeplinkd.Channels.UnknownDelivery", DEEPLINK_UNKNOWN_DELIVERY},
};

static char *ended_sentence(struct dl_slice parameters) {
    struct dl_slice code = dl_json_find(parameters, "/code"), text = inside(parameters, "/code");
    if (code.text != NULL && dl_json_equals(code, "channel.removed", 15))
        return dl_sentence("the daemon's new table does not declare the channel any more");
    if (code.text != NULL && dl_json_equals(code, "channel.notAcknowledging", 24))
        return dl_sentence("three links in a row were not acknowledged in time; subscribe again when the app answers");
    return dl_sentence("the daemon ended the subscription: %.*s", shown(text), text.text);
}

static char *refusal_sentence(
    int error, const char *method, struct dl_slice name, struct dl_slice parameters) {
    struct dl_slice text;
    switch (error) {
    case DEEPLINK_PERMISSION_DENIED:
        return dl_sentence(
            "the daemon does not let you call %s so; ask an operator, or leave out the subject", method);
    case DEEPLINK_NOT_OFFERED:
        return dl_sentence("the daemon has no method %s; it may be older than this library: upgrade it", method);
    case DEEPLINK_INVALID_PARAMETER:
        text = inside(parameters, "/parameter");
        return dl_sentence("the daemon does not take the `%.*s` of this %s", shown(text), text.text, method);
    case DEEPLINK_NO_CHANNEL:
        text = inside(parameters, "/nearest");
        if (text.length == 0) return dl_sentence("the daemon's table declares no such channel");
        return dl_sentence(
            "the daemon's table declares no such channel; did you mean `%.*s`?", shown(text), text.text);
    case DEEPLINK_TOO_MANY_SUBSCRIPTIONS:
        return dl_sentence("you have as many subscriptions as one user may have: end one");
    case DEEPLINK_SUBSCRIPTION_ENDED: return ended_sentence(parameters);
    case DEEPLINK_UNKNOWN_DELIVERY:
        return dl_sentence(
            "the link went to another subscriber or was given up, because the time for its acknowledgement is over");
    default:
        text = inside(parameters, "/reason");
        if (text.length > 0) return dl_sentence("nothing has changed: %.*s", shown(text), text.text);
        return dl_sentence(
            "the daemon replied %.*s %.*s", shown(name) - 2, name.text + 1, shown(parameters), parameters.text);
    }
}

int dl_refusal(const struct dl_request *request, struct dl_slice name, struct dl_slice parameters, char **sentence) {
    int error = DEEPLINK_REFUSED;
    for (size_t place = 0; place < sizeof refusals / sizeof *refusals; place++)
        if (dl_json_equals(name, refusals[place].name, strlen(refusals[place].name))) error = refusals[place].error;
    *sentence = refusal_sentence(error, request->method, name, parameters);
    return error;
}
