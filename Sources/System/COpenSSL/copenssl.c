// Binds the functions of libcrypto that signatures need. They are declared here and not taken from <openssl/evp.h>, so that
// building needs no header of it. Their symbols have the version OPENSSL_3.0.0, which every release of OpenSSL 3 keeps;
// none of them is deprecated.
//
// The library is told not to read its configuration: OPENSSL_CONF in the environment, or a file of the machine, could name
// modules for it to load. Of what is left in the environment nothing loads code.

#include "COpenSSL.h"
#include "dlopen_note.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

DLOPEN_NOTE(
    "[{\"soname\":[\"libcrypto.so.3\"],\"feature\":\"licences\",\"priority\":\"recommended\","
    "\"description\":\"Verifies and signs licences, and signs requests\"}]");

// The types of <openssl/types.h>, of which only pointers are used.
typedef struct key EVP_PKEY;
typedef struct key_context EVP_PKEY_CTX;
typedef struct digest EVP_MD;
typedef struct digest_context EVP_MD_CTX;
typedef struct signature ECDSA_SIG;
typedef struct number BIGNUM;
typedef struct group EC_GROUP;
typedef struct point EC_POINT;

// From <openssl/core.h>: OSSL_PARAM.
struct parameter {
    const char *name;
    unsigned int type;
    void *value;
    size_t size;
    size_t returned;
};

enum {
    // From <openssl/core.h>.
    type_unsigned = 2,
    type_text = 4,
    type_bytes = 5,
    // From <openssl/crypto.h>.
    init_without_configuration = 0x80,
    init_without_exit_handler = 0x80000,
    // From <openssl/evp.h>.
    kind_ed25519 = 1087,
    public_half = 0x86,
    both_halves = 0x87,
    // From <openssl/ec.h> and <openssl/obj_mac.h>.
    group_p256 = 415,
    form_uncompressed = 4,
};

enum { scalar_bytes = 32, point_bytes = 65, longest_der = 80 };

#define FUNCTIONS(BIND) \
    BIND(int, OPENSSL_init_crypto, (uint64_t, const void *)) \
    BIND(void, ERR_clear_error, (void)) \
    BIND(int, RAND_priv_bytes, (unsigned char *, int)) \
    BIND(const EVP_MD *, EVP_sha256, (void)) \
    BIND(int, EVP_Digest, (const void *, size_t, unsigned char *, unsigned int *, const EVP_MD *, void *)) \
    BIND(unsigned char *, HMAC, \
         (const EVP_MD *, const void *, int, const unsigned char *, size_t, unsigned char *, unsigned int *)) \
    BIND(EVP_PKEY *, EVP_PKEY_new_raw_public_key, (int, void *, const unsigned char *, size_t)) \
    BIND(EVP_PKEY *, EVP_PKEY_new_raw_private_key, (int, void *, const unsigned char *, size_t)) \
    BIND(int, EVP_PKEY_get_raw_public_key, (const EVP_PKEY *, unsigned char *, size_t *)) \
    BIND(void, EVP_PKEY_free, (EVP_PKEY *)) \
    BIND(EVP_PKEY_CTX *, EVP_PKEY_CTX_new_from_name, (void *, const char *, const char *)) \
    BIND(void, EVP_PKEY_CTX_free, (EVP_PKEY_CTX *)) \
    BIND(int, EVP_PKEY_fromdata_init, (EVP_PKEY_CTX *)) \
    BIND(int, EVP_PKEY_fromdata, (EVP_PKEY_CTX *, EVP_PKEY **, int, struct parameter *)) \
    BIND(EVP_MD_CTX *, EVP_MD_CTX_new, (void)) \
    BIND(void, EVP_MD_CTX_free, (EVP_MD_CTX *)) \
    BIND(int, EVP_DigestVerifyInit, (EVP_MD_CTX *, EVP_PKEY_CTX **, const EVP_MD *, void *, EVP_PKEY *)) \
    BIND(int, EVP_DigestVerify, (EVP_MD_CTX *, const unsigned char *, size_t, const unsigned char *, size_t)) \
    BIND(int, EVP_DigestSignInit, (EVP_MD_CTX *, EVP_PKEY_CTX **, const EVP_MD *, void *, EVP_PKEY *)) \
    BIND(int, EVP_DigestSign, (EVP_MD_CTX *, unsigned char *, size_t *, const unsigned char *, size_t)) \
    BIND(ECDSA_SIG *, ECDSA_SIG_new, (void)) \
    BIND(void, ECDSA_SIG_free, (ECDSA_SIG *)) \
    BIND(int, ECDSA_SIG_set0, (ECDSA_SIG *, BIGNUM *, BIGNUM *)) \
    BIND(void, ECDSA_SIG_get0, (const ECDSA_SIG *, const BIGNUM **, const BIGNUM **)) \
    BIND(int, i2d_ECDSA_SIG, (const ECDSA_SIG *, unsigned char **)) \
    BIND(ECDSA_SIG *, d2i_ECDSA_SIG, (ECDSA_SIG **, const unsigned char **, long)) \
    BIND(BIGNUM *, BN_bin2bn, (const unsigned char *, int, BIGNUM *)) \
    BIND(int, BN_bn2binpad, (const BIGNUM *, unsigned char *, int)) \
    BIND(int, BN_is_zero, (const BIGNUM *)) \
    BIND(int, BN_cmp, (const BIGNUM *, const BIGNUM *)) \
    BIND(void, BN_clear_free, (BIGNUM *)) \
    BIND(EC_GROUP *, EC_GROUP_new_by_curve_name, (int)) \
    BIND(const BIGNUM *, EC_GROUP_get0_order, (const EC_GROUP *)) \
    BIND(void, EC_GROUP_free, (EC_GROUP *)) \
    BIND(EC_POINT *, EC_POINT_new, (const EC_GROUP *)) \
    BIND(void, EC_POINT_free, (EC_POINT *)) \
    BIND(int, EC_POINT_mul, \
         (const EC_GROUP *, EC_POINT *, const BIGNUM *, const EC_POINT *, const BIGNUM *, void *)) \
    BIND(size_t, EC_POINT_point2oct, (const EC_GROUP *, const EC_POINT *, int, unsigned char *, size_t, void *))

// Written under the lock, once the library is there.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_bound;
#define DECLARE(result, name, parameters) static result(*name) parameters;
FUNCTIONS(DECLARE)

static bool bind_library(void) {
    void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
    bool has_all = true;
#define BIND(result, name, parameters) has_all = (name = (result(*) parameters)dlsym(library, #name)) && has_all;
    FUNCTIONS(BIND)
    // The library stays for the life of the process.
    if (has_all && OPENSSL_init_crypto(init_without_configuration | init_without_exit_handler, NULL) == 1) return true;
    dlclose(library);
    return false;
}

int copenssl_load(void) {
    pthread_mutex_lock(&lock);
    if (!is_bound) is_bound = bind_library();
    int answer = is_bound ? 1 : copenssl_missing;
    pthread_mutex_unlock(&lock);
    return answer;
}

int copenssl_sha256(const uint8_t *bytes, size_t count, uint8_t *digest) {
    if (copenssl_load() != 1) return copenssl_missing;
    return EVP_Digest(bytes, count, digest, NULL, EVP_sha256(), NULL) == 1;
}

int copenssl_hmac_sha256(
    const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t *code) {
    if (copenssl_load() != 1) return copenssl_missing;
    // The library takes no NULL for a key without bytes, and its length is an int.
    if (key_count == 0 || key_count > 4096) return 0;
    int is_done = HMAC(EVP_sha256(), key, (int)key_count, bytes, count, code, NULL) != NULL;
    ERR_clear_error();
    return is_done;
}

// MARK: Keys

// A number in the byte order of this machine, as a parameter has it.
static void copy_number(uint8_t *number, const uint8_t *bytes) {
    for (int place = 0; place < scalar_bytes; place++) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        number[place] = bytes[scalar_bytes - 1 - place];
#else
        number[place] = bytes[place];
#endif
    }
}

static EVP_PKEY *make_p256(const uint8_t *private_key, const uint8_t *public_key) {
    uint8_t point[point_bytes] = {form_uncompressed}, number[scalar_bytes];
    memcpy(point + 1, public_key, point_bytes - 1);
    char group[] = "P-256";
    struct parameter parameters[4] = {
        {"group", type_text, group, sizeof group - 1, 0}, {"pub", type_bytes, point, sizeof point, 0}};
    if (private_key) {
        copy_number(number, private_key);
        parameters[2] = (struct parameter){"priv", type_unsigned, number, sizeof number, 0};
    }
    EVP_PKEY *made = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (!context || EVP_PKEY_fromdata_init(context) != 1
        || EVP_PKEY_fromdata(context, &made, private_key ? both_halves : public_half, parameters) != 1) {
        made = NULL;
    }
    EVP_PKEY_CTX_free(context);
    explicit_bzero(number, sizeof number);
    return made;
}

// Makes a key that verifies, or one that signs if there is a private half.
static EVP_PKEY *make(int curve, const uint8_t *private_key, const uint8_t *public_key) {
    if (curve == copenssl_p256) return make_p256(private_key, public_key);
    return private_key ? EVP_PKEY_new_raw_private_key(kind_ed25519, NULL, private_key, scalar_bytes)
                       : EVP_PKEY_new_raw_public_key(kind_ed25519, NULL, public_key, scalar_bytes);
}

// Ends a function: what the library noted of its errors would stay with the thread.
static int answer(bool is_done) {
    ERR_clear_error();
    return is_done;
}

int copenssl_check(int curve, const uint8_t *public_key) {
    if (copenssl_load() != 1) return copenssl_missing;
    EVP_PKEY *key = make(curve, NULL, public_key);
    EVP_PKEY_free(key);
    return answer(key != NULL);
}

static bool derive_p256(const uint8_t *private_key, uint8_t *public_key) {
    uint8_t bytes[point_bytes];
    EC_GROUP *group = EC_GROUP_new_by_curve_name(group_p256);
    EC_POINT *point = group ? EC_POINT_new(group) : NULL;
    BIGNUM *number = BN_bin2bn(private_key, scalar_bytes, NULL);
    bool is_done = point && number && !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0
        && EC_POINT_mul(group, point, number, NULL, NULL, NULL) == 1
        && EC_POINT_point2oct(group, point, form_uncompressed, bytes, sizeof bytes, NULL) == sizeof bytes;
    if (is_done) memcpy(public_key, bytes + 1, sizeof bytes - 1);
    BN_clear_free(number);
    EC_POINT_free(point);
    EC_GROUP_free(group);
    return is_done;
}

int copenssl_derive(int curve, const uint8_t *private_key, uint8_t *public_key) {
    if (copenssl_load() != 1) return copenssl_missing;
    if (curve == copenssl_p256) return answer(derive_p256(private_key, public_key));
    size_t count = scalar_bytes;
    EVP_PKEY *key = make(curve, private_key, NULL);
    bool is_done = key && EVP_PKEY_get_raw_public_key(key, public_key, &count) == 1;
    EVP_PKEY_free(key);
    return answer(is_done);
}

int copenssl_generate(int curve, uint8_t *private_key) {
    uint8_t public_key[point_bytes - 1];
    if (copenssl_load() != 1) return copenssl_missing;
    // A number that is zero or not below the order of P-256 is drawn again, once in four billion keys. A library without
    // the curve refuses every number.
    for (int attempt = 0; attempt < 8; attempt++) {
        if (RAND_priv_bytes(private_key, scalar_bytes) != 1) break;
        if (copenssl_derive(curve, private_key, public_key) == 1) return 1;
    }
    return answer(false);
}

// MARK: Signatures

// Writes a signature of two numbers in DER, as the library reads it; 0 if that cannot be done.
static int encode(const uint8_t *signature, uint8_t *der) {
    ECDSA_SIG *made = ECDSA_SIG_new();
    BIGNUM *first = BN_bin2bn(signature, scalar_bytes, NULL);
    BIGNUM *second = BN_bin2bn(signature + scalar_bytes, scalar_bytes, NULL);
    int count = 0;
    if (made && ECDSA_SIG_set0(made, first, second) == 1) {
        count = i2d_ECDSA_SIG(made, &der);
    } else {
        BN_clear_free(first);
        BN_clear_free(second);
    }
    ECDSA_SIG_free(made);
    return count < 0 ? 0 : count;
}

static bool decode(const uint8_t *der, size_t count, uint8_t *signature) {
    ECDSA_SIG *read = d2i_ECDSA_SIG(NULL, &der, (long)count);
    const BIGNUM *first = NULL, *second = NULL;
    if (read) ECDSA_SIG_get0(read, &first, &second);
    bool is_done = read && BN_bn2binpad(first, signature, scalar_bytes) == scalar_bytes
        && BN_bn2binpad(second, signature + scalar_bytes, scalar_bytes) == scalar_bytes;
    ECDSA_SIG_free(read);
    return is_done;
}

int copenssl_verify(
    int curve, const uint8_t *public_key, const uint8_t *signature, const uint8_t *bytes, size_t count) {
    if (copenssl_load() != 1) return copenssl_missing;
    bool is_p256 = curve == copenssl_p256;
    uint8_t der[longest_der];
    size_t length = 2 * scalar_bytes;
    if (is_p256) {
        length = (size_t)encode(signature, der);
        signature = der;
    }
    EVP_PKEY *key = make(curve, NULL, public_key);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool is_valid = key && context && length > 0
        && EVP_DigestVerifyInit(context, NULL, is_p256 ? EVP_sha256() : NULL, NULL, key) == 1
        && EVP_DigestVerify(context, signature, length, bytes, count) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return answer(is_valid);
}

int copenssl_sign(
    int curve, const uint8_t *private_key, const uint8_t *public_key, const uint8_t *bytes, size_t count,
    uint8_t *signature) {
    if (copenssl_load() != 1) return copenssl_missing;
    bool is_p256 = curve == copenssl_p256;
    uint8_t made[longest_der];
    size_t length = sizeof made;
    EVP_PKEY *key = make(curve, private_key, public_key);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool is_done = key && context
        && EVP_DigestSignInit(context, NULL, is_p256 ? EVP_sha256() : NULL, NULL, key) == 1
        && EVP_DigestSign(context, made, &length, bytes, count) == 1;
    if (is_done && is_p256) {
        is_done = decode(made, length, signature);
    } else if (is_done) {
        memcpy(signature, made, 2 * scalar_bytes);
    }
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return answer(is_done);
}
