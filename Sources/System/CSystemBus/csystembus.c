// Binds the functions of libsystemd that a D-Bus client needs. They are declared here and not taken from
// <systemd/sd-bus.h>, so that building needs no header of it. libsystemd keeps them: their version is LIBSYSTEMD_221,
// that of sd_bus_is_ready 237 and of sd_bus_get_n_queued_write 238. None takes a variable list of arguments.
//
// libsystemd's own reply callbacks, slots and timeouts are not used. A call is sent with sd_bus_send, which tells its
// number. sd_bus_process hands over every message that nothing in the library waits for, and that is each reply and
// each signal. So C never calls back.

#include "CSystemBus.h"
#include "dlopen_note.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>

DLOPEN_NOTE(
    "[{\"soname\":[\"libsystemd.so.0\"],\"feature\":\"message bus\",\"priority\":\"suggested\","
    "\"description\":\"Asks polkit and the desktop's permission store, shows notifications and calls services, over D-Bus\"}]");

#define FUNCTIONS(BIND) \
    BIND(int, sd_bus_new, (struct csystembus **)) \
    BIND(int, sd_bus_set_address, (struct csystembus *, const char *)) \
    BIND(int, sd_bus_set_bus_client, (struct csystembus *, int)) \
    BIND(int, sd_bus_start, (struct csystembus *)) \
    BIND(void, sd_bus_close, (struct csystembus *)) \
    BIND(void *, sd_bus_unref, (struct csystembus *)) \
    BIND(int, sd_bus_get_fd, (struct csystembus *)) \
    BIND(int, sd_bus_get_events, (struct csystembus *)) \
    BIND(int, sd_bus_is_open, (struct csystembus *)) \
    BIND(int, sd_bus_is_ready, (struct csystembus *)) \
    BIND(int, sd_bus_get_n_queued_write, (struct csystembus *, uint64_t *)) \
    BIND(int, sd_bus_process, (struct csystembus *, struct csystembus_message **)) \
    BIND(int, sd_bus_send, (struct csystembus *, struct csystembus_message *, uint64_t *)) \
    BIND(int, sd_bus_message_new_method_call, \
         (struct csystembus *, struct csystembus_message **, const char *, const char *, const char *, const char *)) \
    BIND(int, sd_bus_message_set_auto_start, (struct csystembus_message *, int)) \
    BIND(void *, sd_bus_message_unref, (struct csystembus_message *)) \
    BIND(int, sd_bus_message_get_type, (struct csystembus_message *, uint8_t *)) \
    BIND(int, sd_bus_message_get_reply_cookie, (struct csystembus_message *, uint64_t *)) \
    BIND(const char *, sd_bus_message_get_sender, (struct csystembus_message *)) \
    BIND(const char *, sd_bus_message_get_path, (struct csystembus_message *)) \
    BIND(const char *, sd_bus_message_get_interface, (struct csystembus_message *)) \
    BIND(const char *, sd_bus_message_get_member, (struct csystembus_message *)) \
    BIND(const struct bus_error *, sd_bus_message_get_error, (struct csystembus_message *)) \
    BIND(int, sd_bus_message_has_signature, (struct csystembus_message *, const char *)) \
    BIND(int, sd_bus_message_append_basic, (struct csystembus_message *, char, const void *)) \
    BIND(int, sd_bus_message_open_container, (struct csystembus_message *, char, const char *)) \
    BIND(int, sd_bus_message_close_container, (struct csystembus_message *)) \
    BIND(int, sd_bus_message_peek_type, (struct csystembus_message *, char *, const char **)) \
    BIND(int, sd_bus_message_read_basic, (struct csystembus_message *, char, void *)) \
    BIND(int, sd_bus_message_read_array, (struct csystembus_message *, char, const void **, size_t *)) \
    BIND(int, sd_bus_message_enter_container, (struct csystembus_message *, char, const char *)) \
    BIND(int, sd_bus_message_exit_container, (struct csystembus_message *)) \
    BIND(int, sd_bus_message_skip, (struct csystembus_message *, const char *))

// From <systemd/sd-bus.h>: sd_bus_error.
struct bus_error {
    const char *name;
    const char *message;
    int needs_freeing;
};

// Written once, by bind_library.
static pthread_once_t bound = PTHREAD_ONCE_INIT;
static bool is_bound;
#define DECLARE(result, name, parameters) static result(*name) parameters;
FUNCTIONS(DECLARE)

static void bind_library(void) {
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    bool has_all = true;
#define BIND(result, name, parameters) has_all = (name = (result(*) parameters)dlsym(library, #name)) && has_all;
    FUNCTIONS(BIND)
    // The library stays for the life of the process.
    if (has_all) is_bound = true; else dlclose(library);
}

int csystembus_load(void) {
    pthread_once(&bound, bind_library);
    return is_bound ? 0 : csystembus_missing;
}

int csystembus_open(const char *address, struct csystembus **bus) {
    struct csystembus *made = NULL;
    int answer = sd_bus_new(&made);
    if (answer < 0) return answer;
    answer = sd_bus_set_address(made, address);
    if (answer >= 0) answer = sd_bus_set_bus_client(made, true);
    if (answer >= 0) answer = sd_bus_start(made);
    if (answer < 0) {
        csystembus_close(made);
        return answer;
    }
    *bus = made;
    return 0;
}

void csystembus_close(struct csystembus *bus) {
    sd_bus_close(bus);
    sd_bus_unref(bus);
}

int csystembus_descriptor(struct csystembus *bus) { return sd_bus_get_fd(bus); }

// A connection that has failed has no events; it is read, to find out why.
bool csystembus_waits_to_read(struct csystembus *bus) {
    int events = sd_bus_get_events(bus);
    return events < 0 || (events & POLLIN) != 0;
}

bool csystembus_waits_to_write(struct csystembus *bus) {
    int events = sd_bus_get_events(bus);
    return events >= 0 && (events & POLLOUT) != 0;
}

bool csystembus_is_open(struct csystembus *bus) { return sd_bus_is_open(bus) > 0; }

bool csystembus_is_ready(struct csystembus *bus) { return sd_bus_is_ready(bus) > 0; }

uint64_t csystembus_unsent(struct csystembus *bus) {
    uint64_t count = 0;
    return sd_bus_get_n_queued_write(bus, &count) < 0 ? 0 : count;
}

int csystembus_step(struct csystembus *bus, struct csystembus_message **message) {
    *message = NULL;
    return sd_bus_process(bus, message);
}

int csystembus_make_call(
    struct csystembus *bus, const char *service, const char *path, const char *interface, const char *member,
    bool starts, struct csystembus_message **message) {
    int answer = sd_bus_message_new_method_call(bus, message, service, path, interface, member);
    return answer < 0 ? answer : sd_bus_message_set_auto_start(*message, starts);
}

int csystembus_send(struct csystembus *bus, struct csystembus_message *message, uint64_t *number) {
    return sd_bus_send(bus, message, number);
}

void csystembus_free(struct csystembus_message *message) { sd_bus_message_unref(message); }

enum csystembus_kind csystembus_message_kind(struct csystembus_message *message) {
    uint8_t kind = 0;
    return sd_bus_message_get_type(message, &kind) < 0 ? 0 : (enum csystembus_kind)kind;
}

int csystembus_replies_to(struct csystembus_message *message, uint64_t *number) {
    return sd_bus_message_get_reply_cookie(message, number);
}

const char *csystembus_sender(struct csystembus_message *message) { return sd_bus_message_get_sender(message); }

const char *csystembus_path(struct csystembus_message *message) { return sd_bus_message_get_path(message); }

const char *csystembus_interface(struct csystembus_message *message) { return sd_bus_message_get_interface(message); }

const char *csystembus_member(struct csystembus_message *message) { return sd_bus_message_get_member(message); }

const char *csystembus_error_name(struct csystembus_message *message) {
    const struct bus_error *error = sd_bus_message_get_error(message);
    return error ? error->name : NULL;
}

const char *csystembus_error_text(struct csystembus_message *message) {
    const struct bus_error *error = sd_bus_message_get_error(message);
    return error ? error->message : NULL;
}

bool csystembus_has_types(struct csystembus_message *message, const char *types) {
    return sd_bus_message_has_signature(message, types) > 0;
}

int csystembus_add_text(struct csystembus_message *message, char type, const char *text) {
    return type == 's' || type == 'o' || type == 'g' ? sd_bus_message_append_basic(message, type, text) : -EINVAL;
}

int csystembus_add_number(struct csystembus_message *message, char type, uint64_t number) {
    int32_t narrow = (int32_t)(uint32_t)number;
    int16_t narrower = (int16_t)(uint16_t)number;
    uint8_t byte = (uint8_t)number;
    switch (type) {
    case 'y': return sd_bus_message_append_basic(message, type, &byte);
    case 'n':
    case 'q': return sd_bus_message_append_basic(message, type, &narrower);
    case 'b':
    case 'i':
    case 'u': return sd_bus_message_append_basic(message, type, &narrow);
    case 'd':
    case 't':
    case 'x': return sd_bus_message_append_basic(message, type, &number);
    default: return -EINVAL;
    }
}

int csystembus_add_descriptor(struct csystembus_message *message, int descriptor) {
    return sd_bus_message_append_basic(message, 'h', &descriptor);
}

int csystembus_begin(struct csystembus_message *message, char type, const char *contents) {
    return sd_bus_message_open_container(message, type, contents);
}

int csystembus_end(struct csystembus_message *message) { return sd_bus_message_close_container(message); }

int csystembus_next(struct csystembus_message *message, char *type, const char **contents) {
    *contents = NULL;
    return sd_bus_message_peek_type(message, type, contents);
}

int csystembus_read_text(struct csystembus_message *message, char type, const char **text, size_t *length) {
    if (type != 's' && type != 'o' && type != 'g') return -EINVAL;
    int answer = sd_bus_message_read_basic(message, type, text);
    *length = answer > 0 ? strlen(*text) : 0;
    return answer;
}

int csystembus_read_number(struct csystembus_message *message, char type, uint64_t *number) {
    int32_t narrow = 0;
    int16_t narrower = 0;
    uint8_t byte = 0;
    int answer;
    switch (type) {
    case 'y':
        answer = sd_bus_message_read_basic(message, type, &byte);
        *number = byte;
        return answer;
    case 'n':
    case 'q':
        answer = sd_bus_message_read_basic(message, type, &narrower);
        *number = type == 'q' ? (uint64_t)(uint16_t)narrower : (uint64_t)(int64_t)narrower;
        return answer;
    case 'd':
    case 't':
    case 'x': return sd_bus_message_read_basic(message, type, number);
    case 'b':
    case 'i':
    case 'u':
        answer = sd_bus_message_read_basic(message, type, &narrow);
        *number = type == 'u' ? (uint64_t)(uint32_t)narrow : (uint64_t)(int64_t)narrow;
        return answer;
    default: return -EINVAL;
    }
}

int csystembus_read_bytes(struct csystembus_message *message, const uint8_t **bytes, size_t *length) {
    const void *found = NULL;
    int answer = sd_bus_message_read_array(message, 'y', &found, length);
    *bytes = found;
    return answer;
}

int csystembus_enter(struct csystembus_message *message, char type, const char *contents) {
    return sd_bus_message_enter_container(message, type, contents);
}

int csystembus_exit(struct csystembus_message *message) { return sd_bus_message_exit_container(message); }

int csystembus_skip(struct csystembus_message *message, const char *types) {
    return sd_bus_message_skip(message, types);
}
