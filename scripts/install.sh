#!/bin/bash
# Installs deeplinkd: builds the programs, and puts them, the unit files, a table, completions, man pages, the manual and
# the examples in their places.
#
#     scripts/install.sh                                      below /usr/local, as root
#     scripts/install.sh --prefix /usr --destdir stage        into the folder stage, as scripts/package.sh does
#     scripts/install.sh --uninstall                          removes what was installed
#
# The table is /etc/deeplinkd/routes.conf with every prefix, because the daemon reads it there. One that was changed is never
# overwritten or removed. What was installed is listed in share/deeplinkd/installed, with the digest of each file, so a
# second installation removes the files that the new version no longer has. It starts nothing, and needs no systemd.
set -euo pipefail
umask 022
caller=$PWD
cd "$(dirname "$0")/.."
source scripts/requirements.sh

usage() {
    cat <<'END_OF_USAGE'
usage: scripts/install.sh [--prefix FOLDER] [--destdir FOLDER] [--programs FOLDER]
       scripts/install.sh --uninstall [--prefix FOLDER] [--destdir FOLDER]

  --prefix FOLDER    install below this folder; default: /usr/local
  --destdir FOLDER   put everything into this folder, as the root of another machine or of a package
  --programs FOLDER  install deeplinkd and deeplinkctl of this folder, instead of building them
  --uninstall        remove what was installed with the same prefix; a changed table stays
  --help             print this
END_OF_USAGE
}
refuse() {
    echo "${0##*/}: $*" >&2
    usage >&2
    exit 2
}

# MARK: Options

prefix=/usr/local destdir='' programs='' verb=install
while (($# > 0)); do
    case $1 in
        --prefix | --destdir | --programs)
            (($# > 1)) || refuse "$1 needs a folder"
            [[ -n $2 && $2 != -* ]] || refuse "$1 needs a folder, not '$2'"
            declare "${1#--}=$2"
            shift 2
            ;;
        --prefix=* | --destdir=* | --programs=*)
            name=${1%%=*}
            [[ -n ${1#*=} ]] || refuse "$name needs a folder"
            declare "${name#--}=${1#*=}"
            shift
            ;;
        --uninstall) verb=uninstall && shift ;;
        --help | -h) usage && exit ;;
        *) refuse "there is no option '$1'" ;;
    esac
done
# The prefix is written into unit files, where a blank or a percent sign has a meaning.
[[ $prefix =~ ^(/[A-Za-z0-9_][A-Za-z0-9._+-]*)+/?$ ]] \
    || refuse "--prefix is an absolute path of letters, digits and . _ + -, not '$prefix'"
prefix=${prefix%/}
if [[ $prefix =~ ^/(home|root|tmp|var/tmp|run)(/|$) ]]; then
    refuse "--prefix cannot be $prefix: the unit file's sandbox hides that folder from the daemon"
fi
absolute() { if [[ $1 == /* ]]; then realpath -m -- "$1"; else realpath -m -- "$caller/$1"; fi; }
if [[ -n $destdir ]]; then destdir=$(absolute "$destdir"); fi
if [[ $destdir == / ]]; then destdir=''; fi
if [[ -n $programs ]]; then programs=$(absolute "$programs"); fi
if [[ -z $destdir ]] && ((EUID != 0)); then fail "only root can install on this machine; or use --destdir"; fi

share=$prefix/share
pages=$share/doc/deeplinkd
table=/etc/deeplinkd/routes.conf
manifest=$share/deeplinkd/installed
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# MARK: The list of what is installed: a digest and a path in each line, or `folder` and the path of a folder made here

digest_of() { sha256sum -- "$1" | cut -d ' ' -f 1; }
# The digest with which a path was installed before, if it was.
digest_before() { if [[ -f $destdir$manifest ]]; then awk -v path="$1" '$2 == path { print $1 }' "$destdir$manifest"; fi; }
installed=() folders=()

make_folder() {
    local folder=$1
    if [[ -d $destdir$folder ]]; then return; fi
    if [[ $folder == /*/* ]]; then make_folder "${folder%/*}"; fi
    mkdir "$destdir$folder"
    folders+=("$folder")
}

# Puts a file in its place: put MODE FILE PATH. It is renamed there, so a running program keeps its own file.
put() {
    local mode=$1 file=$2 path=$3
    make_folder "${path%/*}"
    install -m "$mode" -- "$file" "$destdir$path.new~"
    mv -fT -- "$destdir$path.new~" "$destdir$path"
    installed+=("$(digest_of "$destdir$path") $path")
}

# The same for a text that names paths: those of the prefix take the place of those of /usr.
put_text() {
    sed "s,/usr/bin/deeplink,$prefix/bin/deeplink,g; s,/usr/share/doc/deeplinkd,$pages,g" "$2" >"$work/text"
    put "$1" "$work/text" "$3"
}

# MARK: Installing

has_short_relocations() {
    local version
    version=$(getconf GNU_LIBC_VERSION 2>/dev/null || true)
    [[ $(printf '%s\n' 2.36 "${version#glibc }" | sort --version-sort | head -n 1) == 2.36 ]]
}

build_programs() {
    require_swift
    require_packages
    echo "building the programs (the first time takes several minutes)"
    # Swift's static library exports all its symbols, which no other program looks for: without them each program has 2 MB less.
    # Not --icf=all, which saves 1 % more: Swift tells some key paths apart by the addresses of functions that it would merge.
    local build=(swift build --configuration release --scratch-path .build/static --static-swift-stdlib
        --disable-local-rpath -Xlinker --no-export-dynamic -Xlinker --build-id=none
        -Xswiftc -file-prefix-map -Xswiftc "$PWD=." -Xcc "-ffile-prefix-map=$PWD=.")
    # Relocations in the short form, which the C library reads since 2.36: 1.4 MB less. Of Swift's linkers lld writes them.
    if has_short_relocations; then build+=(-Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs); fi
    # The C++ library, which Swift's runtime uses a little of: to load all of it takes 0.7 ms of every start, and what is used
    # of it makes a program 0.1 MB larger. The linker takes the archive because its folder holds no other form of the library.
    local archive
    archive=$("$(dirname "$(command -v swiftc)")/clang" -print-file-name=libstdc++.a 2>/dev/null || true)
    if [[ -f $archive ]]; then
        mkdir -p .build/static/archives
        ln -sf -- "$archive" .build/static/archives/libstdc++.a
        build+=(-Xswiftc -L -Xswiftc "$PWD/.build/static/archives")
    fi
    quietly "${build[@]}" --product deeplinkd
    quietly "${build[@]}" --product deeplinkctl
    programs=$("${build[@]}" --show-bin-path)
}

# Swift's digests of the modules would differ with the folder of the checkout, and no running program reads them. They are
# overwritten: if strip removes the section, GNU_RELRO is lost, which protects relocated data.
strip_program() {
    strip --strip-all "$1"
    objcopy --dump-section ".swift_modhash=$work/digests" "$1" "$work/copy" 2>/dev/null || return 0
    head -c "$(stat -c %s "$work/digests")" /dev/zero >"$work/zeros"
    objcopy --update-section ".swift_modhash=$work/zeros" "$1"
}

put_programs() {
    local program
    mkdir "$work/bin"
    for program in deeplinkd deeplinkctl; do
        [[ -x $programs/$program ]] || fail "there is no program $programs/$program"
        "$programs/$program" --version >/dev/null || fail "$programs/$program does not run on this machine"
        cp -- "$programs/$program" "$work/bin/$program"
        if command -v strip >/dev/null; then strip_program "$work/bin/$program"; fi
    done
    for program in deeplinkd deeplinkctl; do put 755 "$work/bin/$program" "$prefix/bin/$program"; done
}

# The client library in C, for apps in other languages.
put_c_library() {
    scripts/c-library.sh "$work/c" "$prefix"
    if command -v strip >/dev/null; then strip --strip-unneeded "$work/c/lib/libdeeplink.so.1"; fi
    put 644 "$work/c/lib/libdeeplink.so.1" "$prefix/lib/libdeeplink.so.1"
    put 644 "$work/c/lib/pkgconfig/deeplink.pc" "$prefix/lib/pkgconfig/deeplink.pc"
    put 644 "$work/c/include/deeplink.h" "$prefix/include/deeplink.h"
    ln -sfn libdeeplink.so.1 "$destdir$prefix/lib/libdeeplink.so"
    installed+=("$(digest_of "$destdir$prefix/lib/libdeeplink.so") $prefix/lib/libdeeplink.so")
    if [[ -z $destdir ]] && command -v ldconfig >/dev/null; then ldconfig; fi
}

put_units() {
    local unit
    for unit in deeplinkd.service deeplinkd.socket; do
        put_text 644 "systemd/$unit" "$prefix/lib/systemd/system/$unit"
        put_text 644 "systemd/user/$unit" "$prefix/lib/systemd/user/$unit"
    done
    for unit in deeplinkd-metrics.socket deeplinkd-metrics@.service; do
        put_text 644 "systemd/$unit" "$prefix/lib/systemd/system/$unit"
    done
    # Distributions whose packages enable no unit by themselves ask the presets.
    put 644 systemd/user-preset/80-deeplinkd.preset "$prefix/lib/systemd/user-preset/80-deeplinkd.preset"
    put_text 644 systemd/sysusers.d/deeplinkd.conf "$prefix/lib/sysusers.d/deeplinkd.conf"
}

put_catalog() {
    scripts/catalog.sh >"$work/deeplinkd.catalog"
    put 644 "$work/deeplinkd.catalog" "$prefix/lib/systemd/catalog/deeplinkd.catalog"
}

put_completions() {
    local shell zsh=$share/zsh/site-functions
    # Debian's zsh looks for the completions of packages there.
    if [[ $prefix == /usr && -f /etc/debian_version ]]; then zsh=$share/zsh/vendor-completions; fi
    for shell in bash zsh fish; do
        "$work/bin/deeplinkctl" --generate-completion-script "$shell" >"$work/completion.$shell"
    done
    # It is sourced, so it needs no line that names an interpreter.
    sed -i '1{/^#!/d}' "$work/completion.bash"
    put 644 "$work/completion.bash" "$share/bash-completion/completions/deeplinkctl"
    put 644 "$work/completion.zsh" "$zsh/_deeplinkctl"
    put 644 "$work/completion.fish" "$share/fish/vendor_completions.d/deeplinkctl.fish"
}

put_man_pages() {
    local page
    scripts/man.sh "$work/bin" "$work/man" "$prefix"
    for page in "$work"/man/man*/*; do put 644 "$page" "$share/man/${page#"$work/man/"}"; done
}

# A page with its links to what is installed, and the others as plain text: put_page FILE UP, where UP leads to the top.
put_page() {
    local file=$1 up=$2
    sed -E "s,\]\($up(routes\.c),](${up}examples/\1,g
        s,\]\($up(Examples)/,](${up}examples/,g
        s,\]\($up(systemd)/,](${up}examples/\1/,g
        s,\[([^]]*)\]\($up(CONTRIBUTING\.md|docs/internals/|Sources/|Tests/|scripts/)[^)]*\),\1,g
        s,\[([^]]*)\]\(internals/[^)]*\),\1,g" "$file" >"$work/page"
    put_text 644 "$work/page" "$pages/$file"
}

put_pages_and_examples() {
    local file mode
    for file in README.md SECURITY.md CHANGELOG.md; do put_page "$file" ''; done
    for file in docs/*.md; do put_page "$file" '\.\./'; done
    for file in docs/authoring/*.md docs/clients/*.md; do put_page "$file" '\.\./\.\./'; done
    for file in docs/threats/*.md; do put_page "$file" '\.\./\.\./'; done
    for file in docs/pictures/*; do put 644 "$file" "$pages/$file"; done
    put 644 LICENSE "$pages/LICENSE"
    for file in routes.conf routes.cases systemd/{exec,exec-socket,network}.conf systemd/deeplinkd-clock.service; do
        put_text 644 "$file" "$pages/examples/$file"
    done
    for file in packaging/routes.*; do put_text 644 "$file" "$pages/examples/system/${file##*/}"; done
    for file in Examples/{apps,subscribers,ways-out}/{*.*,*/*.*} $(find Examples/operate -type f | sort); do
        [[ -e $file ]] || continue
        mode=644
        if [[ -x $file ]]; then mode=755; fi
        put "$mode" "$file" "$pages/examples/${file#Examples/}"
    done
}

# The table and its cases are the administrator's from the first change on, and so is a link to another file.
put_table() {
    local file path new now
    make_folder "${table%/*}/routes.conf.d"
    make_folder "${table%/*}/user/routes.conf.d"
    for file in packaging/routes.*; do
        path=${table%/*}/${file##*/}
        new=$(digest_of "$destdir$pages/examples/system/${file##*/}")
        now=
        if [[ -L $destdir$path ]]; then now=link; elif [[ -e $destdir$path ]]; then now=$(digest_of "$destdir$path"); fi
        if [[ -z $now || $now == "$new" || $now == "$(digest_before "$path")" ]]; then
            put 644 "$destdir$pages/examples/system/${file##*/}" "$path"
        else
            echo "kept $destdir$path, which was changed; the new one is $pages/examples/system/${file##*/}"
        fi
    done
}

# Removes what the version before had and this one has not, and writes the list.
finish_list() {
    make_folder "${manifest%/*}"
    {
        printf '%s\n' "${installed[@]}"
        if ((${#folders[@]} > 0)); then printf 'folder %s\n' "${folders[@]}"; fi
        if [[ -f $destdir$manifest ]]; then grep '^folder ' "$destdir$manifest" || true; fi
    } | LC_ALL=C sort -u -k 2 >"$work/list"
    if [[ -f $destdir$manifest ]]; then
        awk 'NR == FNR { kept[$2]; next } $1 != "folder" && $2 !~ /^.etc./ && !($2 in kept)' "$work/list" "$destdir$manifest" >"$work/old"
        remove_listed "$work/old"
    fi
    install -m 644 "$work/list" "$destdir$manifest"
}

print_next_steps() {
    echo "installed ${#installed[@]} files below $destdir$prefix, and the table $destdir$table"
    if [[ -n $destdir ]]; then return; fi
    if readelf -d "$prefix/bin/deeplinkd" 2>/dev/null | grep -q 'libswiftCore'; then
        echo "The programs need the libraries of Swift where they were built. Without --programs they would not."
    fi
    echo
    echo "Next, as root:"
    if command -v systemctl >/dev/null; then
        echo "    systemd-sysusers $prefix/lib/sysusers.d/deeplinkd.conf"
        case $prefix in
            /usr | /usr/local) echo "    systemctl daemon-reload" ;;
            *) echo "    systemctl link $prefix/lib/systemd/system/deeplinkd.{socket,service}" ;;
        esac
        echo "    journalctl --update-catalog                         so that journalctl -x explains the lines of the log"
        echo "    systemctl enable --now deeplinkd.socket deeplinkd.service"
        echo "    systemctl try-restart deeplinkd.service             after an upgrade; callers wait meanwhile"
        case $prefix in
            /usr | /usr/local) echo "    systemctl --global enable deeplinkd.socket          an instance for each user, from the next login on" ;;
            *) echo "    systemctl --global link $prefix/lib/systemd/user/deeplinkd.{socket,service}" ;;
        esac
    else
        echo "    useradd --system --user-group --no-create-home --shell /usr/sbin/nologin deeplinkd"
        echo "    install -d -o deeplinkd -g deeplinkd -m 755 /run/deeplinkd"
        echo "    install -d -o deeplinkd -g deeplinkd -m 700 /var/lib/deeplinkd"
        echo "    env --unset=HOME --unset=XDG_CONFIG_HOME DEEPLINKD_EXEC=no \\"
        echo "        setpriv --reuid deeplinkd --regid deeplinkd --clear-groups \\"
        echo "        $prefix/bin/deeplinkd --socket /run/deeplinkd/io.deeplinkd.sock --state-dir /var/lib/deeplinkd"
    fi
    # Without a socket of systemd the daemon makes one for its own user, and root.
    if command -v systemctl >/dev/null; then echo "Then, as any user:"; else echo "Then, as root:"; fi
    echo "    $prefix/bin/deeplinkctl open deeplinkd:works"
    echo "The manual begins at $pages/docs/README.md."
}

# MARK: Removing

# Removes the files of a list: DIGEST PATH in each line. Of the table's folder only what is as it was installed.
remove_listed() {
    local digest path
    while read -r digest path; do
        case $path in
            *..*) continue ;;
            /etc/deeplinkd/*)
                if [[ ! -f $destdir$path || -L $destdir$path ]]; then continue; fi
                if [[ $(digest_of "$destdir$path") != "$digest" ]]; then
                    echo "kept $destdir$path, which was changed"
                    continue
                fi
                ;;
            "$prefix"/*) ;;
            *) continue ;;
        esac
        rm -f -- "$destdir$path"
    done <"$1"
}

uninstall() {
    [[ -f $destdir$manifest ]] || fail "nothing is installed below $destdir$prefix: there is no $destdir$manifest"
    local unit
    if [[ -z $destdir && -d /run/systemd/system ]] && command -v systemctl >/dev/null; then
        for unit in deeplinkd.socket deeplinkd.service; do
            if systemctl --quiet is-active "$unit" || systemctl --quiet is-enabled "$unit" 2>/dev/null; then
                fail "$unit is in use; first: systemctl disable --now deeplinkd.socket deeplinkd.service"
            fi
        done
        if systemctl --global --quiet is-enabled deeplinkd.socket 2>/dev/null; then
            fail "the socket is enabled for users; first: systemctl --global disable deeplinkd.socket"
        fi
    fi
    grep -v '^folder ' "$destdir$manifest" >"$work/files"
    # The deepest folder first.
    sed -n 's/^folder //p' "$destdir$manifest" | LC_ALL=C sort -r >"$work/folders"
    remove_listed "$work/files"
    rm -f -- "$destdir$manifest"
    local folder
    while read -r folder; do
        if [[ -d $destdir$folder ]]; then rmdir --ignore-fail-on-non-empty -- "$destdir$folder"; fi
    done <"$work/folders"
    echo "removed deeplinkd from $destdir$prefix; its user deeplinkd and /var/lib/deeplinkd stay"
}

if [[ $verb == uninstall ]]; then
    uninstall
    exit
fi
if [[ -z $programs ]]; then build_programs; fi
if [[ -n $destdir ]]; then mkdir -p "$destdir"; fi
put_programs
put_c_library
put_units
put_catalog
put_completions
put_man_pages
# The icon of desktop entries whose table names none.
put 644 packaging/io.deeplinkd.Links.svg "$share/icons/hicolor/scalable/apps/io.deeplinkd.Links.svg"
put_pages_and_examples
put_table
finish_list
print_next_steps
