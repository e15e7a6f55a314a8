// Which addresses are public: those that the two registries of special addresses (RFC 6890) do not name as anything
// else. Of IPv6 only 2000::/3 is given out, so that anything else is not public: `::1`, IPv4 inside of IPv6
// (`::ffff:10.0.0.1`), `fc00::/7`, `fe80::/10`, `ff00::/8`. An exception is the prefix for IPv4 by way of a
// translator, on networks without IPv4: there the address inside decides.

#include "CCurl.h"
#include "addresses.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

struct range {
    uint8_t start[4];
    int bits;
};

static const struct range special_4[] = {
    {{0, 0, 0, 0}, 8},       // this network
    {{10, 0, 0, 0}, 8},      // private
    {{100, 64, 0, 0}, 10},   // shared by a provider's customers
    {{127, 0, 0, 0}, 8},     // loopback
    {{169, 254, 0, 0}, 16},  // link-local
    {{172, 16, 0, 0}, 12},   // private
    {{192, 0, 0, 0}, 24},    // protocols
    {{192, 0, 2, 0}, 24},    // documentation
    {{192, 88, 99, 0}, 24},  // relays of 6to4
    {{192, 168, 0, 0}, 16},  // private
    {{198, 18, 0, 0}, 15},   // measurements
    {{198, 51, 100, 0}, 24}, // documentation
    {{203, 0, 113, 0}, 24},  // documentation
    {{224, 0, 0, 0}, 3},     // multicast, reserved, broadcast
};

static const struct range special_6[] = {
    {{0x20, 0x01, 0x00, 0x00}, 23}, // protocols, such as Teredo
    {{0x20, 0x01, 0x0d, 0xb8}, 32}, // documentation
    {{0x20, 0x02, 0x00, 0x00}, 16}, // 6to4: IPv4 inside of IPv6
    {{0x3f, 0xff, 0x00, 0x00}, 20}, // documentation
};

static const uint8_t translated[12] = {0x00, 0x64, 0xff, 0x9b};

static bool is_within(const uint8_t *address, const struct range *range) {
    uint32_t bits, start;
    memcpy(&bits, address, sizeof bits);
    memcpy(&start, range->start, sizeof start);
    return ((ntohl(bits) ^ ntohl(start)) >> (32 - range->bits)) == 0;
}

static bool is_public_4(const uint8_t *address) {
    for (size_t each = 0; each < sizeof special_4 / sizeof *special_4; each++) {
        if (is_within(address, &special_4[each])) return false;
    }
    return true;
}

static bool is_public_6(const uint8_t *address) {
    if (memcmp(address, translated, sizeof translated) == 0) return is_public_4(address + sizeof translated);
    for (size_t each = 0; each < sizeof special_6 / sizeof *special_6; each++) {
        if (is_within(address, &special_6[each])) return false;
    }
    return (address[0] & 0xe0) == 0x20;
}

bool ccurl_is_public_address(const struct sockaddr *address) {
    switch (address->sa_family) {
    case AF_INET: return is_public_4((const uint8_t *)&((const struct sockaddr_in *)address)->sin_addr);
    case AF_INET6: return is_public_6((const uint8_t *)&((const struct sockaddr_in6 *)address)->sin6_addr);
    default: return false;
    }
}

bool ccurl_is_public(const char *address) {
    uint8_t bytes[16];
    if (inet_pton(AF_INET, address, bytes) == 1) return is_public_4(bytes);
    return inet_pton(AF_INET6, address, bytes) == 1 && is_public_6(bytes);
}
