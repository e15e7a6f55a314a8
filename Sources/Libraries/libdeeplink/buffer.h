// Bytes that grow, and the writer of JSON.

#pragma once

#include "json.h"

// A failure stays: what is added behind it is ignored, so that it is asked for once.
struct dl_buffer {
    char *bytes;
    size_t length, capacity;
    int failure; // EINVAL or ENOMEM; 0 for none.
};

void dl_buffer_free(struct dl_buffer *buffer);

// Room for so many bytes behind those that are there, and a NUL; false without memory.
bool dl_buffer_reserve(struct dl_buffer *buffer, size_t count);

void dl_add(struct dl_buffer *buffer, const char *bytes, size_t length);
void dl_add_text(struct dl_buffer *buffer, const char *text);

// Adds a text in quotes; EINVAL if it is not in UTF-8.
void dl_add_string(struct dl_buffer *buffer, const char *text);

// Adds `"name":` behind a comma, unless it is the first member.
void dl_add_name(struct dl_buffer *buffer, const char *name);

void dl_add_integer(struct dl_buffer *buffer, int64_t number);
