// The door to ICU's UTS #46: one function over the caller's memory. ICU is found when the function is first called and no
// sooner, so a process that meets no international domain never maps it, and nothing of ICU is needed to build.
#pragma once

#include <stdint.h>

enum {
    cidna_refused = -1, // the domain has no ASCII form by the rules below, or none that fits
    cidna_missing = -2, // ICU is not on this machine
};

// Writes the ASCII form of a domain in UTF-8 and returns its length in bytes, or one of the above.
//
// The flags are those of the URL standard's "domain to ASCII": Bidi and joiner rules on, transitional processing, hyphen
// rules, length rules and STD3 rules off. What is ASCII is checked like the rest: a label beginning `xn--` must decode to
// what it would be written from.
//
// Thread-safe. The memory is read and written during the call alone, and only as far as the counts say.
int32_t cidna_to_ascii(const uint8_t *domain, int32_t count, uint8_t *ascii, int32_t capacity);
