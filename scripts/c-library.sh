#!/bin/bash
# Builds the client library in C: scripts/c-library.sh FOLDER [PREFIX, default /usr/local]
#
# It writes FOLDER/lib/libdeeplink.so.1 with the link that compilers look for, FOLDER/lib/pkgconfig/deeplink.pc and
# FOLDER/include/deeplink.h. The library needs the C library alone, and no Swift. CC names another compiler, CFLAGS its options.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/requirements.sh

if (($# < 1 || $# > 2)); then
    echo "usage: ${0##*/} FOLDER [PREFIX]" >&2
    exit 2
fi
folder=$1 prefix=${2:-/usr/local} sources=Sources/Libraries/libdeeplink
compiler=${CC:-}
for name in cc clang; do
    if [[ -z $compiler ]] && command -v "$name" >/dev/null; then compiler=$name; fi
done
[[ -n $compiler ]] || fail "there is no C compiler: neither cc nor clang"
version=$(sed -n 's/.*static let text = "\(.*\)"/\1/p' Sources/Core/Contract/Limits/Version.swift)

mkdir -p "$folder/lib/pkgconfig" "$folder/include"
# shellcheck disable=SC2086  # Options are words.
"$compiler" -std=c11 -D_GNU_SOURCE -D_FORTIFY_SOURCE=2 "-DDEEPLINK_VERSION=\"$version\"" -O2 -Wall -Wextra -Werror \
    "-ffile-prefix-map=$PWD=." -fPIC -fvisibility=hidden -fstack-protector-strong ${CFLAGS:-} \
    -shared -Wl,--version-script=$sources/deeplink.map -Wl,-soname,libdeeplink.so.1 -Wl,-z,defs -Wl,-z,now \
    -Wl,-z,relro -Wl,--build-id=none -pthread -o "$folder/lib/libdeeplink.so.1" $sources/*.c
ln -sf libdeeplink.so.1 "$folder/lib/libdeeplink.so"
install -m 644 $sources/include/deeplink.h "$folder/include/deeplink.h"
cat >"$folder/lib/pkgconfig/deeplink.pc" <<END_OF_FILE
prefix=$prefix
libdir=\${prefix}/lib
includedir=\${prefix}/include

Name: deeplink
Description: client library of deeplinkd
Version: $version
Libs: -L\${libdir} -ldeeplink
Cflags: -I\${includedir}
END_OF_FILE
