// Options: members of the parameters of a call, written as JSON as they are added.

#include "internal.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

deeplink_options *deeplink_options_new(void) { return calloc(1, sizeof(deeplink_options)); }

void deeplink_options_free(deeplink_options *options) {
    if (options == NULL) return;
    dl_buffer_free(&options->members);
    free(options);
}

// Begins a member; false where nothing can be added.
static bool begin(deeplink_options *options, const char *name, const void *value) {
    if (options == NULL) {
        errno = EINVAL;
        return false;
    }
    if (name == NULL || value == NULL) options->members.failure = EINVAL;
    if (options->members.failure == 0) dl_add_name(&options->members, name);
    return options->members.failure == 0;
}

static int end(deeplink_options *options) {
    if (options == NULL || options->members.failure == 0) return options == NULL ? -1 : 0;
    errno = options->members.failure;
    return -1;
}

int deeplink_options_text(deeplink_options *options, const char *name, const char *text) {
    if (begin(options, name, text)) dl_add_string(&options->members, text);
    return end(options);
}

int deeplink_options_integer(deeplink_options *options, const char *name, int64_t number) {
    if (begin(options, name, "")) dl_add_integer(&options->members, number);
    return end(options);
}

int deeplink_options_real(deeplink_options *options, const char *name, double number) {
    if (!begin(options, name, "")) return end(options);
    char digits[40];
    // The shortest form that is the same number again, with a point in every locale.
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", NULL), own = (locale_t)0;
    if (plain != (locale_t)0) own = uselocale(plain);
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, number);
        if (strtod(digits, NULL) == number) break;
    }
    if (plain != (locale_t)0) {
        uselocale(own);
        freelocale(plain);
    }
    if (isfinite(number) && plain != (locale_t)0) {
        dl_add_text(&options->members, digits);
    } else {
        options->members.failure = isfinite(number) ? ENOMEM : EINVAL;
    }
    return end(options);
}

int deeplink_options_boolean(deeplink_options *options, const char *name, int flag) {
    if (begin(options, name, "")) dl_add_text(&options->members, flag ? "true" : "false");
    return end(options);
}

int deeplink_options_object(deeplink_options *options, const char *name, const deeplink_options *members) {
    if (begin(options, name, members)) {
        // An object cannot be a member of itself.
        if (members == options) options->members.failure = EINVAL;
        if (members->members.failure != 0) options->members.failure = members->members.failure;
        dl_add_text(&options->members, "{");
        if (members->members.bytes != NULL) dl_add_text(&options->members, members->members.bytes);
        dl_add_text(&options->members, "}");
    }
    return end(options);
}

int deeplink_options_json(deeplink_options *options, const char *name, const char *json) {
    size_t offset;
    if (begin(options, name, json)) {
        if (dl_json_check((struct dl_slice){json, strlen(json)}, &offset) == NULL) {
            dl_add_text(&options->members, json);
        } else {
            options->members.failure = EINVAL;
        }
    }
    return end(options);
}
