// What programs read of an event.

#include "internal.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

void deeplink_event_free(deeplink_event *event) {
    if (event == NULL) return;
    while (event->texts != NULL) {
        struct dl_text *text = event->texts;
        event->texts = text->next;
        free(text);
    }
    free(event->json);
    free(event->sentence);
    free(event);
}

// NULL is an event without anything, so that what deeplink_wait gives need not be checked first.

int deeplink_event_type(const deeplink_event *event) { return event == NULL ? 0 : event->type; }

int64_t deeplink_event_request(const deeplink_event *event) { return event == NULL ? 0 : event->request; }

int deeplink_event_is_last(const deeplink_event *event) { return event == NULL ? 0 : event->is_last; }

int deeplink_event_error(const deeplink_event *event) { return event == NULL ? 0 : event->error; }

static struct dl_slice find(const deeplink_event *event, const char *pointer) {
    if (event == NULL || event->json == NULL || pointer == NULL) return (struct dl_slice){NULL, 0};
    return dl_json_find((struct dl_slice){event->json, event->length}, pointer);
}

int deeplink_event_is_ok(const deeplink_event *event) {
    if (event == NULL || event->type == DEEPLINK_FAILED) return 0;
    if (event->type != DEEPLINK_OUTCOME) return 1;
    return dl_json_equals(find(event, "/outcome/class"), "ok", 2);
}

const char *deeplink_event_sentence(deeplink_event *event) {
    if (event == NULL) return "";
    if (event->sentence != NULL) return event->sentence;
    if (event->type == DEEPLINK_FAILED) return event->fixed;
    const char *message = event->type == DEEPLINK_OUTCOME ? deeplink_event_text(event, "/outcome/message", NULL) : NULL;
    return message == NULL ? "" : message;
}

const char *deeplink_event_delivery(deeplink_event *event) {
    return deeplink_event_type(event) == DEEPLINK_LINK ? deeplink_event_text(event, "/link/delivery", NULL) : NULL;
}

// Room for a text that lives as long as the event; NULL without memory.
static char *room(deeplink_event *event, size_t length) {
    struct dl_text *text = malloc(sizeof *text + length + 1);
    if (text == NULL) return NULL;
    text->next = event->texts;
    event->texts = text;
    text->bytes[length] = 0;
    return text->bytes;
}

static const char *decoded(deeplink_event *event, struct dl_slice value, size_t *length) {
    if (value.text == NULL || value.text[0] != '"') return NULL;
    size_t count = dl_json_decode(value, NULL);
    char *bytes = room(event, count);
    if (bytes == NULL) return NULL;
    dl_json_decode(value, bytes);
    if (length != NULL) {
        *length = count;
    } else if (memchr(bytes, 0, count) != NULL) {
        return NULL;
    }
    return bytes;
}

const char *deeplink_event_text(deeplink_event *event, const char *pointer, size_t *length) {
    return decoded(event, find(event, pointer), length);
}

const char *deeplink_event_json(deeplink_event *event, const char *pointer) {
    struct dl_slice value = find(event, pointer);
    char *bytes = value.text == NULL ? NULL : room(event, value.length);
    return bytes == NULL ? NULL : memcpy(bytes, value.text, value.length);
}

int deeplink_event_integer(const deeplink_event *event, const char *pointer, int64_t *number) {
    struct dl_slice value = find(event, pointer);
    return value.text != NULL && dl_json_integer(value, number);
}

int deeplink_event_real(const deeplink_event *event, const char *pointer, double *number) {
    struct dl_slice value = find(event, pointer);
    char digits[1024];
    if (value.text == NULL || value.length >= sizeof digits) return 0;
    if (value.text[0] != '-' && (value.text[0] < '0' || value.text[0] > '9')) return 0;
    memcpy(digits, value.text, value.length);
    digits[value.length] = 0;
    // With a point in every locale.
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", NULL);
    if (plain == (locale_t)0) return 0;
    *number = strtod_l(digits, NULL, plain);
    freelocale(plain);
    return 1;
}

int deeplink_event_boolean(const deeplink_event *event, const char *pointer, int *flag) {
    struct dl_slice value = find(event, pointer);
    if (value.text == NULL || (value.text[0] != 't' && value.text[0] != 'f')) return 0;
    *flag = value.text[0] == 't';
    return 1;
}

int64_t deeplink_event_count(const deeplink_event *event, const char *pointer) {
    struct dl_slice container = find(event, pointer), name, value;
    if (container.text == NULL || (container.text[0] != '{' && container.text[0] != '[')) return -1;
    int64_t count = 0;
    for (size_t place = 0; dl_json_step(container, &place, &name, &value);) count++;
    return count;
}

const char *deeplink_event_name(deeplink_event *event, const char *pointer, size_t place) {
    struct dl_slice object = find(event, pointer), name, value;
    if (object.text == NULL || object.text[0] != '{') return NULL;
    for (size_t offset = 0; dl_json_step(object, &offset, &name, &value); place--)
        if (place == 0) return decoded(event, name, NULL);
    return NULL;
}
