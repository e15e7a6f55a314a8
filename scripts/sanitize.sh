#!/bin/bash
# Runs the tests under a sanitizer: scripts/sanitize.sh address|thread [FILTER]. FILTER chooses tests as with
# `swift test --filter`: scripts/sanitize.sh thread 'EventLoopTests|LedgerTests'
#
# AddressSanitizer finds memory that is used after it is freed or beyond its bounds, and at the end of each process the
# memory that it leaked. ThreadSanitizer finds memory that two threads use, one of them to write, in no order. The tests
# and all programs that they start are built with it, and each process writes what is found into a file of its own. The
# script prints each kind of finding once, with the number of processes that have it; it fails if there is one, or if a
# test fails. What is no fault is in Fuzzing/leaks.supp and Fuzzing/races.supp, with the reason.
#
# A first build takes ten to fifteen minutes on two cores, and the tests several times as long as scripts/test.sh: a
# filter helps. ThreadSanitizer needs its shadow memory at fixed addresses: if a process ends with "unexpected memory
# mapping", run the script by `setarch --addr-no-randomize`, or set `sysctl vm.mmap_rnd_bits=28`.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/requirements.sh
source scripts/testing.sh
# One test may take this long with a sanitizer.
silence=${DEEPLINKD_TEST_SILENCE:-3600}

kind=${1:-}
case $kind in
    address) scratch=.build/sanitize ;;
    thread) scratch=.build/sanitize-thread ;;
    *)
        echo "usage: ${0##*/} address|thread [FILTER]" >&2
        exit 2
        ;;
esac
# SystemdTests start the programs by a service manager, which passes them neither these options nor the suppressions.
filter=(--skip SystemdTests)
if [[ -n ${2:-} ]]; then filter=(--filter "$2"); fi

require_swift
require_packages
want_icu
want_test_packages
symbolizer=$(command -v llvm-symbolizer) || fail "llvm-symbolizer, which comes with Swift, is not in PATH"

build=(swift build --sanitize="$kind" --scratch-path "$scratch" --build-tests)
if [[ $kind == thread ]]; then
    # Beside the products of the same build, so that the linker's options are the same each time.
    mkdir -p "$scratch"
    clang -O1 -Wall -Wextra -Werror -c Fuzzing/mutex_order.c -o "$scratch/mutex_order.o"
    build+=(-Xlinker "$PWD/$scratch/mutex_order.o")
fi
echo "building with ${kind^}Sanitizer"
quietly "${build[@]}"
programs=$("${build[@]}" --show-bin-path)

# Some tests start programs as other users, who must read the suppressions here and write their findings.
folder=$(mktemp -d /tmp/deeplinkd-sanitize-XXXXXX)
trap 'end_run; rm -rf "$folder"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
mkdir "$folder/findings"
cp Fuzzing/leaks.supp Fuzzing/races.supp "$folder"
chmod 755 "$folder"
chmod 644 "$folder"/*.supp
chmod 1777 "$folder/findings"

common=log_path=$folder/findings/report:log_exe_name=1:external_symbolizer_path=$symbolizer
export ASAN_OPTIONS=$common:detect_leaks=1:quarantine_size_mb=16
export LSAN_OPTIONS=suppressions=$folder/leaks.supp:print_suppressions=0
export TSAN_OPTIONS=$common:suppressions=$folder/races.supp:print_suppressions=0
# Swift's own report of a trap is written by a copy of the process, in which ThreadSanitizer fails.
export SWIFT_BACKTRACE=enable=no

echo "testing"
status=0
run_tests "$folder/log" "$programs"/*PackageTests.xctest --testing-library swift-testing "${filter[@]}" || status=$?

# The summary lines of all findings, as "SUMMARY: ThreadSanitizer: data race FILE:LINE in FUNCTION"; of a process that a
# sanitizer stopped without one, its error.
stops='(ERROR|FATAL|CHECK failed): .*|\w+ has encountered a fatal error.*'
summaries() {
    local file
    for file in "$folder"/findings/*; do
        [[ ! -f $file ]] || grep -aoE 'SUMMARY: .*' "$file" || grep -aoE -m 1 "$stops" "$file" || true
    done
}
kinds=$(summaries | sort | uniq -c | sort -rn)
findings=0
while read -r count summary; do
    [[ -n $summary ]] || continue
    findings=$((findings + 1))
    echo "== $count times: $summary"
    file=$(grep -rlaF -- "$summary" "$folder/findings" | head -n 1)
    # A report of ThreadSanitizer begins with a line of "=", one of AddressSanitizer in the first lines of its file.
    grep -a -m 1 -B 200 -F -- "$summary" "$file" | tac | awk 'NR > 1 && /^=+$/ { exit } { print }' | tac | head -n 80
done <<<"$kinds"

print_counts
echo "$findings kinds of findings in $(find "$folder/findings" -type f | wc -l) processes"
((status == 0 && findings == 0))
