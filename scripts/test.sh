#!/bin/bash
# Runs every test: installs what is missing, builds once, runs the unit, end-to-end, systemd and house tests and the cases
# of the tables here. Prints failures in full, skipped tests with their reasons, and the counts at the end. Arguments are
# those of Swift Testing: scripts/test.sh --filter LinksTests. With --quick as the first argument it leaves out the tests
# that start programs, and others that take more than five seconds each.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/requirements.sh
source scripts/testing.sh

if [[ ${1:-} == --quick ]]; then
    shift
    export DEEPLINKD_QUICK=1
    set -- --skip '^(EndToEndTests|SystemdTests)\.' "$@"
fi

require_swift
require_packages
want_icu
want_openssl
want_test_packages

log=$(mktemp "${TMPDIR:-/tmp}/deeplinkd-tests-XXXXXX")
trap 'end_run; rm -f "$log"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

echo "building"
quietly swift build --build-tests
programs=$(swift build --show-bin-path)

echo "testing"
status=0
# Not by `swift test`: it runs the tests in a process group of its own, which cannot be ended with it, and delays their lines.
run_tests "$log" "$programs"/*PackageTests.xctest --testing-library swift-testing "$@" || status=$?

cases=0
# The table of packages must also hold in the system instance, which starts no programs.
echo "testing the example table and the table of packages"
for file in routes.cases packaging/routes.cases; do
    "$programs/deeplinkctl" test "$file" --fail-under 100 || cases=$?
done
# A change of the example table that no case notices is a case that it lacks.
"$programs/deeplinkctl" test routes.cases --mutate || cases=$?
DEEPLINKD_EXEC=no "$programs/deeplinkctl" check -f packaging/routes.conf --strict || cases=$?
if ((cases != 0)); then failed=$((failed + 1)); fi

print_counts
if ((status != 0)); then exit "$status"; fi
exit "$cases"
