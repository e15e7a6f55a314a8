// Counts the allocations of the program that links it, by standing before the C library's allocator. For benchmarks.

#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stdint.h>

// The calls of malloc, calloc, realloc and their aligned kin on this thread so far; 0 for ever under a sanitizer, which has
// an allocator of its own.
uint64_t allocation_count(void);

// Gives back to the system what was freed, so that resident memory is what is in use.
void allocation_trim(void);

#endif
