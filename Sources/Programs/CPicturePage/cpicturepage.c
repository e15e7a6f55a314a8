// The compiler lists embedded files as it lists headers, so a file that was changed is embedded anew by the next build.

#include "CPicturePage.h"

// Clang has `#embed` in every version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char style[] = {
#embed "page.css" suffix(, 0)
};
static const char walker[] = {
#embed "walker.js" suffix(, 0)
};
static const char script[] = {
#embed "page.js" suffix(, 0)
};

const char *cpicturepage_style(void) { return style; }
const char *cpicturepage_walker(void) { return walker; }
const char *cpicturepage_script(void) { return script; }
