// The style and the scripts of the page that `deeplinkctl graph --html` writes, which the compiler embeds in the program. Each
// is a text in UTF-8 with a NUL behind it, for as long as the process lives.
#pragma once

const char *cpicturepage_style(void);
const char *cpicturepage_walker(void);
const char *cpicturepage_script(void);
