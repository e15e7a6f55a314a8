#!/bin/bash
# Counts the instructions and the allocations of one call in the daemon: scripts/instructions.sh [--check] [--programs FOLDER].
#
# Valgrind's tool callgrind runs a stripped copy of the daemon, and counts what it executes in user space. A run with 5,000
# calls minus one with 1,000 leaves out start, warm-up and end. One connection sends 16 calls ahead, and the log goes to a
# file. Unlike times, these numbers are nearly the same on every run and every machine of one architecture: within 3 %.
#
# With --check it fails if a number is above its limit in the table below. FOLDER has the release programs `deeplinkd` and
# `Caller`; without it they are built.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/requirements.sh

export DEEPLINKD_BENCHMARKS=1

# Each line: name | calls of one operation | what every answer holds | most instructions | most allocations | calls.
# A scene whose name has `second table` has a table that names this one as its second table. `timeline and metrics` has a table
# with these blocks, and `switched off` one whose blocks require a switch that is off.
# The limits are for x86-64, 5 % above what was measured.
scenes='
Open, ok                         | 1 | "class":"ok"       | 13400  | 2  | Open t://l/rock/7
Open, kept answer                | 1 | "class":"ok"       | 16800  | 3  | Open t://k/rock/7
Verify and Perform               | 2 | "class":"ok"       | 28500  | 5  | Verify t://l/rock/7, Perform
Open, blocked by four constraints| 1 | "class":"blocked"  | 26600  | 3  | Open t://blocked
Open, no route                   | 1 | "class":"rejected" | 22700  | 6  | Open t://nothing
Open, invalid URL                | 1 | "class":"rejected" | 17300  | 2  | Open https://a b/
Open, ok, second table           | 1 | "class":"ok"       | 19600  | 3  | Open t://l/rock/7
Open, ok, timeline and metrics   | 1 | "class":"ok"       | 15900  | 2  | Open t://l/rock/7
Open, ok, these switched off     | 1 | "class":"ok"       | 13400  | 2  | Open t://l/rock/7
'

table='
scheme t
product pro {
    trial 14d
}
feature Lists {
    require toggle on
    require platform linux 4
    require runtime on
    action open {
        input list slug
        input page uint
        respond "Opening $(list) at $(page)."
    }
    action keep {
        input list slug
        input page uint
        exec /bin/echo Opening $(list) at $(page)
        effect none
        cache for 1h
    }
    route list /l/$(list:slug)/$(page:uint) do open
    route keep /k/$(list:slug)/$(page:uint) do keep
}
feature Blocked {
    require toggle off
    require runtime off
    require permission camera
    require purchase pro
    action open {
        respond
    }
    route blocked /blocked do open
}
'

few=1000 many=5000

check=no programs=
while (($# > 0)); do
    case $1 in
        --check) check=yes ;;
        --programs) programs=${2:?"--programs needs a folder"} && shift ;;
        *) echo "usage: scripts/instructions.sh [--check] [--programs FOLDER]" >&2 && exit 2 ;;
    esac
    shift
done

want_valgrind
if ! command -v valgrind >/dev/null; then
    [[ ${CI:-} != true ]] || fail "valgrind is missing, and with CI=true its checks may not be skipped"
    echo "skipped: the instructions of a call: there is no valgrind"
    exit 0
fi
if [[ -z $programs ]]; then
    require_swift
    require_packages
    for product in deeplinkd Caller; do quietly swift build --configuration release --product "$product"; done
    programs=$(swift build --configuration release --show-bin-path)
fi

# Ends the daemons of runs that failed.
end() {
    local file
    for file in "$folder"/*.pid; do
        [[ ! -e $file ]] || kill "$(<"$file")" 2>/dev/null || true
    done
    rm -rf "$folder"
}

folder=$(mktemp -d "${TMPDIR:-/tmp}/deeplinkd-instructions-XXXXXX")
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
strip -o "$folder/deeplinkd" "$programs/deeplinkd"
printf '%s' "$table" >"$folder/routes.conf"
printf 'shadow routes.conf\n%s' "$table" >"$folder/shadowed.conf"
printf 'timeline {\n}\nmetrics {\n}\n%s' "$table" >"$folder/noted.conf"
printf 'timeline {\nrequire runtime off\n}\nmetrics {\nrequire runtime off\n}\n%s' "$table" >"$folder/unnoted.conf"

# Writes the calls of a scene into the array `calls`, from words such as `Verify t://a, Perform`.
read_calls() {
    local words method url
    calls=()
    while read -r method url; do
        words="\"binding\":\"BINDING\""
        [[ $method == Perform ]] || words="\"url\":\"$url\""
        calls+=("{\"method\":\"io.deeplinkd.Dispatch.$method\",\"parameters\":{$words}}")
    done < <(tr ',' '\n' <<<"$1")
}

# Runs the daemon for a number of calls, and prints its instructions and its allocations: run NAME COUNT EXPECTED CALL…
# The table is that of the file $file.
run() {
    local name=$1 count=$2 expected=$3 daemon status=0 answers
    shift 3
    # Sets and dictionaries have another order in every process, unless this says otherwise.
    SWIFT_DETERMINISTIC_HASHING=1 valgrind --quiet --tool=callgrind --callgrind-out-file="$folder/$name.out" \
        "$folder/deeplinkd" -f "$folder/$file" --socket "$folder/$name" 2>"$folder/$name.log" &
    daemon=$!
    echo "$daemon" >"$folder/$name.pid"
    answers=$("$programs/Caller" --socket "$folder/$name" --in-flight 16 --lockstep --calls "$count" \
        --expect "$expected" "$@") || status=$?
    kill "$daemon" && wait "$daemon" || status=$?
    rm -f "$folder/$name.pid"
    # The counts of good answers, of others, and of calls without an answer.
    [[ $status == 0 && $answers == "$count 0 0 "* ]] || {
        echo "$name: $answers, status $status" >&2
        tail -n 3 "$folder/$name.log" >&2
        return 1
    }
    # A function is named where the file first mentions it, as `fn=(12) malloc` or `cfn=(12) malloc`, and by number alone
    # after that. `calls=` follows the function that is called.
    awk '
        /^c?fn=/ {
            number = $1
            sub(/.*=/, "", number)
            if ($2 != "") names[number] = $2
            called = number
        }
        /^calls=/ { split($1, parts, "="); counts[called] += parts[2] }
        /^totals:/ { instructions = $2 }
        END {
            for (number in counts) {
                if (names[number] ~ /^(malloc|calloc|realloc|aligned_alloc|memalign|posix_memalign)$/) sum += counts[number]
            }
            print instructions, sum
        }' "$folder/$name.out" >"$folder/$name.counts"
}

failures=0
printf '%-36s%14s%8s%10s%14s%8s\n' '' instructions 'of ok' limit allocations limit
reference=
number=0
while IFS='|' read -r name operations expected limit allocation_limit texts; do
    [[ -n $name ]] || continue
    read -r operations limit allocation_limit < <(echo "$operations" "$limit" "$allocation_limit")
    expected=$(echo "$expected" | tr -d ' ')
    read_calls "$texts"
    file=routes.conf
    [[ $name != *"second table"* ]] || file=shadowed.conf
    [[ $name != *"timeline and metrics"* ]] || file=noted.conf
    [[ $name != *"switched off"* ]] || file=unnoted.conf
    number=$((number + 1))
    run "$number-few" "$few" "$expected" "${calls[@]}" &
    first=$!
    run "$number-many" "$many" "$expected" "${calls[@]}"
    wait "$first"
    read -r instructions allocations ratio over < <(
        cat "$folder/$number-few.counts" "$folder/$number-many.counts" | awk -v count=$(((many - few) / operations)) \
            -v reference="$reference" -v limit="$limit" -v allocation_limit="$allocation_limit" '
            { instructions = $1 - instructions; allocations = $2 - allocations }
            END {
                instructions /= count
                allocations /= count
                over = instructions > limit || allocations > allocation_limit
                printf "%d %.1f %.2f %d\n", instructions, allocations, instructions / (reference ? reference : instructions), over
            }')
    reference=${reference:-$instructions}
    mark=
    if ((over)); then mark='  beyond its limit' failures=$((failures + 1)); fi
    printf '%-36s%14s%8s%10s%14s%8s%s\n' "${name%"${name##*[! ]}"}" "$instructions" "$ratio" "$limit" "$allocations" \
        "$allocation_limit" "$mark"
done <<<"$scenes"

if [[ $check == yes && $(uname -m) != x86_64 ]]; then
    echo "skipped: the limits of instructions: they are for x86-64"
elif [[ $check == yes && $failures -gt 0 ]]; then
    fail "$failures beyond the limit"
fi
