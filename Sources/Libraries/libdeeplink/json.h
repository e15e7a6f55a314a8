// A strict reader of JSON that builds nothing: a text is checked once, and members are then found in it.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A part of a text, which has no NUL at its end.
struct dl_slice {
    const char *text;
    size_t length;
};

// Nested arrays and objects in one text, as many as the daemon takes in a call.
enum { DL_DEPTH = 64 };

// Checks that a text is one value, as RFC 8259 has it: without comments, trailing commas, leading zeros, raw control
// characters and half surrogate pairs, and in UTF-8. NULL if it is; else what is wrong, in one clause, and where.
const char *dl_json_check(struct dl_slice text, size_t *offset);

// The value that a JSON Pointer leads to in a checked text; its text is NULL if there is none.
struct dl_slice dl_json_find(struct dl_slice text, const char *pointer);

// One step through the members or elements of a checked object or array: false at its end. `place` is 0 at first.
bool dl_json_step(struct dl_slice container, size_t *place, struct dl_slice *name, struct dl_slice *value);

// The bytes of a checked string, whose quotes are a part of it; `bytes` may be NULL. They are never more than its own.
size_t dl_json_decode(struct dl_slice string, char *bytes);

// Whether a checked value is a string with these bytes.
bool dl_json_equals(struct dl_slice value, const char *bytes, size_t length);

bool dl_json_integer(struct dl_slice value, int64_t *number);
