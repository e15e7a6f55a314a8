#!/bin/bash
# Builds the documentation of the libraries DeepLinkFeatures, into .build/documentation, and DeepLinkClient, into
# .build/client-documentation; a warning is an error. Arguments are passed to `swift build`:
# scripts/docs.sh --scratch-path FOLDER. With --how-to-read it builds nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

# The pages load their parts with requests, which a browser refuses for files.
print_how_to_read() {
    echo "The documentation is in .build/documentation. To read it:"
    echo "    python3 -m http.server --directory .build/documentation 8000"
    echo "    xdg-open http://localhost:8000/documentation/deeplinkfeatures"
    echo "That of DeepLinkClient is in .build/client-documentation, with the page documentation/deeplinkclient."
}

if [[ ${1:-} == --how-to-read ]]; then
    print_how_to_read
    exit
fi
source scripts/requirements.sh

require_swift
require_packages
command -v docc >/dev/null || fail "docc is not in PATH; it comes with swift"

quietly swift build "$@" --target DeepLinkFeatures
quietly swift build "$@" --target DeepLinkClient
products=$(swift build "$@" --show-bin-path)
graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT

# Writes what a library declares, and what it takes of the modules behind it: see SharedTypes.swift of each.
# Not `swift package dump-symbol-graph`: that fails if the tests have not been built.
extract_symbols() {
    mkdir "$graphs/$1"
    swift symbolgraph-extract -module-name "$1" -I "$products/Modules" -minimum-access-level public \
        -experimental-allowed-reexported-modules="$2" \
        -target "$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)",/\1/p')" \
        -output-dir "$graphs/$1" \
        -Xcc "-fmodule-map-file=$products/CLinux.build/module.modulemap" \
        -Xcc "-fmodule-map-file=$products/CIDNA.build/module.modulemap" \
        -Xcc "-fmodule-map-file=$products/COpenSSL.build/module.modulemap" \
        -Xcc "-fmodule-map-file=$products/CSystemBus.build/module.modulemap"
}

extract_symbols DeepLinkClient ChannelWire,Contract,PermissionWire,PurchaseWire,Varlink
extract_symbols DeepLinkFeatures Contract,Features,PermissionRules,PurchaseRules,Varlink
mkdir -p .build
docc convert Sources/Libraries/DeepLinkClient/DeepLinkClient.docc --warnings-as-errors \
    --output-path .build/client-documentation --additional-symbol-graph-dir "$graphs/DeepLinkClient" \
    --fallback-display-name=DeepLinkClient --fallback-bundle-identifier io.deeplinkd.DeepLinkClient
docc convert Sources/Libraries/DeepLinkFeatures/DeepLinkFeatures.docc \
    --additional-symbol-graph-dir "$graphs/DeepLinkFeatures" \
    --fallback-display-name DeepLinkFeatures --fallback-bundle-identifier io.deeplinkd.DeepLinkFeatures \
    --warnings-as-errors --output-path .build/documentation
print_how_to_read
