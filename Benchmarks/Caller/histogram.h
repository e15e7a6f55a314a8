// Counts times: below 128 ns exactly, and longer ones in 64 steps for each power of two, so within 1.6 %.

#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <stdint.h>

enum { HISTOGRAM_STEPS = 64, HISTOGRAM_BUCKETS = 40 * HISTOGRAM_STEPS };

typedef struct {
    uint64_t counts[HISTOGRAM_BUCKETS];
    uint64_t total, slowest;
} histogram;

static inline void histogram_add(histogram *times, uint64_t ns) {
    int shift = ns < 2 * HISTOGRAM_STEPS ? 0 : 57 - __builtin_clzll(ns);
    uint64_t bucket = (uint64_t)shift * HISTOGRAM_STEPS + (ns >> shift);
    times->counts[bucket < HISTOGRAM_BUCKETS ? bucket : HISTOGRAM_BUCKETS - 1]++;
    times->total++;
    if (ns > times->slowest) times->slowest = ns;
}

// The least time of the bucket that holds this part of the times: 0.5 for the median.
static inline uint64_t histogram_quantile(const histogram *times, double part) {
    uint64_t rank = (uint64_t)((double)times->total * part), seen = 0;
    for (uint64_t bucket = 0; bucket < HISTOGRAM_BUCKETS; bucket++) {
        seen += times->counts[bucket];
        if (seen <= rank) continue;
        if (bucket < 2 * HISTOGRAM_STEPS) return bucket;
        return (bucket % HISTOGRAM_STEPS + HISTOGRAM_STEPS) << (bucket / HISTOGRAM_STEPS - 1);
    }
    return times->slowest;
}

#endif
