// Whether a text is JSON.

#include "json.h"

#include <string.h>

struct cursor {
    const unsigned char *next, *end;
    const char *fault;
};

static const char early[] = "it ends too early", unexpected[] = "this character is not expected there";

static bool fail(struct cursor *cursor, const char *fault) {
    if (cursor->fault == NULL) cursor->fault = fault;
    return false;
}

static bool skip_blanks(struct cursor *cursor) {
    while (cursor->next < cursor->end) {
        unsigned char byte = *cursor->next;
        if (byte != ' ' && byte != '\t' && byte != '\n' && byte != '\r') return true;
        cursor->next++;
    }
    return false;
}

static bool pass_word(struct cursor *cursor, const char *word) {
    for (; *word != 0; word++, cursor->next++) {
        if (cursor->next == cursor->end) return fail(cursor, early);
        if (*cursor->next != (unsigned char)*word) return fail(cursor, unexpected);
    }
    return true;
}

static bool pass_digits(struct cursor *cursor) {
    if (cursor->next == cursor->end) return fail(cursor, early);
    if (*cursor->next < '0' || *cursor->next > '9') return fail(cursor, unexpected);
    while (cursor->next < cursor->end && *cursor->next >= '0' && *cursor->next <= '9') cursor->next++;
    return true;
}

static bool is_next(struct cursor *cursor, char byte) {
    return cursor->next < cursor->end && *cursor->next == (unsigned char)byte;
}

static bool pass_number(struct cursor *cursor) {
    if (is_next(cursor, '-')) cursor->next++;
    if (is_next(cursor, '0')) {
        cursor->next++;
    } else if (!pass_digits(cursor)) {
        return false;
    }
    if (is_next(cursor, '.')) {
        cursor->next++;
        if (!pass_digits(cursor)) return false;
    }
    if (is_next(cursor, 'e') || is_next(cursor, 'E')) {
        cursor->next++;
        if (is_next(cursor, '+') || is_next(cursor, '-')) cursor->next++;
        if (!pass_digits(cursor)) return false;
    }
    return true;
}

static int hex(unsigned char byte) {
    if (byte >= '0' && byte <= '9') return byte - '0';
    if (byte >= 'a' && byte <= 'f') return byte - 'a' + 10;
    return byte >= 'A' && byte <= 'F' ? byte - 'A' + 10 : -1;
}

// Four digits behind \u; -1 with a fault.
static int pass_unit(struct cursor *cursor) {
    int unit = 0;
    for (int count = 0; count < 4; count++, cursor->next++) {
        if (cursor->next == cursor->end) return fail(cursor, early) - 1;
        int digit = hex(*cursor->next);
        if (digit < 0) return fail(cursor, unexpected) - 1;
        unit = unit * 16 + digit;
    }
    return unit;
}

static bool pass_escape(struct cursor *cursor) {
    static const char half[] = "half a surrogate pair is no character";
    if (cursor->next == cursor->end) return fail(cursor, early);
    unsigned char byte = *cursor->next++;
    if (byte != 'u') {
        if (byte != 0 && strchr("\"\\/bfnrt", byte) != NULL) return true;
        cursor->next--;
        return fail(cursor, unexpected);
    }
    int unit = pass_unit(cursor);
    if (unit < 0) return false;
    if (unit < 0xD800 || unit > 0xDFFF) return true;
    if (unit > 0xDBFF || !is_next(cursor, '\\')) return fail(cursor, half);
    cursor->next++;
    if (!is_next(cursor, 'u')) return fail(cursor, half);
    cursor->next++;
    unit = pass_unit(cursor);
    if (unit < 0) return false;
    return (unit >= 0xDC00 && unit <= 0xDFFF) || fail(cursor, half);
}

// A character of several bytes, as RFC 3629 has it: no form that is too long, no surrogate, nothing above U+10FFFF.
static bool pass_character(struct cursor *cursor) {
    static const char foreign[] = "it is not in UTF-8";
    unsigned char first = *cursor->next;
    int count = first >= 0xC2 && first <= 0xDF ? 1 : (first & 0xF0) == 0xE0 ? 2 : first >= 0xF0 && first <= 0xF4 ? 3 : 0;
    if (count == 0) return fail(cursor, foreign);
    unsigned char low = 0x80, high = 0xBF;
    if (first == 0xE0) low = 0xA0;
    if (first == 0xED) high = 0x9F;
    if (first == 0xF0) low = 0x90;
    if (first == 0xF4) high = 0x8F;
    for (cursor->next++; count > 0; count--, cursor->next++, low = 0x80, high = 0xBF) {
        if (cursor->next == cursor->end) return fail(cursor, early);
        if (*cursor->next < low || *cursor->next > high) return fail(cursor, foreign);
    }
    return true;
}

static bool pass_string(struct cursor *cursor) {
    if (!is_next(cursor, '"')) return fail(cursor, cursor->next == cursor->end ? early : unexpected);
    cursor->next++;
    while (cursor->next < cursor->end) {
        unsigned char byte = *cursor->next;
        if (byte == '"') {
            cursor->next++;
            return true;
        }
        if (byte < 0x20) return fail(cursor, unexpected);
        if (byte == '\\') {
            cursor->next++;
            if (!pass_escape(cursor)) return false;
        } else if (byte < 0x80) {
            cursor->next++;
        } else if (!pass_character(cursor)) {
            return false;
        }
    }
    return fail(cursor, early);
}

// A name and its colon.
static bool pass_name(struct cursor *cursor) {
    if (!skip_blanks(cursor)) return fail(cursor, early);
    if (!pass_string(cursor)) return false;
    if (!skip_blanks(cursor)) return fail(cursor, early);
    if (!is_next(cursor, ':')) return fail(cursor, unexpected);
    cursor->next++;
    return true;
}

static bool pass_scalar(struct cursor *cursor) {
    switch (*cursor->next) {
    case '"': return pass_string(cursor);
    case 't': return pass_word(cursor, "true");
    case 'f': return pass_word(cursor, "false");
    case 'n': return pass_word(cursor, "null");
    default: return pass_number(cursor);
    }
}

// Brackets are counted and not entered by recursion, so that no text uses the stack up.
static bool pass_value(struct cursor *cursor) {
    uint64_t objects = 0; // One bit for each bracket that is open, the innermost lowest; 1 is an object.
    int depth = 0;
    for (;;) {
        if (!skip_blanks(cursor)) return fail(cursor, early);
        if (*cursor->next == '{' || *cursor->next == '[') {
            bool is_object = *cursor->next == '{';
            if (depth == DL_DEPTH) return fail(cursor, "it is nested too deeply");
            cursor->next++;
            depth++;
            objects = objects << 1 | is_object;
            if (!skip_blanks(cursor)) return fail(cursor, early);
            if (*cursor->next != (is_object ? '}' : ']')) {
                if (is_object && !pass_name(cursor)) return false;
                continue;
            }
        } else if (!pass_scalar(cursor)) {
            return false;
        }
        // Behind a value, or before the end of an empty object or array.
        for (;;) {
            if (depth == 0) return true;
            if (!skip_blanks(cursor)) return fail(cursor, early);
            bool is_object = objects & 1;
            if (*cursor->next == ',') {
                cursor->next++;
                if (is_object && !pass_name(cursor)) return false;
                break;
            }
            if (*cursor->next != (is_object ? '}' : ']')) return fail(cursor, unexpected);
            cursor->next++;
            depth--;
            objects >>= 1;
        }
    }
}

const char *dl_json_check(struct dl_slice text, size_t *offset) {
    const unsigned char *start = (const unsigned char *)text.text;
    struct cursor cursor = {start, start + text.length, NULL};
    if (pass_value(&cursor) && skip_blanks(&cursor)) fail(&cursor, "there is more behind its end");
    *offset = (size_t)(cursor.next - start);
    return cursor.fault;
}
