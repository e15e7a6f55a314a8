#!/bin/bash
# Loads one daemon for a long time, and looks for what grows: scripts/soak.sh [--sanitize] [--programs FOLDER] MINUTES.
#
# A client calls all the time, at a fixed rate. Beside it each kind of flood of `FloodBenchmark` runs for a second as another
# user and is killed, connections send bytes that are no calls, and the table is reloaded, every third time with an error.
# After each round it is quiet for a moment, and the memory and the descriptors of the daemon are printed. It fails if a call
# of the client has no answer or a wrong one, if the daemon ends, if it has more descriptors at the end than after the first
# two rounds, which are the warm-up, or over 4 MiB more memory.
#
# With --sanitize the daemon is built with AddressSanitizer, which also finds leaks at the end; its memory is not compared.
# FOLDER has the release programs; without it they are built. It needs root, since the users are several.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/requirements.sh

export DEEPLINKD_BENCHMARKS=1

readonly daemon_uid=65531 client_uid=65532 flood_uid=65533
readonly floods=(pipeline-1 pipeline oneway info deaf one-by-one hosts large-message connect breach watch fan-out fan-deaf
    true burst-description)
readonly warm_up_rounds=2 memory_limit_kib=4096

usage="usage: scripts/soak.sh [--sanitize] [--programs FOLDER] MINUTES"
sanitize=no programs= minutes=
while (($# > 0)); do
    case $1 in
        --sanitize) sanitize=yes ;;
        --programs) programs=${2:?"--programs needs a folder"} && shift ;;
        *) [[ -z $minutes && $1 =~ ^[1-9][0-9]{0,3}$ ]] || { echo "$usage" >&2 && exit 2; }
            minutes=$1 ;;
    esac
    shift
done
[[ -n $minutes ]] || { echo "$usage" >&2 && exit 2; }
((EUID == 0)) || fail "root is required, to run as several users"

if [[ -z $programs ]]; then
    require_swift
    require_packages
    for product in deeplinkd Caller FloodBenchmark; do quietly swift build --configuration release --product "$product"; done
    programs=$(swift build --configuration release --show-bin-path)
fi
daemon_program=$programs/deeplinkd
if [[ $sanitize == yes ]]; then
    build=(swift build --sanitize=address --scratch-path .build/sanitize --product deeplinkd)
    echo "building with AddressSanitizer"
    quietly "${build[@]}"
    daemon_program=$("${build[@]}" --show-bin-path)/deeplinkd
fi

folder=$(mktemp -d /tmp/deeplinkd-soak-XXXXXX)
daemon= client= flood=
end() {
    local process
    for process in "$flood" "$client" "$daemon"; do
        [[ -z $process ]] || kill -KILL "$process" 2>/dev/null || true
    done
    rm -rf "$folder"
}
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
chmod 755 "$folder"
mkdir "$folder/run" "$folder/state"
chown "$daemon_uid" "$folder/run" "$folder/state"
# Other users cannot enter every folder in which programs are built.
cp "$daemon_program" "$programs/Caller" "$programs/FloodBenchmark" "$folder"

# Writes another table: write_table VERSION.
write_table() {
    cat >"$folder/table.new" <<END
scheme t
host **.podcasts.example
channel news {
    kind plain
}
feature Plain {
    action say {
        respond "hello $1"
    }
    action news {
        channel news
    }
    action run {
        exec /bin/true
    }
    route say /say do say
    route news /news do news
    route run /run do run
}
feature Feature7 {
    require toggle on
    action seven {
        respond
    }
    route seven /r7 do seven
}
END
    # Each third table has an error, and the one before stays in force.
    if (($1 % 3 == 2)); then echo "nonsense" >>"$folder/table.new"; fi
    mv "$folder/table.new" "$folder/routes.conf"
}

# What a command runs as another user by; no function, so that `$!` is the number of the program itself.
as_daemon=(setpriv --reuid="$daemon_uid" --regid="$daemon_uid" --clear-groups)
as_client=(setpriv --reuid="$client_uid" --regid="$client_uid" --clear-groups)
as_flood=(setpriv --reuid="$flood_uid" --regid="$flood_uid" --clear-groups)

descriptors() { ls "/proc/$daemon/fd" | wc -l; }
memory_kib() { awk '/^VmRSS:/ { print $2 }' "/proc/$daemon/status"; }

# Waits until the daemon has worked through what the killed floods had sent: until it sleeps whenever it is looked at, for a
# second and a half. A look at its processor time would take a busy machine for a quiet daemon. Prints the number of its
# descriptors.
settle() {
    local asleep=0 since=$SECONDS
    while ((asleep < 15 && SECONDS - since < 60)); do
        sleep 0.1
        if grep -q '^State:.S' "/proc/$daemon/status"; then asleep=$((asleep + 1)); else asleep=0; fi
    done
    descriptors
}

write_table 0
# Other users cannot enter every folder, so this is copied too.
cp Fuzzing/leaks.supp "$folder"
export ASAN_OPTIONS=detect_leaks=1:exitcode=23:quarantine_size_mb=16
export LSAN_OPTIONS=suppressions=$folder/leaks.supp:print_suppressions=0
SWIFT_BACKTRACE=enable=no \
    "${as_daemon[@]}" "$folder/deeplinkd" -f "$folder/routes.conf" --socket "$folder/run/socket" \
    --state-dir "$folder/state" 2>>"$folder/log" &
daemon=$!
for ((tries = 0; tries < 300; tries++)); do
    [[ ! -S $folder/run/socket ]] || break
    sleep 0.1
done
chmod 666 "$folder/run/socket" || { cat "$folder/log" >&2 && fail "the daemon does not start"; }

"${as_client[@]}" "$folder/Caller" --socket "$folder/run/socket" --connections 8 --rate 100 \
    --milliseconds $((minutes * 60000)) --expect '"class":"ok"' \
    '{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"t://say"}}' >"$folder/answers" &
client=$!

printf '%8s%14s%14s%10s\n' minutes 'memory KiB' descriptors reloads
version=0 round=0 warm_memory=0 warm_descriptors=0
while kill -0 "$client" 2>/dev/null; do
    for name in "${floods[@]}"; do
        kill -0 "$client" 2>/dev/null || break
        "${as_flood[@]}" "$folder/FloodBenchmark" flood "$name" "$folder/run/socket" 2>/dev/null &
        flood=$!
        for _ in 1 2; do
            sleep 0.5
            write_table $((version += 1))
            kill -HUP "$daemon" 2>/dev/null || break
        done
        # Bytes that are no call: the daemon closes the connection.
        "${as_flood[@]}" "$folder/Caller" --socket "$folder/run/socket" --milliseconds 100 \
            "$(head -c 300 /dev/urandom | base64 --wrap 0)" >"$folder/breach" 2>&1 || true
        kill -KILL "$flood" 2>/dev/null || true
        wait "$flood" 2>/dev/null || true
        flood=
    done
    kill -0 "$daemon" 2>/dev/null || break
    round=$((round + 1))
    count=$(settle) memory=$(memory_kib)
    printf '%8s%14s%14s%10s\n' "$((SECONDS / 60))" "$memory" "$count" "$version"
    if ((round <= warm_up_rounds)); then
        if ((memory > warm_memory)); then warm_memory=$memory; fi
        if ((count > warm_descriptors)); then warm_descriptors=$count; fi
    fi
    if [[ $sanitize == no ]]; then : >"$folder/log"; fi
done

kill -0 "$daemon" 2>/dev/null || { tail -n 40 "$folder/log" >&2 && fail "the daemon ended"; }
status=0
wait "$client" || status=$?
client=
read -r good wrong unanswered rest <"$folder/answers" || true
echo "${good:-0} calls answered as expected, ${wrong:-?} otherwise, ${unanswered:-?} without an answer"
((status == 0 && ${wrong:-1} + ${unanswered:-1} == 0)) || {
    tail -n 3 "$folder/log" >&2
    fail "a call was not answered as it should be"
}
((round > warm_up_rounds)) || fail "too short: the warm-up takes $warm_up_rounds rounds"
count=$(settle) memory=$(memory_kib)
# The client's own connections are closed now.
((count <= warm_descriptors)) || fail "$count descriptors at the end, $warm_descriptors after the warm-up"
if [[ $sanitize == no ]]; then
    ((memory <= warm_memory + memory_limit_kib)) || fail "$memory KiB at the end, $warm_memory KiB after the warm-up"
fi
kill -TERM "$daemon"
wait "$daemon" || status=$?
daemon=
if ((status != 0)); then
    grep -vE '^(outcome|fact|table) ' "$folder/log" | tail -n 100 >&2
    fail "the daemon ended with status $status"
fi
echo "no growth: $warm_memory KiB and $warm_descriptors descriptors after the warm-up, $memory KiB and $count at the end"
