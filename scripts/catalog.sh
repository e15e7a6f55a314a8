#!/bin/bash
# Prints the message catalog, by which `journalctl -x` explains the lines of the daemon: scripts/catalog.sh > deeplinkd.catalog
#
# The kinds of lines are those of docs/operation.md, and the classes of outcomes those of docs/outcomes.md; tests compare both
# with the code.
set -euo pipefail
cd "$(dirname "$0")/.."

# The cells of the rows whose first cell has a shape, in a page: tabs between them, without backquotes.
rows() {
    sed -n "/^| \`$2\` | /p" "$1" | sed 's/^| //; s/ |$//; s/ | /\t/g; s/`//g'
}

head_of() {
    printf -- '-- %s\nSubject: %s\nDefined-By: deeplinkd\n' "$1" "$2"
    printf 'Documentation: man:deeplinkd(8)\nDocumentation: file:/usr/share/doc/deeplinkd/docs/operation.md\n\n'
}

classes() {
    rows <(sed -n '/^## The classes/,/^## /p' docs/outcomes.md | sed '$d') '[a-z]*' |
        while IFS=$'\t' read -r class meaning client _; do printf '%-9s %s A client %s.\n' "$class" "$meaning" "$client"; done
}

rows docs/operation.md '[0-9a-f]\{32\}' | while IFS=$'\t' read -r id message _ meaning; do
    case $message in
        outcome | 'outcome repeated' | 'held link ended')
            head_of "$id" "A link ended with @DEEPLINKD_CODE@"
            printf '%s.\n\nThe first word of a code is its class:\n\n' "${meaning^}"
            classes
            printf '\n`deeplinkctl help @DEEPLINKD_CODE@` explains the code. All lines of this link:\n'
            printf '`journalctl DEEPLINKD_OUTCOME_ID=@DEEPLINKD_OUTCOME_ID@`\n'
            ;;
        *)
            head_of "$id" "${message^}"
            printf '%s.\n' "${meaning^}"
            ;;
    esac
    echo
done
