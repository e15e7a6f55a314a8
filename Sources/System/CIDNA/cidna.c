// Binds the two functions of libicuuc that UTS #46 needs. ICU's C interface is stable, but the names of its library and
// its symbols include the release: libicuuc.so.72 has uidna_openUTS46_72. So each release is tried, newest first, because
// a newer one covers more of Unicode. The parts of ICU that are declared here have not changed since ICU 4.6.

#include "CIDNA.h"
#include "dlopen_note.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <strings.h>

// Before ICU 68 the time for a long label grows with the square of its length, without limit. At two releases a year the
// newest release here is ten years away. Each release that is tried costs some 20 microseconds, once.
enum { oldest_release = 68, newest_release = 99 };

// The releases that distributions have, newest first.
DLOPEN_NOTE(
    "[{\"soname\":[\"libicuuc.so.78\",\"libicuuc.so.77\",\"libicuuc.so.76\",\"libicuuc.so.75\",\"libicuuc.so.74\","
    "\"libicuuc.so.73\",\"libicuuc.so.72\",\"libicuuc.so.71\",\"libicuuc.so.70\"],\"feature\":\"hosts\","
    "\"priority\":\"recommended\",\"description\":\"Converts international hosts\"}]");

// From <unicode/uidna.h>.
enum {
    option_check_bidi = 0x04,
    option_check_joiners = 0x08,
    option_nontransitional = 0x10,
    error_hyphens_3_4 = 0x20,
    // Empty labels, labels and domains that are too long, hyphens at the ends: the URL standard allows them all.
    errors_allowed = 0x01 | 0x02 | 0x04 | 0x08 | 0x10 | error_hyphens_3_4,
};

struct conversion_info {
    int16_t size;
    int8_t is_transitional_different;
    int8_t reserved_b3;
    uint32_t errors;
    int32_t reserved_i2;
    int32_t reserved_i3;
};

typedef void *open_function(uint32_t options, int *status);
typedef int32_t convert_function(
    const void *idna, const char *name, int32_t length, char *destination, int32_t capacity,
    struct conversion_info *info, int *status);

// Written once, by bind_library. An ICU instance is immutable, so all threads may use it at once.
static pthread_once_t bound = PTHREAD_ONCE_INIT;
static const void *instance;
static convert_function *name_to_ascii;

static void *symbol(void *library, const char *name, int release) {
    char versioned[64];
    snprintf(versioned, sizeof versioned, "%s_%d", name, release);
    void *found = dlsym(library, versioned);
    return found ? found : dlsym(library, name); // some builds of ICU do not rename their symbols
}

static bool bind_release(int release) {
    char name[32];
    snprintf(name, sizeof name, "libicuuc.so.%d", release);
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
    open_function *open = (open_function *)symbol(library, "uidna_openUTS46", release);
    convert_function *convert = (convert_function *)symbol(library, "uidna_nameToASCII_UTF8", release);
    int status = 0;
    const void *opened =
        open && convert ? open(option_check_bidi | option_check_joiners | option_nontransitional, &status) : NULL;
    if (!opened || status > 0) {
        dlclose(library);
        return false;
    }
    name_to_ascii = convert;
    instance = opened; // the library and its instance stay for the life of the process
    return true;
}

static void bind_library(void) {
    for (int release = newest_release; release >= oldest_release; release--) {
        if (bind_release(release)) return;
    }
}

static int32_t convert(const char *domain, int32_t count, char *ascii, int32_t capacity, uint32_t *errors) {
    struct conversion_info info = {.size = sizeof info};
    int status = 0;
    int32_t written = name_to_ascii(instance, domain, count, ascii, capacity, &info, &status);
    *errors = info.errors;
    return status > 0 || written < 0 || written > capacity ? cidna_refused : written;
}

// True if a label decodes to a label that begins `xn--`. Unicode 15.1 forbids that even if hyphens are not checked, but
// ICU reports the same error for every label with hyphens in third and fourth place. Such a label begins `xn--xn--`,
// because Punycode writes ASCII characters first. It is converted separately, to get only its own errors.
static bool decodes_to_prefix(const char *ascii, int32_t count) {
    static const char twice[] = "xn--xn--";
    const int32_t length = sizeof twice - 1;
    for (int32_t start = 0, end = 0; start < count; start = end + 1) {
        for (end = start; end < count && ascii[end] != '.';) end++;
        if (end - start < length || strncasecmp(ascii + start, twice, length) != 0) continue;
        char label[4096];
        uint32_t errors = 0;
        int32_t written = convert(ascii + start, end - start, label, sizeof label, &errors);
        if (written < 0 || errors & error_hyphens_3_4) return true;
    }
    return false;
}

int32_t cidna_to_ascii(const uint8_t *domain, int32_t count, uint8_t *ascii, int32_t capacity) {
    pthread_once(&bound, bind_library);
    if (!instance) return cidna_missing;
    uint32_t errors = 0;
    int32_t written = convert((const char *)domain, count, (char *)ascii, capacity, &errors);
    if (written < 0 || errors & ~(uint32_t)errors_allowed) return cidna_refused;
    if (errors & error_hyphens_3_4 && decodes_to_prefix((const char *)ascii, written)) return cidna_refused;
    return written;
}
