#include "buffer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void dl_buffer_free(struct dl_buffer *buffer) {
    free(buffer->bytes);
    *buffer = (struct dl_buffer){0};
}

bool dl_buffer_reserve(struct dl_buffer *buffer, size_t count) {
    if (buffer->failure != 0) return false;
    size_t needed = buffer->length + count + 1;
    if (needed <= buffer->capacity) return true;
    size_t capacity = buffer->capacity < 64 ? 64 : buffer->capacity;
    while (capacity < needed && capacity < SIZE_MAX / 2) capacity *= 2;
    char *bytes = needed < count || capacity < needed ? NULL : realloc(buffer->bytes, capacity);
    if (bytes == NULL) {
        buffer->failure = ENOMEM;
        return false;
    }
    buffer->bytes = bytes;
    buffer->capacity = capacity;
    return true;
}

void dl_add(struct dl_buffer *buffer, const char *bytes, size_t length) {
    if (!dl_buffer_reserve(buffer, length)) return;
    if (length > 0) memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    buffer->bytes[buffer->length] = 0;
}

void dl_add_text(struct dl_buffer *buffer, const char *text) { dl_add(buffer, text, strlen(text)); }

void dl_add_string(struct dl_buffer *buffer, const char *text) {
    size_t start = buffer->length, offset;
    dl_add(buffer, "\"", 1);
    for (const char *next = text; *next != 0; next++) {
        char escape[8];
        switch (*next) {
        case '"': dl_add_text(buffer, "\\\""); break;
        case '\\': dl_add_text(buffer, "\\\\"); break;
        default:
            if ((unsigned char)*next < 0x20) {
                snprintf(escape, sizeof escape, "\\u%04x", (unsigned)*next);
                dl_add_text(buffer, escape);
            } else {
                dl_add(buffer, next, 1);
            }
        }
    }
    dl_add(buffer, "\"", 1);
    if (buffer->failure != 0) return;
    // The only fault that is left is a text that is not in UTF-8.
    struct dl_slice string = {buffer->bytes + start, buffer->length - start};
    if (dl_json_check(string, &offset) != NULL) buffer->failure = EINVAL;
}

void dl_add_name(struct dl_buffer *buffer, const char *name) {
    if (buffer->length > 0 && buffer->bytes[buffer->length - 1] != '{') dl_add(buffer, ",", 1);
    dl_add_string(buffer, name);
    dl_add(buffer, ":", 1);
}

void dl_add_integer(struct dl_buffer *buffer, int64_t number) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRId64, number);
    dl_add_text(buffer, digits);
}
