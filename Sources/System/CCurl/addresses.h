// Which addresses are public.
#pragma once

#include <stdbool.h>
#include <sys/socket.h>

// Whether a socket address is one of the public internet. One of another family than IP is not.
bool ccurl_is_public_address(const struct sockaddr *address) __attribute__((visibility("hidden")));
