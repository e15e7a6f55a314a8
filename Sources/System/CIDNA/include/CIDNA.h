// Access to ICU's UTS #46: one function that works in the caller's memory. The first call loads ICU, so a process
// without international domains never maps it. Building needs no part of ICU.
#pragma once

#include <stdint.h>

enum {
    cidna_refused = -1, // the domain has no ASCII form by the rules below, or the form does not fit
    cidna_missing = -2, // ICU is not installed
};

// Writes the ASCII form of a domain in UTF-8 and returns its length in bytes, or one of the values above.
//
// The flags are those of the URL standard's "domain to ASCII": Bidi and joiner rules on; transitional processing, hyphen
// rules, length rules and STD3 rules off. ASCII labels are checked too: a label that begins `xn--` must decode to a text
// that is encoded to the same label.
//
// Thread-safe. The function accesses the memory only during the call, and only within the counts.
int32_t cidna_to_ascii(const uint8_t *domain, int32_t count, uint8_t *ascii, int32_t capacity);
