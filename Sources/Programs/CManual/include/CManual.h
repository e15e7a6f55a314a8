// The pages docs/codes.md and docs/language.md, which the compiler embeds in the program: `deeplinkctl help` prints their
// sections. Each is a text in UTF-8 with a NUL behind it, for as long as the process lives.
#pragma once

const char *cmanual_codes(void);
const char *cmanual_language(void);
