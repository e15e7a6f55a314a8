// Shows the texts that libdeeplink reads as JSON: for each line of hexadecimal digits, a text, it prints `-` if it is none, and
// else its value: strings and names as hexadecimal digits, everything else as it is.

#include "../../Sources/Libraries/libdeeplink/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_string(struct dl_slice string) {
    char *bytes = malloc(string.length);
    size_t length = dl_json_decode(string, bytes);
    putchar('"');
    for (size_t place = 0; place < length; place++) printf("%02x", (unsigned char)bytes[place]);
    putchar('"');
    free(bytes);
}

static void print(struct dl_slice value) {
    struct dl_slice name, element;
    char first = value.text[0];
    if (first == '"') {
        print_string(value);
    } else if (first == '{' || first == '[') {
        putchar(first);
        for (size_t place = 0; dl_json_step(value, &place, &name, &element);) {
            if (first == '{') print_string(name);
            if (first == '{') putchar(':');
            print(element);
            putchar(',');
        }
        putchar(first == '{' ? '}' : ']');
    } else {
        printf("%.*s", (int)value.length, value.text);
    }
}

int main(void) {
    char *line = NULL;
    size_t capacity = 0;
    for (ssize_t length; (length = getline(&line, &capacity, stdin)) > 0;) {
        size_t count = (size_t)(length - 1) / 2, offset;
        // Of its own length, so that a sanitizer finds a byte that is read behind the end.
        char *bytes = malloc(count == 0 ? 1 : count);
        for (size_t place = 0; place < count; place++) {
            unsigned byte;
            sscanf(line + 2 * place, "%2x", &byte);
            bytes[place] = (char)byte;
        }
        struct dl_slice text = {bytes, count};
        if (dl_json_check(text, &offset) == NULL) {
            print(dl_json_find(text, ""));
            putchar('\n');
        } else {
            puts(offset <= count ? "-" : "an offset behind the end");
        }
        free(bytes);
    }
    free(line);
    return 0;
}
