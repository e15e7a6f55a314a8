#!/bin/bash
# Fuzzes the parsers of untrusted text: scripts/fuzz.sh links|tables [SECONDS, default 600].
#
# libFuzzer makes the texts, under AddressSanitizer; Tests/Invariants has the rules that must hold for each. A text that
# breaks a rule is printed and kept in .build/fuzzing: move it, under a telling name, into the folder Regressions beside the
# tests, which run all of them. Needs lld: the default linker cannot read the sanitizers' debug information.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/requirements.sh

case ${1:-} in
    links) fuzzer=LinkFuzzer regressions=Tests/LinksTests/Regressions longest=4096 ;;
    tables) fuzzer=TableFuzzer regressions=Tests/RoutingTests/Regressions longest=8192 ;;
    *)
        echo "usage: ${0##*/} links|tables [SECONDS]" >&2
        exit 2
        ;;
esac
seconds=${2:-600}
[[ $seconds =~ ^[1-9][0-9]{0,5}$ ]] || fail "SECONDS is a number from 1, not $seconds"

require_swift
require_packages
export DEEPLINKD_FUZZING=1
build=(swift build --configuration release --scratch-path .build/fuzzing --product "$fuzzer"
    -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld)
echo "building $fuzzer"
quietly "${build[@]}"
program=$("${build[@]}" --show-bin-path)/$fuzzer

# Seeds: the example, split into lines for links, as a whole for tables.
corpus=.build/fuzzing/corpus-$1
mkdir -p "$corpus"
if [[ $1 == links ]]; then
    number=0
    while read -r url; do
        printf '%s' "$url" >"$corpus/example-$((number += 1))"
    done < <(sed -n 's/^ *url  *//p' routes.cases)
else
    cp routes.conf "$corpus/example"
fi

status=0
log=.build/fuzzing/$1.log
"$program" -max_total_time="$seconds" -max_len="$longest" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -dict="Fuzzing/$1.dict" -artifact_prefix=".build/fuzzing/$1-" "$corpus" "$regressions" >"$log" 2>&1 || status=$?
if ((status != 0)); then
    tail -n 40 "$log" >&2
    exit "$status"
fi
grep -E '^Done|stat::number_of_executed_units|stat::peak_rss_mb' "$log"
tail -n 3 <(grep -E 'cov: ' "$log") | head -n 1
