#!/bin/bash
# Plays the episodes whose links arrive in the channel `player`: subscriber.sh [SOCKET]
#
# Needs socat and jq.
set -euo pipefail
socket=${1:-${XDG_RUNTIME_DIR:-/run/user/$UID}/deeplinkd/io.deeplinkd.sock}

# The daemon's end of the subscription. A Varlink message is JSON with a NUL byte behind it.
coproc daemon { exec socat STDIO "UNIX-CONNECT:$socket"; }
trap 'kill "$daemon_PID" 2>/dev/null' EXIT
subscribe='{"method": "io.deeplinkd.Channels.Subscribe", "parameters": {"channel": "player"}, "more": true}'
printf '%s\0' "$subscribe" >&"${daemon[1]}"

# A subscription occupies its connection, so acknowledgements need another one. Arguments: delivery, result, reason.
acknowledge() {
    jq --null-input --join-output --arg delivery "$1" --arg result "$2" --arg reason "$3" \
        '{method: "io.deeplinkd.Channels.Acknowledge", parameters: $ARGS.named}, "\u0000"' \
        | socat -t 10 STDIO "UNIX-CONNECT:$socket" | tr -d '\0' | jq --exit-status 'has("error") | not' >/dev/null
}

while IFS= read -r -d '' reply <&"${daemon[0]}"; do
    if [[ $(jq 'has("error")' <<<"$reply") == true ]]; then
        echo "$reply" >&2
        exit 1
    fi
    delivery=$(jq --raw-output '.parameters.link.delivery // empty' <<<"$reply")
    # The first reply only confirms the subscription.
    [[ $delivery ]] || continue
    action=$(jq --raw-output .parameters.link.action <<<"$reply")
    if [[ $action == play ]]; then
        echo "play episode $(jq .parameters.link.inputs.episode <<<"$reply")"
        acknowledge "$delivery" performed ""
    else
        acknowledge "$delivery" failed "This player cannot $action."
    fi
done
echo "the daemon closed the connection" >&2
exit 1
