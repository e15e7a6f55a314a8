#!/bin/bash
# Demonstrates deeplinkd: builds it, starts it in a temporary folder with routes.conf, opens one URL of each kind, and
# leaves nothing running. Run it from any folder.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/requirements.sh

require_swift
require_packages
want_icu
echo "building (the first time takes a few minutes)"
quietly swift build --configuration release --product deeplinkd
quietly swift build --configuration release --product deeplinkctl
programs=$(swift build --configuration release --show-bin-path)

# Only this user can enter the folder, so only this user can connect to the socket in it.
folder=$(mktemp -d "${TMPDIR:-/tmp}/deeplinkd-demo-XXXXXX")
chmod 700 "$folder"
socket=$folder/io.deeplinkd.sock
daemon=
leave() {
    if [[ -n $daemon ]]; then
        kill "$daemon" 2>/dev/null || true
        wait "$daemon" 2>/dev/null || true
    fi
    rm -rf "$folder"
}
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# The daemon accepts only tables that no user but their owner can write; a checkout may be more open than that. The profile
# `development` lets an operator override facts of a shop or a user.
{ echo "profile development"; cat routes.conf; } >"$folder/routes.conf"
chmod 600 "$folder/routes.conf"
mkdir -m 700 "$folder/state"
"$programs/deeplinkd" -f "$folder/routes.conf" --socket "$socket" --state-dir "$folder/state" 2>"$folder/log" &
daemon=$!
for _ in {1..100}; do
    if [[ -S $socket ]] && "$programs/deeplinkctl" status --socket "$socket" >/dev/null 2>&1; then break; fi
    kill -0 "$daemon" 2>/dev/null || { cat "$folder/log" >&2 && fail "the daemon did not start"; }
    sleep 0.05
done

number=0
# The exit status is the class of the outcome. Here every class is fine, but a failure of the tool itself is not.
open_url() {
    number=$((number + 1))
    echo
    printf '%s%d. %s%s\n' "$bold" "$number" "$1" "$plain"
    printf "\$ deeplinkctl open '%s'\n" "$2"
    local status=0
    "$programs/deeplinkctl" open --socket "$socket" "$2" || status=$?
    if ((status == 1 || status == 2)); then fail "deeplinkctl failed"; fi
    echo "(exit status $status)"
}

bold= plain=
if [[ -t 1 && -z ${NO_COLOR:-} ]]; then bold=$'\e[1m' plain=$'\e[0m'; fi

echo
"$programs/deeplinkctl" status --socket "$socket"

open_url "Performed: the route starts a program and answers with what it printed" "podcast://episodes/7?at=90"
open_url "The same from the web site's link, cut into the same segments" "https://podcasts.example/episodes/latest"
open_url "Answered by the daemon itself; nothing is started" "podcast://shows/morning-news"
open_url "Blocked by a permission: no source of this host answers for it yet" "podcast://clips/new?title=Hello"
open_url "The same, so the purchase that the feature needs too is not offered" "podcast://favourites/rock"
open_url "Blocked by the user's own switch" "podcast://sleep?minutes=15"
open_url "Blocked by the operator's switch; the broader route does not take over" "podcast://downloads/turbo"
open_url "Not found, with the nearest route and where it failed" "podcast://episodes/seven"
open_url "Invalid input: the position is no number" "podcast://episodes/7?at=soon"
open_url "Invalid URL: the host is not what it seems" "https://podcasts.example@evil.example/episodes/7"

run_tool() {
    number=$((number + 1))
    echo
    printf '%s%d. %s%s\n' "$bold" "$number" "$1" "$plain"
    shift
    printf '$ deeplinkctl %s\n' "$*"
    "$programs/deeplinkctl" "$@" --socket "$socket"
}

run_tool "The user switches the sleep timer on; it is on the disk when this returns" toggle SleepTimer on
open_url "Now it is performed" "podcast://sleep?minutes=15"
run_tool "The operator tries out what a user sees who can be asked for the permission" \
    override permission location.whenInUse notDetermined --for 1m
run_tool "And who can buy the product" override purchase founder.once none --for 1m
open_url "Blocked by the purchase, and the permission is not asked for before it" "podcast://favourites/rock"
run_tool "The operator tries out what a founder sees" override purchase founder.once active --for 1m
open_url "The purchase is no longer in the way; what is shows, and what is made up says so" "podcast://favourites/rock"

echo
echo "${bold}Now try${plain}"
echo "  .build/release/deeplinkctl explain -f routes.conf --with 'permission microphone authorized' podcast://clips/new"
echo "  .build/release/deeplinkctl --help"
echo "  scripts/test.sh"
