// Access to libcurl.
#pragma once

int ccurl_load(void);
