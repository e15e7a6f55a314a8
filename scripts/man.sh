#!/bin/bash
# Writes the man pages: scripts/man.sh PROGRAMS FOLDER [PREFIX, default /usr/local]
#
# PROGRAMS is the folder of deeplinkd and deeplinkctl, whose commands and options fill the templates of packaging/man, and
# whose manual of the language fills routes.conf(5). The date of a page is SOURCE_DATE_EPOCH, or that of the newest commit.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/requirements.sh

if (($# < 2 || $# > 3)); then
    echo "usage: ${0##*/} PROGRAMS FOLDER [PREFIX]" >&2
    exit 2
fi
programs=$1 folder=$2 prefix=${3:-/usr/local}
for program in deeplinkd deeplinkctl; do
    [[ -x $programs/$program ]] || fail "there is no program $programs/$program"
done
want_jq

epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
date=$(LC_ALL=C date --utc --date="@$epoch" '+%B %-d, %Y')
version=$("$programs/deeplinkd" --version)

# The part of a page that a program gives: its synopsis, description, options or commands.
part_of() { "$programs/$1" --experimental-dump-help | jq --raw-output --arg part "$2" --from-file packaging/man/mdoc.jq; }

# The words of the language by their blocks, of a topic of the manual: each with its forms, its text and its default.
entries_of() {
    "$programs/deeplinkctl" help "$1" --format json |
        jq --raw-output --arg part entries --from-file packaging/man/mdoc.jq
}

fill() {
    local line page=$1
    while IFS= read -r line; do
        case $line in
        @language@ | @types@ | @cases@) line=${line//@/} && entries_of "$line" ;;
        @*@) line=${line//@/} && part_of "${page%.*}" "$line" ;;
        *)
            line=${line//@date@/$date}
            line=${line//@version@/$version}
            printf '%s\n' "${line//@prefix@/$prefix}"
            ;;
        esac
    done
}

for template in packaging/man/*.in; do
    page=$(basename "$template" .in)
    mkdir -p "$folder/man${page##*.}"
    fill "$page" <"$template" >"$folder/man${page##*.}/$page"
done
