// Access to sd-bus, the D-Bus client of libsystemd: a connection that the caller's loop polls, and messages that are
// written and read value by value. csystembus_load loads the library, so a process that never calls it never maps it.
// Building needs no part of it.
//
// Every function but csystembus_load needs a load that succeeded. A result below 0 is a negated errno value.
// A connection and its messages belong to one thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    csystembus_missing = -1000000, // libsystemd is not installed, or lacks a function
};

struct csystembus;         // one connection to a message bus
struct csystembus_message; // one message; freed with csystembus_free

enum csystembus_kind {
    csystembus_call = 1,
    csystembus_return = 2,
    csystembus_error = 3,
    csystembus_signal = 4,
};

// Loads the library at the first call: 0 or csystembus_missing. Thread-safe.
int csystembus_load(void);

// Begins to connect, without waiting, to an address as D-Bus writes it.
int csystembus_open(const char *address, struct csystembus **bus);
// Closes at once; what was not sent is lost.
void csystembus_close(struct csystembus *bus);
// The descriptor to poll. It belongs to the connection.
int csystembus_descriptor(struct csystembus *bus);
// What to poll it for.
bool csystembus_waits_to_read(struct csystembus *bus);
bool csystembus_waits_to_write(struct csystembus *bus);
// Whether the connection is being made or is in use, and is not ending.
bool csystembus_is_open(struct csystembus *bus);
// Whether the bus has let this connection in.
bool csystembus_is_ready(struct csystembus *bus);
// How many messages wait to be sent.
uint64_t csystembus_unsent(struct csystembus *bus);
// Does one step of what there is to do: 0 when there is nothing. The message is NULL, or one to be looked at and freed.
int csystembus_step(struct csystembus *bus, struct csystembus_message **message);

// Makes a call; without `starts`, the bus does not start a service that does not run.
int csystembus_make_call(
    struct csystembus *bus, const char *service, const char *path, const char *interface, const char *member,
    bool starts, struct csystembus_message **message);
// Queues a call, and tells the number that its reply will carry.
int csystembus_send(struct csystembus *bus, struct csystembus_message *message, uint64_t *number);
void csystembus_free(struct csystembus_message *message);

// About a message that has arrived. Texts are NULL where the message has none, and belong to it.
enum csystembus_kind csystembus_message_kind(struct csystembus_message *message);
int csystembus_replies_to(struct csystembus_message *message, uint64_t *number);
const char *csystembus_sender(struct csystembus_message *message);
const char *csystembus_path(struct csystembus_message *message);
const char *csystembus_interface(struct csystembus_message *message);
const char *csystembus_member(struct csystembus_message *message);
const char *csystembus_error_name(struct csystembus_message *message);
const char *csystembus_error_text(struct csystembus_message *message);

// Whether all values of a message that has arrived are of these types, "" for none.
bool csystembus_has_types(struct csystembus_message *message, const char *types);

// Writing. Types are D-Bus's: `s`, `o`, `g`; `y`, `b`, `n`, `q`, `i`, `u`, `x`, `t`, and `d` by its bits; containers `a`,
// `v`, `r` (structure), `e` (entry).
int csystembus_add_text(struct csystembus_message *message, char type, const char *text);
int csystembus_add_number(struct csystembus_message *message, char type, uint64_t number);
// Adds a descriptor, `h`: a copy of it, so that the caller may close its own.
int csystembus_add_descriptor(struct csystembus_message *message, int descriptor);
int csystembus_begin(struct csystembus_message *message, char type, const char *contents);
int csystembus_end(struct csystembus_message *message);

// Reading, in order. `next` tells the type, and the contents of a container: 0 at the end of a container or message.
int csystembus_next(struct csystembus_message *message, char *type, const char **contents);
// `length` is in bytes.
int csystembus_read_text(struct csystembus_message *message, char type, const char **text, size_t *length);
// Reads a number or a boolean; a negative number is widened with its sign, and of `d` the bits are read.
int csystembus_read_number(struct csystembus_message *message, char type, uint64_t *number);
// Reads `ay`.
int csystembus_read_bytes(struct csystembus_message *message, const uint8_t **bytes, size_t *length);
int csystembus_enter(struct csystembus_message *message, char type, const char *contents);
int csystembus_exit(struct csystembus_message *message);
// Skips values of these types.
int csystembus_skip(struct csystembus_message *message, const char *types);
