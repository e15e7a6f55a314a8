// A message of the daemon becomes an event. The daemon is not trusted: every member that the library itself reads, or whose
// type it promises, is checked here.

#include "internal.h"

#include <stdlib.h>
#include <string.h>

struct reply {
    struct dl_slice parameters, error;
    bool continues;
};

static bool is_word(struct dl_slice value, const char *word) {
    return value.length == strlen(word) && memcmp(value.text, word, value.length) == 0;
}

static bool is_absent(struct dl_slice value) { return value.text == NULL || is_word(value, "null"); }

static bool begins(struct dl_slice value, char byte) { return value.text != NULL && value.text[0] == byte; }

// Reads the members around the parameters; what is wrong, in one clause, or NULL. Dotted members of vendors are ignored.
static const char *read_header(struct dl_slice message, struct reply *reply) {
    *reply = (struct reply){.parameters = {"{}", 2}};
    unsigned seen = 0;
    struct dl_slice name, value;
    for (size_t place = 0; dl_json_step(message, &place, &name, &value);) {
        unsigned member = dl_json_equals(name, "parameters", 10) ? 1
            : dl_json_equals(name, "error", 5)                   ? 2
            : dl_json_equals(name, "continues", 9)               ? 4
                                                                 : 0;
        if (member == 0 && memchr(name.text, '.', name.length) == NULL) return "it has a member that no reply has";
        if ((seen & member) != 0) return "it has a member twice";
        seen |= member;
        if (member == 0 || is_word(value, "null")) continue;
        if (member == 1 && !begins(value, '{')) return "`parameters` is not an object";
        if (member == 2 && !begins(value, '"')) return "`error` is not a string";
        if (member == 4 && !is_word(value, "true") && !is_word(value, "false")) return "`continues` is not a boolean";
        if (member == 1) reply->parameters = value;
        if (member == 2) reply->error = value;
        if (member == 4) reply->continues = is_word(value, "true");
    }
    return reply->error.text != NULL && reply->continues ? "an error cannot continue" : NULL;
}

struct rule {
    const char *pointer;
    char first; // The byte that a value of its type begins with; 0 for an integer.
    bool is_optional;
    const char *fault;
};

static const struct rule outcome_rules[] = {
    {"/outcome", '{', false, "expected object at `outcome`"},
    {"/outcome/class", '"', false, "expected string at `outcome.class`"},
    {"/outcome/code", '"', false, "expected string at `outcome.code`"},
    {"/outcome/message", '"', false, "expected string at `outcome.message`"},
    {NULL, 0, false, NULL},
};
static const struct rule change_rules[] = {
    {"/features", '[', false, "expected array at `features`"},
    {NULL, 0, false, NULL},
};
static const struct rule subscription_rules[] = {
    {"/sequence", 0, false, "expected integer at `sequence`"},
    {"/missed", 0, true, "expected integer at `missed`"},
    {NULL, 0, false, NULL},
};
static const struct rule link_rules[] = {
    {"/link", '{', false, "expected object at `link`"},
    {"/link/feature", '"', false, "expected string at `link.feature`"},
    {"/link/action", '"', false, "expected string at `link.action`"},
    {"/link/inputs", '{', false, "expected object at `link.inputs`"},
    {"/link/delivery", '"', true, "expected string at `link.delivery`"},
    {NULL, 0, false, NULL},
};

static const char *broken_rule(struct dl_slice parameters, const struct rule *rules) {
    for (; rules->pointer != NULL; rules++) {
        struct dl_slice value = dl_json_find(parameters, rules->pointer);
        int64_t number;
        if (rules->is_optional && is_absent(value)) continue;
        if (rules->first == 0 ? value.text == NULL || !dl_json_integer(value, &number) : !begins(value, rules->first))
            return rules->fault;
    }
    return NULL;
}

static bool fail_unreadable(deeplink *client, struct dl_request *request, const char *reason) {
    dl_fail(client, request, DEEPLINK_UNREADABLE, dl_unreadable(request->connection->path, reason));
    return false;
}

static bool fail_memory(deeplink *client, struct dl_request *request) {
    dl_fail(client, request, DEEPLINK_NO_MEMORY, NULL);
    return false;
}

static char *copy(struct dl_slice slice) {
    char *bytes = malloc(slice.length + 1);
    if (bytes == NULL) return NULL;
    memcpy(bytes, slice.text, slice.length);
    bytes[slice.length] = 0;
    return bytes;
}

// Puts an event of a request that goes on; false without memory, and then the request has failed.
static bool put(deeplink *client, struct dl_request *request, int type, struct dl_slice json) {
    deeplink_event *event = calloc(1, sizeof *event);
    char *bytes = copy(json);
    if (event == NULL || bytes == NULL) {
        free(event);
        free(bytes);
        return fail_memory(client, request);
    }
    event->type = type;
    event->request = request->number;
    event->json = bytes;
    event->length = json.length;
    dl_put(client, event);
    return true;
}

static bool finish(deeplink *client, struct dl_request *request, int type, struct dl_slice json) {
    char *bytes = copy(json);
    if (bytes == NULL) return fail_memory(client, request);
    dl_finish(client, request, type, bytes, json.length);
    return false;
}

// --- Subscriptions

// Whether the program has the link already: what it has acknowledged is acknowledged once more.
static bool is_known(deeplink *client, const char *name) {
    struct dl_delivery *delivery = dl_find_delivery(client, name, strlen(name));
    if (delivery == NULL) return false;
    if (delivery->state == DL_HELD) return true;
    // One that is under way goes on; one that waits is sent now, because the daemon is there.
    for (struct dl_request *request = client->requests; request != NULL; request = request->next) {
        if (request->kind != DL_ACKNOWLEDGE || strcmp(request->delivery, name) != 0) continue;
        if (request->try_at != 0) request->try_at = dl_now();
        return true;
    }
    // ignored: without memory the daemon gives the link once more, and it is tried again.
    dl_acknowledge(client, delivery->name, delivery->state == DL_FAILED, delivery->reason, true);
    return true;
}

static bool take_link(deeplink *client, struct dl_request *request, struct dl_slice parameters) {
    const char *fault = broken_rule(parameters, link_rules);
    if (fault != NULL) return fail_unreadable(client, request, fault);
    struct dl_slice delivery = dl_json_find(parameters, "/link/delivery");
    if (is_absent(delivery)) return put(client, request, DEEPLINK_LINK, parameters);
    char *name = malloc(delivery.length);
    if (name == NULL) return fail_memory(client, request);
    size_t length = dl_json_decode(delivery, name);
    name[length] = 0;
    bool is_alive = true;
    if (strlen(name) != length) {
        is_alive = fail_unreadable(client, request, "the name of a delivery has a NUL character");
    } else if (!is_known(client, name)) {
        int64_t number = request->number;
        is_alive = put(client, request, DEEPLINK_LINK, parameters);
        // ignored: without memory the link may come twice.
        if (is_alive) dl_remember(client, name, number);
    }
    free(name);
    return is_alive;
}

static bool take_part(deeplink *client, struct dl_request *request, struct dl_slice parameters) {
    const char *fault = broken_rule(parameters, subscription_rules);
    if (fault != NULL) return fail_unreadable(client, request, fault);
    dl_json_integer(dl_json_find(parameters, "/sequence"), &request->after);
    request->has_after = true;
    if (!is_absent(dl_json_find(parameters, "/link"))) return take_link(client, request, parameters);
    bool is_start = is_absent(dl_json_find(parameters, "/missed"));
    return put(client, request, is_start ? DEEPLINK_SUBSCRIBED : DEEPLINK_MISSED, parameters);
}

static bool take_change(deeplink *client, struct dl_request *request, struct dl_slice parameters) {
    const char *fault = broken_rule(parameters, change_rules);
    if (fault != NULL) return fail_unreadable(client, request, fault);
    return put(client, request, DEEPLINK_CHANGE, parameters);
}

// --- Replies

static bool take_error(deeplink *client, struct dl_request *request, struct reply *reply, struct dl_slice message) {
    char *sentence = NULL;
    int error = dl_refusal(request, reply->error, reply->parameters, &sentence);
    // The first try has done it, and the connection was lost before the reply; or the daemon that gave the link is gone. If the
    // next one gives it again, it is acknowledged once more.
    if (error == DEEPLINK_UNKNOWN_DELIVERY && request->is_repeated) {
        free(sentence);
        return finish(client, request, DEEPLINK_ACKNOWLEDGED, (struct dl_slice){"{}", 2});
    }
    // The daemon ends in an orderly way, and the next one continues the subscription.
    if (error == DEEPLINK_SUBSCRIPTION_ENDED && request->kind == DL_SUBSCRIBE
        && dl_json_equals(dl_json_find(reply->parameters, "/code"), "shutdown", 8)) {
        free(sentence);
        dl_lose(client, request, DEEPLINK_CONNECTION_LOST, dl_loss(request->connection->path));
        return false;
    }
    request->ending->json = copy(message);
    request->ending->length = request->ending->json == NULL ? 0 : message.length;
    dl_fail(client, request, error, sentence);
    return false;
}

// A call with many replies, and a subscription or watch, which goes on after its last.
static bool take_streamed(deeplink *client, struct dl_request *request, struct reply *reply) {
    request->was_open = true;
    request->is_interrupted = false;
    request->back_off = 0;
    bool is_alive;
    switch (request->kind) {
    case DL_SUBSCRIBE: is_alive = take_part(client, request, reply->parameters); break;
    case DL_WATCH: is_alive = take_change(client, request, reply->parameters); break;
    default:
        if (!reply->continues) return finish(client, request, DEEPLINK_REPLY, reply->parameters);
        return put(client, request, DEEPLINK_REPLY, reply->parameters);
    }
    if (!is_alive || reply->continues) return is_alive;
    dl_lose(client, request, DEEPLINK_CONNECTION_LOST, dl_loss(request->connection->path));
    return false;
}

bool dl_handle(deeplink *client, struct dl_request *request, struct dl_slice message) {
    size_t offset;
    struct reply reply;
    const char *fault = dl_json_check(message, &offset);
    if (fault != NULL) {
        char *reason = dl_sentence("it is not JSON at byte %zu: %s", offset, fault);
        if (reason == NULL) return fail_memory(client, request);
        fail_unreadable(client, request, reason);
        free(reason);
        return false;
    }
    message = dl_json_find(message, "");
    fault = begins(message, '{') ? read_header(message, &reply) : "it is not an object";
    if (fault == NULL && reply.continues && !dl_is_streaming(request)) fault = "it continues, and was not asked to";
    if (fault != NULL) return fail_unreadable(client, request, fault);
    if (reply.error.text != NULL) return take_error(client, request, &reply, message);
    if (dl_is_streaming(request)) return take_streamed(client, request, &reply);
    if (request->kind == DL_ACKNOWLEDGE) return finish(client, request, DEEPLINK_ACKNOWLEDGED, reply.parameters);
    if (request->kind != DL_OPEN) return finish(client, request, DEEPLINK_REPLY, reply.parameters);
    fault = broken_rule(reply.parameters, outcome_rules);
    if (fault != NULL) return fail_unreadable(client, request, fault);
    return finish(client, request, DEEPLINK_OUTCOME, reply.parameters);
}
