// The languages of a person's session, as gettext finds them: LANGUAGE=de_AT:fr, else LC_ALL, LC_MESSAGES or LANG. In the
// locales C and POSIX, and without one, LANGUAGE counts for nothing.
//
//     LANG=de_AT.UTF-8                       "languages":["de-AT"]
//     LANGUAGE=pt_BR:es LANG=en_GB.UTF-8     "languages":["pt-BR","es"]
//     LANG=sr_RS.UTF-8@latin                 "languages":["sr-Latn-RS"]

#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// Units: languages that a call may name; bytes of the longest tag, with its NUL.
enum { MOST_LANGUAGES = 16, TAG_SIZE = 36 };

struct span {
    const char *start;
    size_t length;
};

static bool is(struct span span, const char *text) {
    return span.length == strlen(text) && memcmp(span.start, text, span.length) == 0;
}

static bool is_plain(struct span name) { return is(name, "C") || is(name, "POSIX"); }

// What stands before the first of some characters; `rest` is what stands behind it, or nothing.
static struct span until(struct span span, char mark, struct span *rest) {
    const char *found = span.length == 0 ? NULL : memchr(span.start, mark, span.length);
    size_t length = found == NULL ? span.length : (size_t)(found - span.start);
    size_t used = found == NULL ? length : length + 1;
    if (rest != NULL) *rest = (struct span){span.start + used, span.length - used};
    return (struct span){span.start, length};
}

static bool is_letter(char byte) { return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z'); }

// Whether a part of a tag has so many letters; also digits in every part but the first.
static bool is_part(struct span part, size_t least, size_t most, bool has_digits) {
    if (part.length < least || part.length > most) return false;
    for (size_t place = 0; place < part.length; place++) {
        char byte = part.start[place];
        if (!is_letter(byte) && !(has_digits && byte >= '0' && byte <= '9')) return false;
    }
    return true;
}

// The script that stands behind `@` in the name of a locale; NULL for what is the same language.
static const char *script_of(struct span modifier) {
    return is(modifier, "latin") ? "Latn" : is(modifier, "cyrillic") ? "Cyrl" : is(modifier, "devanagari") ? "Deva" : NULL;
}

// Writes the tag of a locale's name; false for one that has none, such as C.UTF-8.
static bool write_tag(char tag[TAG_SIZE], struct span name) {
    struct span modifier, country;
    struct span place = until(until(name, '@', &modifier), '.', NULL), language = until(place, '_', &country);
    const char *script = script_of(modifier);
    if (!is_part(language, 2, 3, false) || (country.length > 0 && !is_part(country, 1, 8, true))) return false;
    memcpy(tag, language.start, language.length);
    size_t length = language.length;
    if (script != NULL) {
        tag[length++] = '-';
        memcpy(tag + length, script, strlen(script));
        length += strlen(script);
    }
    if (country.length > 0) {
        tag[length++] = '-';
        memcpy(tag + length, country.start, country.length);
        length += country.length;
    }
    tag[length] = 0;
    return true;
}

static struct span variable(const char *name) {
    const char *value = getenv(name);
    return value == NULL ? (struct span){"", 0} : (struct span){value, strlen(value)};
}

static struct span locale_of_session(void) {
    struct span locale = variable("LC_ALL");
    if (locale.length == 0) locale = variable("LC_MESSAGES");
    return locale.length == 0 ? variable("LANG") : locale;
}

static size_t read_session(char tags[MOST_LANGUAGES][TAG_SIZE]) {
    struct span locale = locale_of_session(), names = variable("LANGUAGE");
    if (locale.length == 0 || is_plain(locale)) return 0;
    if (names.length == 0) names = locale;
    size_t count = 0;
    for (size_t seen = 0; names.length > 0 && seen < MOST_LANGUAGES;) {
        struct span name = until(names, ':', &names);
        if (name.length == 0) continue;
        if (is_plain(name)) break;
        seen++;
        if (!write_tag(tags[count], name)) continue;
        bool is_new = true;
        for (size_t other = 0; other < count; other++) is_new = is_new && strcasecmp(tags[other], tags[count]) != 0;
        if (is_new) count++;
    }
    return count;
}

int deeplink_options_languages(deeplink_options *options) {
    char tags[MOST_LANGUAGES][TAG_SIZE];
    if (options == NULL) {
        errno = EINVAL;
        return -1;
    }
    size_t count = read_session(tags);
    if (count == 0) return 0;
    struct dl_buffer list = {0};
    for (size_t place = 0; place < count; place++) {
        dl_add_text(&list, place == 0 ? "[" : ",");
        dl_add_string(&list, tags[place]);
    }
    dl_add_text(&list, "]");
    int failure = list.failure, status = -1;
    if (failure == 0) status = deeplink_options_json(options, "languages", list.bytes);
    dl_buffer_free(&list);
    if (failure != 0) errno = failure;
    return status;
}
