#!/bin/bash
# Writes the man pages: scripts/man.sh PROGRAMS FOLDER [PREFIX, default /usr/local]
#
# PROGRAMS is the folder of deeplinkd and deeplinkctl, whose commands and options fill the templates of packaging/man. The
# language's directives are those of Sources/Routing/Loading. The date of a page is SOURCE_DATE_EPOCH, or that of the
# newest commit.
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

# The forms of the directives, block by block, as the parser of tables holds them. Each is a line or, with alternatives,
# several. The files are read twice, because a form can be that of another directive: `case .query: RouteDirective.query.form`.
directives() {
    local vocabulary=Sources/Routing/Loading/Vocabulary
    local files=("$vocabulary"/{Table,Host,Channel,Issuer,Feature,Group,Route,Action}Directive.swift
        Sources/Routing/Loading/Performers/*.swift "$vocabulary"/{ActionLimit,CaseDirective}.swift)
    awk '
        function show(shape) {
            gsub(/\\/, "\\e", shape)
            gsub(/` or `| \| /, "\n", shape)
            if (in_block && shape != "") print shape
        }
        FNR == 1 { wanted = 0 }
        /^enum / { type = $2; sub(/:/, "", type) }
        /static let group = / { name = "group" }
        match($0, /case \.[a-z]+:/) { name = substr($0, RSTART + 6, RLENGTH - 7) }
        /static let block = / && is_second {
            if (in_block) print ".Ed"
            split($0, quoted, "\"")
            block = quoted[2]
            gsub("`", "", block)
            print ".Ss " (block ~ /^a / ? "\\&In " block : "\\&In the block of " block)
            print ".Bd -literal -offset indent"
            in_block = 1
        }
        /DirectiveForm\(/ { wanted = 1 }
        wanted && /"/ {
            split($0, quoted, "\"")
            shapes[type "." name] = quoted[2]
            if (is_second && !/static let group/) show(quoted[2])
            wanted = 0
        }
        is_second && match($0, /[A-Z][A-Za-z]+\.[a-z]+(\.form)?$/) {
            reference = substr($0, RSTART, RLENGTH)
            sub(/\.form$/, "", reference)
            sub(/^Self\./, type ".", reference)
            show(shapes[reference])
        }
        END { if (in_block) print ".Ed" }
    ' "${files[@]}" is_second=1 "${files[@]}"
}

fill() {
    local line page=$1
    while IFS= read -r line; do
        case $line in
        @directives@) directives ;;
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
