// Binds the functions of libcurl. They are declared in library.h and not taken from <curl/curl.h>, so that building
// needs no header of it.
//
// 7.87 is the oldest release that serves: since then a request can be given up while its host's name is looked up,
// without waiting for the end of that. Debian 12 has 7.88.
//
// libcurl initialises OpenSSL, which would read its configuration: OPENSSL_CONF in the environment, or a file of the
// machine, could name modules for it to load. OpenSSL reads it at most once, so it is initialised here first, without
// it.

#include "CCurl.h"
#include "dlopen_note.h"
#include "library.h"

#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

DLOPEN_NOTE(
    "[{\"soname\":[\"libcurl.so.4\"],\"feature\":\"http\",\"priority\":\"suggested\","
    "\"description\":\"Sends requests over HTTP\"}]");

enum {
    // From <openssl/crypto.h>.
    init_without_configuration = 0x80,
    init_without_exit_handler = 0x80000,
};

struct ccurl_functions ccurl_library;
bool ccurl_has_authority_folder;

// Written under the lock, once the library can be used.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_loaded;

// A folder of authorities is of use if it has them by the hashes of their names: `3513523f.0`.
static bool has_hashes(const char *path) {
    DIR *folder = path ? opendir(path) : NULL;
    if (!folder) return false;
    struct dirent *entry;
    bool has_one = false;
    while (!has_one && (entry = readdir(folder))) {
        has_one = strspn(entry->d_name, "0123456789abcdef") == 8 && strcmp(entry->d_name + 8, ".0") == 0;
    }
    closedir(folder);
    return has_one;
}

static int initialise(void *library) {
    bool has_all = true;
#define BIND(result, name, parameters) \
    has_all = (curl.name = (result(*) parameters)dlsym(library, "curl_" #name)) && has_all;
    CCURL_FUNCTIONS(BIND)
    if (!has_all) return ccurl_missing;
    const struct version_info *version = curl.version_info(0);
    if (version->number < version_oldest) return ccurl_too_old;
    int needed = feature_asynchronous_lookups | feature_unix_sockets;
    if ((version->features & needed) != needed) return ccurl_unfit;
    ccurl_has_authority_folder = has_hashes(version->authority_folder);
    // It is a library of libcurl's own, unless libcurl has its TLS from another one.
    int (*init)(uint64_t, const void *) = (int (*)(uint64_t, const void *))dlsym(library, "OPENSSL_init_crypto");
    if (init) init(init_without_configuration | init_without_exit_handler, NULL);
    return curl.global_init(global_everything) == code_ok ? 0 : ccurl_broken;
}

int ccurl_load(void) {
    pthread_mutex_lock(&lock);
    int answer = is_loaded ? 0 : ccurl_missing;
    void *library = is_loaded ? NULL : dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library) {
        answer = initialise(library);
        // One that can be used stays for the life of the process.
        if (answer == 0) is_loaded = true; else dlclose(library);
    }
    pthread_mutex_unlock(&lock);
    return answer;
}
