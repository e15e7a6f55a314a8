#!/bin/bash
# Demonstrates deeplinkd: builds it, starts it in a temporary folder with routes.conf, opens one URL of each kind, lifts the
# refusals of two of them by what really lifts them, and leaves nothing running. Run it from any folder:
# scripts/demo.sh [--programs FOLDER], where the folder has programs that are built already.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/requirements.sh

programs=
if (($# == 2)) && [[ $1 == --programs && -x $2/deeplinkd && -x $2/deeplinkctl ]]; then
    programs=$(realpath "$2")
elif (($# > 0)); then
    echo "usage: scripts/demo.sh [--programs FOLDER], a folder with deeplinkd and deeplinkctl" >&2
    exit 2
fi
want_icu
want_openssl
want_permission_programs
if [[ -z $programs ]]; then
    require_swift
    require_packages
    echo "building (the first time takes a few minutes)"
    # A debug build takes half of the time of a release build, and one call builds both programs.
    quietly swift build
    programs=$PWD/.build/debug
fi

bold= plain=
if [[ -t 1 && -z ${NO_COLOR:-} ]]; then bold=$'\e[1m' plain=$'\e[0m'; fi

# Every process that is started here, in the order of its start; each is ended by its id.
processes=()
folder=$(mktemp -d "${TMPDIR:-/tmp}/deeplinkd-demo-XXXXXX")
leave() {
    local number
    for ((number = ${#processes[@]} - 1; number >= 0; number--)); do
        kill "${processes[number]}" 2>/dev/null || true
        wait "${processes[number]}" 2>/dev/null || true
    done
    rm -rf "$folder"
}
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# polkit allows everything to root, so root runs the daemon and its caller as another user.
chmod 755 "$folder"
as=() uid=$EUID
if ((EUID == 0)) && setpriv --reuid=65534 --regid=65534 --clear-groups -- \
    test -x "$programs/deeplinkd" -a -r routes.conf -a -x "$folder" 2>/dev/null; then
    as=(setpriv --reuid=65534 --regid=65534 --clear-groups --) uid=65534
fi
# Only this user can enter the folder, so only this user can connect to the socket in it.
own=$folder/own
mkdir -m 700 "$own" "$own/state"
chown -R "$uid" "$own"
socket=$own/io.deeplinkd.sock

# Waits up to ten seconds until a command succeeds.
soon() {
    local attempt
    for attempt in {1..200}; do
        if "$@" >/dev/null 2>&1; then return; fi
        sleep 0.05
    done
    return 1
}

# MARK: A message bus of the demo's own, with a permission store and polkit: nothing of this machine's is touched

bus=unix:path=$folder/bus
has_store= has_polkit=
start_bus() {
    cat >"$folder/bus.conf" <<END
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><listen>$bus</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*" eavesdrop="false"/>
<allow receive_sender="*"/></policy></busconfig>
END
    dbus-daemon --config-file="$folder/bus.conf" --nofork --nopidfile 2>"$folder/bus.log" &
    processes+=($!)
    soon test -S "$folder/bus"
}
is_on_bus() {
    [[ $(busctl --address="$bus" call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus NameHasOwner s "$1") \
        == "b true" ]]
}
start_store() {
    XDG_DATA_HOME=$own/data XDG_RUNTIME_DIR=$own HOME=$own DBUS_SESSION_BUS_ADDRESS=$bus \
        "${as[@]}" /usr/libexec/xdg-permission-store >/dev/null 2>&1 &
    processes+=($!)
    soon is_on_bus org.freedesktop.impl.portal.PermissionStore
}
# The action that answers for the microphone, with polkit's default for it.
polkit_action=org.example.podcasts.record
write_action() {
    cat >"$folder/actions/new" <<END
<?xml version="1.0"?><!DOCTYPE policyconfig PUBLIC "-//freedesktop//DTD PolicyKit Policy Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/PolicyKit/1.0/policyconfig.dtd">
<policyconfig><action id="$polkit_action"><description>Record a clip</description><message>Record a clip</message>
<defaults><allow_any>$1</allow_any><allow_inactive>$1</allow_inactive><allow_active>$1</allow_active></defaults></action>
</policyconfig>
END
    mv "$folder/actions/new" "$folder/actions/$polkit_action.policy"
}
start_polkit() {
    local daemon=/usr/lib/polkit-1/polkitd
    [[ -x $daemon ]] || daemon=/usr/libexec/polkitd
    mkdir "$folder/actions" "$folder/rules"
    write_action auth_self
    # In a mount namespace of its own it reads the demo's actions and rules in the place of the machine's.
    DBUS_SYSTEM_BUS_ADDRESS=$bus unshare --mount --propagation private sh -c "
        mount --bind '$folder/actions' /usr/share/polkit-1/actions && mount --bind '$folder/rules' /etc/polkit-1/rules.d &&
        exec $daemon --no-debug" >/dev/null 2>&1 &
    processes+=($!)
    soon is_on_bus org.freedesktop.PolicyKit1
}
skip() { echo "left out: $*"; }
if ! command -v dbus-daemon >/dev/null || ! command -v busctl >/dev/null || ! start_bus; then
    skip "what lifts the refusals of permissions, because there is no dbus-daemon or busctl (Debian: dbus-daemon, systemd)"
else
    if [[ ! -x /usr/libexec/xdg-permission-store ]]; then
        skip "the permission store, which is not installed (Debian: xdg-desktop-portal)"
    elif start_store; then has_store=yes; else skip "the permission store, which does not start here"; fi
    if ((uid == 0 || EUID != 0)); then
        skip "polkit, because only root can start one beside the one of this machine"
    elif [[ ! -x /usr/lib/polkit-1/polkitd && ! -x /usr/libexec/polkitd ]]; then
        skip "polkit, which is not installed (Debian: polkitd)"
    elif start_polkit; then has_polkit=yes; else skip "polkit, which does not start here"; fi
fi

# MARK: The table and the daemon

number=0
title() {
    number=$((number + 1))
    echo
    printf '%s%d. %s%s\n' "$bold" "$number" "$1" "$plain"
}
tool() { "${as[@]}" "$programs/deeplinkctl" "$@"; }

title "A shop makes a key: the private file signs licences, and the public one verifies them"
echo "\$ deeplinkctl licence keygen shop.jwk --id 2026"
tool licence keygen "$own/shop.jwk" --id 2026

# The daemon accepts only tables that no user but their owner can write; a checkout may be more open than that.
{
    cat routes.conf
    printf '\nissuer shop {\n    key %s\n    products premium.monthly founder.once\n    audience podcasts\n}\n' \
        "$own/shop.jwk.pub"
    if [[ -n $has_polkit ]]; then echo "permission microphone from polkit $polkit_action"; fi
} >"$folder/routes.conf"
chmod 644 "$folder/routes.conf"
title "The table is routes.conf with the shop's public key, in production: nothing in it can be overridden"
echo "\$ tail routes.conf"
sed -n '/^issuer/,$p' "$folder/routes.conf"
DBUS_SYSTEM_BUS_ADDRESS=$bus DBUS_SESSION_BUS_ADDRESS=$bus \
    "${as[@]}" "$programs/deeplinkd" -f "$folder/routes.conf" --socket "$socket" --state-dir "$own/state" 2>"$folder/log" &
daemon=$!
processes+=("$daemon")
for _ in {1..200}; do
    if [[ -S $socket ]] && tool status --socket "$socket" >/dev/null 2>&1; then break; fi
    kill -0 "$daemon" 2>/dev/null || { cat "$folder/log" >&2 && fail "the daemon did not start"; }
    sleep 0.05
done

# The exit status is the class of the outcome. Here every class is fine, but a failure of the tool itself is not.
open_url() {
    title "$1"
    printf "\$ deeplinkctl open '%s'\n" "$2"
    local status=0
    tool open --socket "$socket" "$2" || status=$?
    if ((status == 1 || status == 2)); then fail "deeplinkctl failed"; fi
    echo "(exit status $status)"
}
run_tool() {
    title "$1"
    shift
    printf '$ deeplinkctl %s\n' "${*//$own\//}"
    tool "$@" --socket "$socket"
}
# Whether a URL would be performed now.
would_perform() { tool explain --socket "$socket" "$1"; }

echo
tool status --socket "$socket"

# MARK: One URL of each kind

open_url "Performed: the route starts a program and answers with what it printed" "podcast://episodes/7?at=90"
open_url "The same from the web site's link, cut into the same segments" "https://podcasts.example/episodes/latest"
open_url "Answered by the daemon itself; nothing is started" "podcast://shows/morning-news"
open_url "Blocked by the operator's switch; the broader route does not take over" "podcast://downloads/turbo"
open_url "Not found, with the nearest route and where it failed" "podcast://episodes/seven"
open_url "Invalid input: the position is no number" "podcast://episodes/7?at=soon"
open_url "Invalid URL: the host is not what it seems" "https://podcasts.example@evil.example/episodes/7"
open_url "Blocked by the user's own switch" "podcast://sleep?minutes=15"
run_tool "The user switches the sleep timer on; it is on the disk when this returns" toggle SleepTimer on
open_url "Now it is performed" "podcast://sleep?minutes=15"

# MARK: From blocked to performed: a purchase and a permission

if [[ -n $has_store ]]; then
    open_url "Blocked by the purchase, and the permission is not asked for before it" "podcast://favourites/rock"
else
    open_url "Blocked by the permission: nothing here answers for it, so the purchase is not offered" \
        "podcast://favourites/rock"
fi
title "The shop signs a licence for this user"
echo "\$ deeplinkctl licence sign --key shop.jwk --issuer shop … --product founder.once > order.jws"
tool licence sign --key "$own/shop.jwk" --issuer shop --audience podcasts --subject "uid:$uid" \
    --product founder.once >"$folder/order.jws"
cut -c 1-100 "$folder/order.jws"
run_tool "The user hands it in" licence ingest "$folder/order.jws"
run_tool "What the user has now, and by which licence" licence status
if [[ -n $has_store ]]; then
    open_url "The purchase is no longer in the way; the permission is" "podcast://favourites/rock"
    title "The user answers the desktop, and its permission store records that"
    store=org.freedesktop.impl.portal.PermissionStore
    change=(SetPermission sbssas location true location "" 2 EXACT 0)
    echo "\$ busctl call $store … SetPermission … location EXACT"
    busctl --address="$bus" call "$store" "/${store//.//}" "$store" "${change[@]}"
    soon would_perform "podcast://favourites/rock" || fail "the permission store's answer does not arrive"
    open_url "Performed" "podcast://favourites/rock"
fi

# MARK: From blocked to performed: polkit

if [[ -n $has_polkit ]]; then
    open_url "Blocked by a permission that polkit answers for: the user would have to authenticate" \
        "podcast://clips/new?title=Hello"
    title "The administrator allows the action"
    echo "\$ sed -i s/auth_self/yes/ /usr/share/polkit-1/actions/$polkit_action.policy"
    write_action yes
    soon would_perform "podcast://clips/new" || fail "polkit's answer does not arrive"
    open_url "Performed" "podcast://clips/new?title=Hello"
else
    open_url "Blocked by a permission" "podcast://clips/new?title=Hello"
fi

echo
echo "${bold}Now try${plain}"
echo "  ${programs#"$PWD/"}/deeplinkctl explain -f routes.conf --with 'permission microphone authorized' podcast://clips/new"
echo "  ${programs#"$PWD/"}/deeplinkctl --help"
echo "  scripts/test.sh"
