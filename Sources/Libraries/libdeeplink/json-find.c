// Finding members in a text. It was checked, so it has every quote and bracket that is looked for.

#include "json.h"

#include <string.h>

static const char *after_string(const char *next) {
    for (next++; *next != '"'; next++)
        if (*next == '\\') next++;
    return next + 1;
}

static const char *after_value(const char *next, const char *end) {
    int depth = 0;
    while (next < end) {
        switch (*next) {
        case '"':
            next = after_string(next);
            break;
        case '{':
        case '[':
            depth++;
            next++;
            continue;
        case '}':
        case ']':
            if (depth == 0) return next;
            depth--;
            next++;
            break;
        case ',':
            if (depth == 0) return next;
            next++;
            continue;
        default:
            next++;
            continue;
        }
        if (depth == 0) return next;
    }
    return next;
}

static const char *skip(const char *next, const char *end) {
    while (next < end && strchr(" \t\n\r,:", *next) != NULL) next++;
    return next;
}

static struct dl_slice trimmed(const char *start, const char *end) {
    while (end > start && strchr(" \t\n\r", end[-1]) != NULL) end--;
    return (struct dl_slice){start, (size_t)(end - start)};
}

bool dl_json_step(struct dl_slice container, size_t *place, struct dl_slice *name, struct dl_slice *value) {
    const char *end = container.text + container.length;
    const char *next = skip(container.text + (*place == 0 ? 1 : *place), end);
    if (next >= end || *next == '}' || *next == ']') return false;
    *name = (struct dl_slice){NULL, 0};
    if (container.text[0] == '{') {
        const char *behind = after_string(next);
        *name = (struct dl_slice){next, (size_t)(behind - next)};
        next = skip(behind, end);
    }
    const char *behind = after_value(next, end);
    *value = trimmed(next, behind);
    *place = (size_t)(behind - container.text);
    return true;
}

static char *put_character(char *bytes, unsigned code) {
    if (code < 0x80) {
        *bytes++ = (char)code;
    } else if (code < 0x800) {
        *bytes++ = (char)(0xC0 | code >> 6);
        *bytes++ = (char)(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        *bytes++ = (char)(0xE0 | code >> 12);
        *bytes++ = (char)(0x80 | (code >> 6 & 0x3F));
        *bytes++ = (char)(0x80 | (code & 0x3F));
    } else {
        *bytes++ = (char)(0xF0 | code >> 18);
        *bytes++ = (char)(0x80 | (code >> 12 & 0x3F));
        *bytes++ = (char)(0x80 | (code >> 6 & 0x3F));
        *bytes++ = (char)(0x80 | (code & 0x3F));
    }
    return bytes;
}

static unsigned digit_at(const char *digit) {
    if (*digit <= '9') return (unsigned)(*digit - '0');
    return (unsigned)((*digit | 0x20) - 'a') + 10;
}

static unsigned unit_at(const char *digits) {
    unsigned unit = 0;
    for (int count = 0; count < 4; count++) unit = unit * 16 + digit_at(digits + count);
    return unit;
}

size_t dl_json_decode(struct dl_slice string, char *bytes) {
    static const char letters[] = "bfnrt", meanings[] = "\b\f\n\r\t";
    const char *next = string.text + 1, *end = string.text + string.length - 1;
    char scratch[4];
    size_t length = 0;
    while (next < end) {
        char *place = bytes == NULL ? scratch : bytes + length;
        if (*next != '\\') {
            *place = *next++;
            length++;
            continue;
        }
        next++;
        const char *letter = strchr(letters, *next);
        if (*next != 'u') {
            *place = letter == NULL ? *next : meanings[letter - letters];
            length++;
            next++;
            continue;
        }
        unsigned code = unit_at(next + 1);
        next += 5;
        if (code >= 0xD800 && code <= 0xDBFF) {
            code = 0x10000 + ((code - 0xD800) << 10) + (unit_at(next + 2) - 0xDC00);
            next += 6;
        }
        length += (size_t)(put_character(place, code) - place);
    }
    return length;
}

bool dl_json_equals(struct dl_slice value, const char *bytes, size_t length) {
    if (value.length < 2 || value.text[0] != '"') return false;
    if (memchr(value.text, '\\', value.length) == NULL)
        return value.length - 2 == length && memcmp(value.text + 1, bytes, length) == 0;
    // An escape is longer than what it stands for. Long names that are escaped are compared in pieces of their own length.
    if (value.length - 2 < length || value.length > 4096) return false;
    char decoded[4096];
    return dl_json_decode(value, decoded) == length && memcmp(decoded, bytes, length) == 0;
}

// The value of a member; none where its name occurs twice, because readers differ about which one counts.
static struct dl_slice member(struct dl_slice object, const char *bytes, size_t length) {
    struct dl_slice found = {NULL, 0}, name, value;
    for (size_t place = 0; dl_json_step(object, &place, &name, &value);) {
        if (!dl_json_equals(name, bytes, length)) continue;
        if (found.text != NULL) return (struct dl_slice){NULL, 0};
        found = value;
    }
    return found;
}

static struct dl_slice element(struct dl_slice array, const char *digits, size_t length) {
    struct dl_slice none = {NULL, 0}, name, value;
    if (length == 0 || length > 9 || (length > 1 && digits[0] == '0')) return none;
    size_t index = 0;
    for (size_t count = 0; count < length; count++) {
        if (digits[count] < '0' || digits[count] > '9') return none;
        index = index * 10 + (size_t)(digits[count] - '0');
    }
    for (size_t place = 0; dl_json_step(array, &place, &name, &value); index--)
        if (index == 0) return value;
    return none;
}

// Takes the escapes out of a segment; false if it has one that does not exist.
static bool unescape(const char *segment, size_t length, char *bytes, size_t *count) {
    *count = 0;
    for (size_t place = 0; place < length; place++) {
        char byte = segment[place];
        if (byte == '~') {
            place++;
            if (place == length || (segment[place] != '0' && segment[place] != '1')) return false;
            byte = segment[place] == '0' ? '~' : '/';
        }
        bytes[(*count)++] = byte;
    }
    return true;
}

struct dl_slice dl_json_find(struct dl_slice text, const char *pointer) {
    const struct dl_slice none = {NULL, 0};
    const char *end = text.text + text.length;
    struct dl_slice found = trimmed(skip(text.text, end), end);
    while (*pointer != 0) {
        char bytes[1024];
        size_t length = strcspn(pointer + 1, "/"), count;
        if (*pointer != '/' || length > sizeof bytes) return none;
        if (!unescape(pointer + 1, length, bytes, &count)) return none;
        switch (found.text[0]) {
        case '{': found = member(found, bytes, count); break;
        case '[': found = element(found, bytes, count); break;
        default: return none;
        }
        if (found.text == NULL) return none;
        pointer += 1 + length;
    }
    return found;
}

bool dl_json_integer(struct dl_slice value, int64_t *number) {
    bool is_negative = value.length > 0 && value.text[0] == '-';
    uint64_t amount = 0, limit = is_negative ? (uint64_t)INT64_MAX + 1 : INT64_MAX;
    size_t place = is_negative;
    if (place == value.length) return false;
    for (; place < value.length; place++) {
        if (value.text[place] < '0' || value.text[place] > '9') return false;
        unsigned digit = (unsigned)(value.text[place] - '0');
        if (amount > (limit - digit) / 10) return false;
        amount = amount * 10 + digit;
    }
    *number = is_negative ? (int64_t)(0 - amount) : (int64_t)amount;
    return true;
}
