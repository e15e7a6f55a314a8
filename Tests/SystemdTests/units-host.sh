#!/bin/bash
# Boots a throw-away host with systemd as its process 1 (scripts/booting.sh), has links start units there through the hardened
# system unit and polkit, and through a user's own manager, and prints the results, one `name: value` per line; the tests
# beside this file judge them.
#
#   units-host.sh PROGRAMS UNITS
set -euo pipefail
source "${DEEPLINKD_TEST_BOOTING:-$(dirname "$(readlink -f "$0")")/../../scripts/booting.sh}"
socket=/run/deeplinkd/io.deeplinkd.sock
rules=/etc/polkit-1/rules.d/60-deeplinkd.rules

stranger=(setpriv --reuid 4242 --regid 4242 --clear-groups)
# The bus takes no user whom the machine does not know.
other=(setpriv --reuid nobody --regid nogroup --clear-groups)
daemon=(setpriv --reuid deeplinkd --regid deeplinkd --clear-groups)
her=(setpriv --reuid 4244 --regid 4244 --clear-groups env -i PATH=/usr/bin:/bin HOME=/srv/hers XDG_RUNTIME_DIR=/run/user/4244)

stage_inside() {
    systemctl daemon-reload
    systemd-sysusers /usr/lib/sysusers.d/deeplinkd.conf
    systemctl start dbus.socket deeplinkd.socket
    without_rule
    jobs_of_links
    instances
    what_the_rule_allows
    interruptions
    own_manager
    echo "end: reached"
}

# Opens a link, as any user, and prints what became of its job.
outcome_of() {
    "${stranger[@]}" deeplinkctl open --socket "$socket" --json "$@" 2>/dev/null \
        | jq -r '.outcome | [.code, .execution.job, .execution.unitResult, (.execution.exit | .code // .signal),
                  (.execution.errorName | if . then split(".") | last else . end)] | map(. // "-" | tostring) | join(" ")'
}

without_rule() {
    echo "without a rule: $(outcome_of t://ok)"
    echo "check without a rule: $(deeplinkctl check --system | grep -c 'cannot tell  *polkit rule' || true)"
    echo "check of a unit: $(deeplinkctl check --system | grep -c 'answers  *unit  *ok.service' || true)"
    echo "check of a masked unit: $(deeplinkctl check --system | grep -c 'will not  *unit  *masked.service' || true)"
    echo "check of no unit: $(deeplinkctl check --system | grep -c 'will not  *unit  *absent.service' || true)"
    echo "check of another name: $(deeplinkctl check --system | grep -c 'as another name of ok.service' || true)"
    # polkit reads the file when it is closed, and has to be allowed to by then: install(1) changes the mode after that.
    "${stranger[@]}" deeplinkctl check --system --print polkit >"$rules"
    until_true is_allowed t://ok || true
}

is_allowed() { [[ $(outcome_of "$1") != *denied* ]]; }

# One link for each end of a job.
jobs_of_links() {
    local kind
    for kind in ok fail signal slow dependency masked absent bad unasked assertion; do
        echo "$kind: $(outcome_of "t://$kind")"
    done
    echo "first start: $(outcome_of t://server)"
    local process
    process=$(systemctl show --value --property=MainPID server.service)
    echo "second start: $(outcome_of t://server) $(same "$process" "$(systemctl show --value --property=MainPID server.service)")"
    echo "restart: $(outcome_of t://server-restart) $(same "$process" "$(systemctl show --value --property=MainPID server.service)")"
    echo "reload: $(outcome_of t://server-reload)"
    systemctl start stubborn.service
    echo "reload that fails: $(outcome_of t://stubborn-reload)"
    echo "reload of a unit that cannot: $(outcome_of t://ok-reload)"
}

same() { if [[ $1 == "$2" ]]; then echo same; else echo another; fi; }

# Each value has to get to the unit as it is.
instances() {
    local value got bad=0 values=(7 a/b a-b .. ../x x@y 'a\x2fb' '%n' --help '$SECRET' '${SECRET}' 'ä' "q'\"q" 'a b')
    for value in "${values[@]}"; do
        rm -f /run/instance
        [[ $(outcome_of "t://instance?x=$(printf %s "$value" | jq -sRr @uri)") == "ok.performed done - - -" ]] || ((bad += 1))
        got=$(cat /run/instance 2>/dev/null || true)
        if [[ $got != "<$value>" ]]; then echo "instance $value: $got" && ((bad += 1)); fi
    done
    echo "instances: ${#values[@]} $bad"
}


# Asks the manager as a user, and prints if that is allowed.
may() {
    local -n who=$1
    shift
    if "${who[@]}" busctl call org.freedesktop.systemd1 /org/freedesktop/systemd1 org.freedesktop.systemd1.Manager "$@" \
        >/dev/null 2>/run/refusal; then
        echo yes
    elif grep -qiE 'denied|authenti' /run/refusal; then
        echo no
    else
        cat /run/refusal
    fi
}

what_the_rule_allows() {
    echo "rule start: $(may daemon StartUnit ss ok.service replace)"
    echo "rule instance: $(may daemon StartUnit ss 'instance@a\x2db.service' replace)"
    echo "rule other verb: $(may daemon RestartUnit ss fail.service replace) $(may daemon StopUnit ss ok.service replace)"
    echo "rule other unit: $(may daemon StartUnit ss other.service replace)"
    echo "rule longer name: $(may daemon StartUnit ss ok.service.service replace)"
    echo "rule other instance: $(may daemon StartUnit ss 'instance@a@b.service' replace)"
    echo "rule transient: $(may daemon StartTransientUnit 'ssa(sv)a(sa(sv))' ok.service fail 0 0)"
    echo "rule other action: $(may daemon Reload)"
    echo "rule other user: $(may other StartUnit ss ok.service replace)"
}

# The end of a job is waited for, whatever happens to the daemon; the unit goes on.
interruptions() {
    echo "no end in time: $(outcome_of t://impatient)"
    echo "no end by the deadline: $(outcome_of t://long --deadline 300ms)"
    systemctl stop long.service
    (outcome_of t://long --idempotency-key k || true) >/run/first &
    until_true is_starting long.service || true
    systemctl kill --signal=KILL deeplinkd.service
    wait
    echo "unit after the daemon's death: $(systemctl show --value --property=ActiveState long.service)"
    echo "the same key: $(outcome_of t://long --idempotency-key k)"
    systemctl stop long.service
    (outcome_of t://medium || true) >/run/second &
    until_true is_starting medium.service || true
    systemctl daemon-reexec
    touch /run/go-on
    wait
    echo "while systemd is executed anew: $(cat /run/second)"
    (outcome_of t://long || true) >/run/third &
    until_true is_starting long.service || true
    systemctl stop long.service
    wait
    echo "stopped meanwhile: $(cat /run/third)"
}

is_starting() { [[ $(systemctl show --value --property=ActiveState "$1") == activating ]]; }

# A user's own manager starts her units, and asks no polkit.
own_manager() {
    systemctl --global --quiet enable deeplinkd.socket
    systemd-sysusers --inline 'g her 4244' 'u her 4244:4244 "Her" /srv/hers /bin/sh'
    install -d -o 4244 -g 4244 -m 700 /srv/hers /run/user/4244
    install -d -o 4244 -g 4244 /srv/hers/.config/{deeplinkd,systemd,systemd/user}
    printf '[Service]\nType=oneshot\nExecStart=/bin/sh -c "exit 3"\n' >/srv/hers/.config/systemd/user/hers.service
    printf 'scheme h\nfeature U {\n    action a {\n        unit hers.service start\n    }\n    action b {\n        unit ok.service start\n    }\n    route a /a do a\n    route b /b do b\n}\n' \
        >/srv/hers/.config/deeplinkd/routes.conf
    chown 4244:4244 /srv/hers/.config/*/* /srv/hers/.config/systemd/user/*
    cat >/run/systemd/system/her-session.service <<'UNIT'
[Service]
Type=notify
User=her
Environment=XDG_RUNTIME_DIR=/run/user/4244
ExecStart=/usr/lib/systemd/systemd --user
Delegate=pids memory
KillMode=mixed
UNIT
    systemctl daemon-reload
    systemctl start her-session.service
    until_true test -S /run/user/4244/deeplinkd/io.deeplinkd.sock || true
    until_true test -S /run/user/4244/bus || true
    echo "her unit: $(her_outcome h://a)"
    echo "the machine's unit: $(her_outcome h://b)"
    "${her[@]}" systemctl --user stop dbus.socket dbus.service 2>/dev/null || true
    echo "without a bus: $(her_outcome h://a)"
    systemctl stop her-session.service
}

her_outcome() {
    "${her[@]}" deeplinkctl open --json "$1" 2>/dev/null | jq -r '.outcome | [.code, .execution.exit.code] | map(. // "-" | tostring) | join(" ")'
}

# Writes a unit, one `Key=Value` of its service for each word behind the first.
unit() {
    local name=$1
    shift
    { printf '[Service]\n'; printf '%s\n' "$@"; } >"$folder/$name.service"
}

# Installs the files as a package would, the units that links start, and a table of them.
furnish() {
    local root=$1 programs=$2 units=$3 system=$1/usr/lib/systemd/system
    local folder=$root/etc/systemd/system
    install -m 755 "$programs/deeplinkd" "$programs/deeplinkctl" "$root/usr/bin/"
    install -D -m 644 -t "$system" "$units/deeplinkd.service" "$units/deeplinkd.socket"
    install -D -m 644 -t "$root/usr/lib/systemd/user" "$units/user/deeplinkd.service" "$units/user/deeplinkd.socket"
    install -D -m 644 -t "$root/usr/lib/sysusers.d" "$units/sysusers.d/deeplinkd.conf"
    rm -rf "$root/usr/lib/deeplinkd" "$root/etc/deeplinkd" "$root/etc/systemd/system/deeplinkd".* "$root/$rules"
    mkdir -p "$folder" "$root/etc/deeplinkd" "$root/etc/polkit-1/rules.d"
    unit ok Type=oneshot ExecStart=/bin/true
    unit fail Type=oneshot 'ExecStart=/bin/sh -c "exit 7"'
    unit signal Type=oneshot 'ExecStart=/bin/sh -c "kill -9 $$$$"'
    unit slow Type=oneshot TimeoutStartSec=200ms 'ExecStart=/bin/sleep 60'
    { printf '[Unit]\nRequires=fail.service\nAfter=fail.service\n'; cat "$folder/ok.service"; } >"$folder/dependency.service"
    { printf '[Unit]\nRefuseManualStart=yes\n'; cat "$folder/ok.service"; } >"$folder/unasked.service"
    { printf '[Unit]\nAssertPathExists=/absent\n'; cat "$folder/ok.service"; } >"$folder/assertion.service"
    unit bad Type=oneshot
    unit other Type=oneshot ExecStart=/bin/true
    unit server 'ExecStart=/bin/sleep 600' ExecReload=/bin/true
    unit stubborn 'ExecStart=/bin/sleep 600' ExecReload=/bin/false
    unit long Type=oneshot 'ExecStart=/bin/sleep 600'
    unit medium Type=oneshot 'ExecStart=/bin/sh -c "until [ -e /run/go-on ]; do sleep 0.05; done"'
    # The colon keeps systemd from putting variables of the unit into the value.
    unit instance@ Type=oneshot Environment=SECRET=s3cret 'ExecStart=:/bin/sh -c "printf \"<%%s>\" \"$1\" >/run/instance" sh %I'
    ln -sf /dev/null "$folder/masked.service"
    ln -sf ok.service "$folder/alias.service"
    write_table >"$root/etc/deeplinkd/routes.conf"
}

write_table() {
    printf 'scheme t\nfeature U {\n'
    local line name unit verb timeout
    for line in 'ok ok' 'fail fail' 'signal signal' 'slow slow' 'dependency dependency' 'masked masked' 'absent absent' \
        'bad bad' 'unasked unasked' 'assertion assertion' 'server server' 'server-restart server restart' \
        'server-reload server reload' 'stubborn-reload stubborn reload' 'ok-reload ok reload' 'alias alias' \
        'impatient long start 300ms' 'long long' 'medium medium'; do
        read -r name unit verb timeout <<<"$line"
        printf '    action %s {\n        unit %s.service %s\n        timeout %s\n    }\n    route %s /%s do %s\n' \
            "$name" "$unit" "${verb:-start}" "${timeout:-20s}" "$name" "$name" "$name"
    done
    printf '    action instance {\n        input x string\n        unit instance@$(x).service start\n    }\n'
    printf '    route instance /instance do instance {\n        query x\n    }\n}\n'
}

boot_host "$@"
