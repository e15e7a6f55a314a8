// The door to libuv.
#pragma once

#include <uv.h>
