#!/bin/bash
# Writes the man pages: scripts/man.sh PROGRAMS FOLDER [PREFIX, default /usr/local]
#
# PROGRAMS is the folder of deeplinkctl, whose commands and options fill the template of deeplinkctl(1), and whose manual of
# the language fills routes.conf(5). deeplinkd(8) is written by hand. The date of a page is SOURCE_DATE_EPOCH, or that of the newest commit.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/requirements.sh

if (($# < 2 || $# > 3)); then
    echo "usage: ${0##*/} PROGRAMS FOLDER [PREFIX]" >&2
    exit 2
fi
programs=$1 folder=$2 prefix=${3:-/usr/local}
[[ -x $programs/deeplinkctl ]] || fail "there is no program $programs/deeplinkctl"
want_jq

epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
date=$(LC_ALL=C date --utc --date="@$epoch" '+%B %-d, %Y')

# The part of deeplinkctl(1) that the program gives: its description or its commands.
part_of() {
    "$programs/deeplinkctl" --experimental-dump-help |
        jq --raw-output --arg part "$1" --from-file packaging/man/mdoc.jq
}

# The words of the language by their blocks, of a topic of the manual: each with its forms, its text and its default.
entries_of() {
    "$programs/deeplinkctl" help "$1" --format json |
        jq --raw-output --arg part entries --from-file packaging/man/mdoc.jq
}

fill() {
    local line
    while IFS= read -r line; do
        case $line in
        @language@ | @types@ | @cases@) line=${line//@/} && entries_of "$line" ;;
        @*@) line=${line//@/} && part_of "$line" ;;
        *)
            line=${line//@date@/$date}
            printf '%s\n' "${line//@prefix@/$prefix}"
            ;;
        esac
    done
}

for template in packaging/man/*.in; do
    page=$(basename "$template" .in)
    mkdir -p "$folder/man${page##*.}"
    fill <"$template" >"$folder/man${page##*.}/$page"
done
