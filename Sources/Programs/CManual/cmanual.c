// The pages are read-only data without a relocation, so a command that needs none of them does not read a byte of them.
// The compiler lists embedded files as it lists headers, so a page that was changed is embedded anew by the next build.

#include "CManual.h"

// Clang has `#embed` in every version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char codes[] = {
#embed "../../../docs/codes.md" suffix(, 0)
};
static const char language[] = {
#embed "../../../docs/language.md" suffix(, 0)
};

const char *cmanual_codes(void) { return codes; }
const char *cmanual_language(void) { return language; }
