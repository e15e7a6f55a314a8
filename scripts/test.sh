#!/bin/bash
# Runs every test: installs what is missing, builds once, runs the unit, end-to-end, systemd and house tests and the cases
# of the tables here. Prints failures in full, skipped tests with their reasons, and the counts at the end. Arguments are
# passed to `swift test`: scripts/test.sh --filter LinksTests
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/requirements.sh

require_swift
require_packages
want_icu
want_test_packages

log=$(mktemp "${TMPDIR:-/tmp}/deeplinkd-tests-XXXXXX")
trap 'rm -f "$log"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

echo "building"
quietly swift build --build-tests
programs=$(swift build --show-bin-path)

echo "testing"
status=0
swift test --skip-build --disable-xctest "$@" >"$log" 2>&1 || status=$?
sed -i 's/\x1b\[[0-9;]*m//g' "$log"

# Counts the matching lines of the log. A line need not begin with its mark: output of a test may precede it.
count() { grep -cE "$1" "$log" || true; }
passed=$(count '✔ Test .* passed after')
failed=$(count '✘ Test .* failed after')
skipped=$(count '➜ Test .* skipped')
# The summary line of the whole run has the same marks.
if grep -q '✔ Test run with .* passed after' "$log"; then passed=$((passed - 1)); fi
if grep -q '✘ Test run with .* failed after' "$log"; then failed=$((failed - 1)); fi

if ((status != 0)); then
    if grep -q '✘ Test .* recorded an issue' "$log"; then
        # Each issue with the lines that explain it, up to the next event.
        awk '/✘ .* recorded an issue/ { shown = 1; print; next }
             /^(◇|✔|✘|➜)/ { shown = 0 }
             shown { print }' "$log"
    fi
    if ! grep -q 'Test run with' "$log"; then
        # The run did not finish: a trap, or a signal.
        tail -n 60 "$log"
        failed=$((failed + 1))
    fi
fi

cases=0
# The table of packages must also hold in the system instance, which starts no programs.
echo "testing the example table and the table of packages"
for file in routes.cases packaging/routes.cases; do
    "$programs/deeplinkctl" test "$file" --fail-under 100 || cases=$?
done
DEEPLINKD_EXEC=no "$programs/deeplinkctl" check -f packaging/routes.conf --strict || cases=$?
if ((cases != 0)); then failed=$((failed + 1)); fi

echo
# The lines of the tests themselves; the runner's lines begin with a quote and name no test.
grep -ohE 'skipped: [^"].*' "$log" | sort -u || true
echo "$passed passed, $failed failed, $skipped skipped"
if ((status != 0)); then exit "$status"; fi
exit "$cases"
