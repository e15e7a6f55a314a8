#include "CCurl.h"

int ccurl_load(void) { return -1; }
