#!/bin/bash
# Fuzzes the parsers of untrusted text: scripts/fuzz.sh links|tables|cases|json|calls|facts [SECONDS, default 600].
#
# libFuzzer makes the texts, under AddressSanitizer; Tests/Invariants has the rules that must hold for each. A text that
# breaks a rule is printed and kept in .build/fuzzing: move it, under a telling name, into the folder of its kind in
# Tests/InvariantsTests/Regressions, which the tests run. Needs lld: the default linker cannot read the sanitizers' debug
# information.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/requirements.sh

# The kinds of texts, and their greatest lengths.
kind=${1:-}
case $kind in
    links | json | facts) longest=4096 ;;
    tables | cases | calls) longest=8192 ;;
    *)
        echo "usage: ${0##*/} links|tables|cases|json|calls|facts [SECONDS]" >&2
        exit 2
        ;;
esac
regressions=Tests/InvariantsTests/Regressions/$kind
seconds=${2:-600}
[[ $seconds =~ ^[1-9][0-9]{0,5}$ ]] || fail "SECONDS is a number from 1, not $seconds"

require_swift
require_packages
export DEEPLINKD_FUZZING=1
build=(swift build --configuration release --scratch-path .build/fuzzing --product Fuzzer
    -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld)
echo "building the fuzzer"
quietly "${build[@]}"
program=$("${build[@]}" --show-bin-path)/Fuzzer

# Seeds beside the regressions: the example, split into lines for links and facts, as a whole for tables and cases.
corpus=.build/fuzzing/corpus-$kind
mkdir -p "$corpus"
split_into_seeds() {
    local number=0 text
    while read -r text; do
        printf '%s' "$text" >"$corpus/example-$((number += 1))"
    done
}
case $kind in
    links) split_into_seeds < <(sed -n 's/^ *url  *//p' routes.cases) ;;
    facts) split_into_seeds < <(sed -n 's/^ *with  *//p' routes.cases) ;;
    tables) cp routes.conf "$corpus/example" ;;
    cases) cp routes.cases "$corpus/example" ;;
    json | calls) ;;
esac

export LSAN_OPTIONS=suppressions=$PWD/Fuzzing/leaks.supp:print_suppressions=0
status=0
log=.build/fuzzing/$kind.log
"$program" "$kind" -max_total_time="$seconds" -max_len="$longest" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -dict="Fuzzing/$kind.dict" -artifact_prefix=".build/fuzzing/$kind-" "$corpus" "$regressions" >"$log" 2>&1 || status=$?
if ((status != 0)); then
    tail -n 40 "$log" >&2
    exit "$status"
fi
grep -E '^Done|stat::number_of_executed_units|stat::peak_rss_mb' "$log"
tail -n 3 <(grep -E 'cov: ' "$log") | head -n 1
