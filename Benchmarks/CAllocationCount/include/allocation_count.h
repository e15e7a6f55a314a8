// Counts the allocations of the program that links it, by replacing the C library's allocator. For benchmarks.

#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stdint.h>

// The calls of malloc, calloc, realloc and their aligned variants on this thread so far; always 0 under a sanitizer, which
// has its own allocator.
uint64_t allocation_count(void);

// Returns freed memory to the system, so that resident memory is memory in use.
void allocation_trim(void);

#endif
