// Access to the signatures of OpenSSL 3: functions of values, which work in the caller's memory and keep nothing. The first
// call loads libcrypto, so a process without licences never maps it. Building needs no part of OpenSSL.
//
// Every function is thread-safe. It returns 1 for success, 0 for a refusal or a failure inside of the library, and
// `copenssl_missing` where the library is not installed; the next call then looks for it again.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { copenssl_missing = -1 };

// The curves. A public key has 32 bytes on the first, and x and y of 32 bytes each on the second. A private key has 32
// bytes, and a signature 64.
enum { copenssl_ed25519 = 1, copenssl_p256 = 2 };

// Loads the library.
int copenssl_load(void);

// Writes the 32 bytes of the SHA-256 digest.
int copenssl_sha256(const uint8_t *bytes, size_t count, uint8_t *digest);

// Writes the HMAC-SHA256 of some bytes, 32 bytes. A key has 1 to 4096 bytes.
int copenssl_hmac_sha256(
    const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t *code);

// Whether bytes are a public key. On the first curve OpenSSL takes any 32 bytes.
int copenssl_check(int curve, const uint8_t *public_key);

// Whether a signature is that of a key. On the second curve the bytes are hashed with SHA-256.
int copenssl_verify(
    int curve, const uint8_t *public_key, const uint8_t *signature, const uint8_t *bytes, size_t count);

// Writes a private key of random bytes.
int copenssl_generate(int curve, uint8_t *private_key);

// Writes the public key of a private one; 0 for bytes that are no private key.
int copenssl_derive(int curve, const uint8_t *private_key, uint8_t *public_key);

// Signs bytes with a private key and its public key.
int copenssl_sign(
    int curve, const uint8_t *private_key, const uint8_t *public_key, const uint8_t *bytes, size_t count,
    uint8_t *signature);
