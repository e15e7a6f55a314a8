// libFuzzer has no header: this declares its driver, as its documentation does for programs with their own main function
// (SwiftPM renames ours, so libFuzzer's own main is never linked).
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*user_callback)(const uint8_t *data, size_t size));
