# Sourced by the other scripts: installs the packages that a fresh Debian 12 with Swift 6.3 lacks.

fail() {
    echo "${0##*/}: $*" >&2
    exit 1
}

# Runs a command and prints its output only if it fails.
quietly() {
    local log status=0
    log=$(mktemp)
    "$@" >"$log" 2>&1 || status=$?
    if ((status != 0)); then
        # The cause is at the lines with errors; if there are none, at the end.
        grep -E -A 4 '(error|warning):' "$log" >&2 || tail -n 40 "$log" >&2
    fi
    rm -f "$log"
    return "$status"
}

# The compiler comes from swift.org, not from Debian, so this only checks for it.
require_swift() {
    command -v swift >/dev/null || fail "swift is not in PATH; version 6.3 or later is needed: https://swift.org/install"
    local version
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
    [[ $(printf '%s\n' 6.3 "${version:-0}" | sort --version-sort | head -n 1) == 6.3 ]] \
        || fail "swift is version ${version:-unknown}; 6.3 or later is needed"
}

# Packages that the build needs.
require_packages() {
    local missing=()
    command -v git >/dev/null || missing+=(git ca-certificates)
    command -v pkg-config >/dev/null || missing+=(pkg-config)
    pkg-config --exists libuv 2>/dev/null || missing+=(libuv1-dev)
    pkg-config --exists sqlite3 2>/dev/null || missing+=(libsqlite3-dev)
    ((${#missing[@]} == 0)) || install_packages "${missing[@]}" || fail "install ${missing[*]}, and try again"
}

# The library that the programs load for an international host; without it they refuse such hosts and work on. Its package
# name contains the release, so any release will do.
want_icu() {
    if ldconfig -p 2>/dev/null | grep -q 'libicuuc\.so\.' || compgen -G '/usr/lib/*/libicuuc.so.*' >/dev/null; then return; fi
    local package
    package=$(apt-cache pkgnames libicu 2>/dev/null | grep -E '^libicu[0-9]+$' | sort --version-sort | tail -n 1 || true)
    install_packages "${package:-libicu72}" || echo "going on without ICU: international hosts will be refused"
}

# The library that verifies and signs licences; without it they are undetermined, and the programs work on.
want_openssl() {
    if ldconfig -p 2>/dev/null | grep -q 'libcrypto\.so\.3' || compgen -G '/usr/lib/*/libcrypto.so.3' >/dev/null; then return; fi
    install_packages libssl3 || echo "going on without OpenSSL 3: licences will be undetermined"
}

# What the man pages are written with.
want_jq() {
    command -v jq >/dev/null || install_packages jq || fail "install jq, which writes the man pages, and try again"
}

# What counts the instructions of a call; without it they are not checked.
want_valgrind() {
    command -v valgrind >/dev/null || install_packages valgrind || echo "going on without valgrind"
}

# What answers for permissions: a message bus, polkit, the desktop's permission store. The demo and some tests start each a
# second time, beside the machine's; without them both leave steps out and print the reason.
want_permission_programs() {
    local missing=()
    command -v busctl >/dev/null || missing+=(systemd)
    command -v dbus-daemon >/dev/null || missing+=(dbus-daemon)
    [[ -x /usr/lib/polkit-1/polkitd || -x /usr/libexec/polkitd ]] || missing+=(polkitd)
    [[ -x /usr/libexec/xdg-permission-store ]] || missing+=(xdg-desktop-portal)
    ((${#missing[@]} == 0)) || install_packages "${missing[@]}" || echo "going on without ${missing[*]}"
}

# What opens links on a desktop: xdg-open, GIO, the portal. Tests run each with a HOME and a message bus of their own.
want_desktop_programs() {
    local missing=()
    command -v xdg-open >/dev/null || missing+=(xdg-utils)
    command -v gio >/dev/null && command -v gdbus >/dev/null || missing+=(libglib2.0-bin)
    command -v update-desktop-database >/dev/null || missing+=(desktop-file-utils)
    [[ -x /usr/libexec/xdg-desktop-portal ]] || missing+=(xdg-desktop-portal)
    command -v dbus-run-session >/dev/null || missing+=(dbus-daemon)
    ((${#missing[@]} == 0)) || install_packages "${missing[@]}" || echo "going on without ${missing[*]}"
}

# Packages that some tests need; without them those tests skip and print the reason.
want_test_packages() {
    want_permission_programs
    want_desktop_programs
    local missing=()
    command -v systemd-analyze >/dev/null || missing+=(systemd)
    command -v systemd-nspawn >/dev/null || missing+=(systemd-container)
    [[ -e /usr/lib/systemd/user/dbus.socket ]] || missing+=(dbus-user-session)
    command -v varlink-go-certification >/dev/null || missing+=(varlink-go)
    command -v pgrep >/dev/null || missing+=(procps)
    # What the examples and the commands of docs need.
    command -v go >/dev/null || missing+=(golang-go)
    [[ -d /usr/share/gocode/src/github.com/varlink/go ]] || missing+=(golang-github-varlink-go-dev)
    if command -v cargo >/dev/null && ! compgen -G '/usr/share/cargo/registry/serde_json-*' >/dev/null; then
        missing+=(librust-serde-json-dev)
    fi
    command -v socat >/dev/null || missing+=(socat)
    command -v strace >/dev/null || missing+=(strace)
    command -v jq >/dev/null || missing+=(jq)
    # What requests over HTTP are sent with, and to.
    ldconfig -p 2>/dev/null | grep -q 'libcurl\.so\.4' || missing+=(libcurl4)
    [[ -x /usr/sbin/nginx ]] || missing+=(nginx-light)
    # What scrapes the daemon's numbers, and checks them.
    [[ -x /usr/bin/promtool ]] || missing+=(prometheus)
    # What polkit's agent of the tests is written with, for the Python of the system.
    /usr/bin/python3 -c 'import dbus, gi' >/dev/null 2>&1 || missing+=(python3-dbus python3-gi)
    # What the language server is driven with.
    command -v nvim >/dev/null || missing+=(neovim)
    # What the grammar for Vim is tried with.
    command -v vim >/dev/null || missing+=(vim)
    # The checks of man pages and of the Debian package.
    command -v mandoc >/dev/null || missing+=(mandoc)
    command -v setfacl >/dev/null || missing+=(acl)
    python3 -c 'import ensurepip' >/dev/null 2>&1 || missing+=(python3-venv)
    ((${#missing[@]} == 0)) || install_packages "${missing[@]}" || echo "going on without ${missing[*]}"
}

install_packages() {
    local as_root=()
    if ((EUID != 0)); then as_root=(sudo -n); fi
    if ! command -v apt-get >/dev/null || ! "${as_root[@]}" true 2>/dev/null; then
        echo "missing, and not to be installed without apt-get and root: $*" >&2
        return 1
    fi
    echo "installing $*"
    quietly "${as_root[@]}" apt-get update \
        && quietly "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$@"
}
