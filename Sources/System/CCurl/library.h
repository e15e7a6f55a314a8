// What CCurl uses of libcurl's interface, which is stable: <curl/curl.h> and <curl/multi.h>.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

typedef struct easy CURL;
typedef struct multi CURLM;
typedef struct list curl_slist;

enum {
    global_everything = 3,
    // From `curl_version_info`.
    version_oldest = 0x075700,
    feature_asynchronous_lookups = 1 << 7,
    feature_unix_sockets = 1 << 19,
    // Options are numbered by type: from 0 `long`, from 10000 pointers, from 20000 functions, from 30000 `int64_t`.
    option_ssl_version = 32,
    option_nobody = 44,
    option_nosignal = 99,
    option_timeout_ms = 155,
    option_connect_timeout_ms = 156,
    option_protocols = 181,
    option_http_version = 84,
    option_path_as_is = 234,
    option_disallow_user = 278,
    option_max_age = 288,
    option_quick_exit = 322,
    option_write_data = 10001,
    option_url = 10002,
    option_proxy = 10004,
    option_error_buffer = 10010,
    option_http_header = 10023,
    option_header_data = 10029,
    option_custom_request = 10036,
    option_authorities = 10065,
    option_authority_folder = 10097,
    option_private = 10103,
    option_open_data = 10164,
    option_copy_body = 10165,
    option_unix_socket = 10231,
    option_lookup_data = 10273,
    option_request_data = 10313,
    option_write = 20011,
    option_header = 20079,
    option_open = 20163,
    option_lookup = 20272,
    option_request = 20312,
    option_longest_answer = 30117,
    option_body_size = 30120,
    // Values of options.
    ssl_version_1_2 = 6,
    http_version_1_1 = 2,
    protocol_http = 1,
    protocol_https = 2,
    error_size = 256,
    // Options of a multi handle.
    multi_socket_data = 10002,
    multi_timer_data = 10005,
    multi_kept_connections = 6,
    multi_all_connections = 13,
    multi_socket = 20001,
    multi_timer = 20004,
    // What `curl_easy_getinfo` tells.
    info_private = 0x100000 + 21,
    info_response_code = 0x200000 + 2,
    info_request_size = 0x200000 + 12,
    info_errno = 0x200000 + 25,
    // Of the socket callback, and of `curl_multi_socket_action`.
    wants_in = 1,
    wants_out = 2,
    wants_no_more = 4,
    can_read = 1,
    can_write = 2,
    has_error = 4,
    no_socket = -1,
    message_done = 1,
};

// From <curl/curl.h>: CURLcode.
enum {
    code_ok = 0,
    code_unsupported_protocol = 1,
    code_bad_url = 3,
    code_no_proxy = 5,
    code_no_host = 6,
    code_no_connection = 7,
    code_weird_reply = 8,
    code_partial_file = 18,
    code_write_error = 23,
    code_out_of_memory = 27,
    code_timed_out = 28,
    code_ssl_connect = 35,
    code_aborted = 42,
    code_got_nothing = 52,
    code_ssl_engine_missing = 53,
    code_ssl_engine_failed = 54,
    code_send_error = 55,
    code_receive_error = 56,
    code_ssl_certificate = 58,
    code_ssl_cipher = 59,
    code_ssl_peer = 60,
    code_ssl_use = 64,
    code_ssl_engine_init = 66,
    code_ssl_authorities = 77,
    code_ssl_revocations = 82,
    code_ssl_issuer = 83,
    code_ssl_pinned = 90,
    code_ssl_status = 91,
    code_ssl_client = 98,
    code_too_large = 100,
};

// From <curl/curl.h>: struct curl_sockaddr.
struct socket_address {
    int family;
    int type;
    int protocol;
    unsigned int length;
    struct sockaddr address;
};

// From <curl/curl.h>: struct curl_version_info_data, its members of 7.70.
struct version_info {
    int age;
    const char *version;
    unsigned int number;
    const char *host;
    int features;
    const char *tls_version;
    long tls_number;
    const char *libz_version;
    const char *const *protocols;
    const char *ares;
    int ares_number;
    const char *libidn;
    int iconv_number;
    const char *libssh_version;
    unsigned int brotli_number;
    const char *brotli_version;
    unsigned int nghttp2_number;
    const char *nghttp2_version;
    const char *quic_version;
    const char *authorities;
    const char *authority_folder;
};

// From <curl/multi.h>: CURLMsg.
struct message {
    int kind;
    CURL *easy;
    union {
        void *other;
        int code;
    } data;
};

#define CCURL_FUNCTIONS(BIND) \
    BIND(int, global_init, (long)) \
    BIND(const struct version_info *, version_info, (int)) \
    BIND(CURL *, easy_init, (void)) \
    BIND(int, easy_setopt, (CURL *, int, ...)) \
    BIND(int, easy_getinfo, (CURL *, int, ...)) \
    BIND(const char *, easy_strerror, (int)) \
    BIND(void, easy_cleanup, (CURL *)) \
    BIND(curl_slist *, slist_append, (curl_slist *, const char *)) \
    BIND(void, slist_free_all, (curl_slist *)) \
    BIND(CURLM *, multi_init, (void)) \
    BIND(int, multi_setopt, (CURLM *, int, ...)) \
    BIND(int, multi_add_handle, (CURLM *, CURL *)) \
    BIND(int, multi_remove_handle, (CURLM *, CURL *)) \
    BIND(int, multi_socket_action, (CURLM *, int, int, int *)) \
    BIND(struct message *, multi_info_read, (CURLM *, int *)) \
    BIND(int, multi_assign, (CURLM *, int, void *)) \
    BIND(int, multi_cleanup, (CURLM *))

// The functions of libcurl, `curl.easy_init` for `curl_easy_init`; written once, by ccurl_load.
struct ccurl_functions {
#define MEMBER(result, name, parameters) result(*name) parameters;
    CCURL_FUNCTIONS(MEMBER)
#undef MEMBER
};
extern struct ccurl_functions ccurl_library __attribute__((visibility("hidden")));
#define curl ccurl_library

// Whether the machine's authorities are looked up in their folder one by one; written once, by ccurl_load.
extern bool ccurl_has_authority_folder __attribute__((visibility("hidden")));
