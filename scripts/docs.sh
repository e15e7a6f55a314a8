#!/bin/bash
# Builds the documentation of the library DeepLinkFeatures into .build/documentation; a warning is an error. Arguments go
# to `swift package`: scripts/docs.sh --scratch-path FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/requirements.sh

require_swift
require_packages
command -v docc >/dev/null || fail "docc is not in PATH; it comes with swift"

graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT
swift package "$@" dump-symbol-graph --minimum-access-level public >"$graphs/log" 2>&1 \
    || { tail -n 20 "$graphs/log" >&2; exit 1; }
written=$(sed -n 's/^Files written to //p' "$graphs/log")
mkdir "$graphs/DeepLinkFeatures"
cp "$written"/DeepLinkFeatures*.symbols.json "$graphs/DeepLinkFeatures"
mkdir -p .build
docc convert Sources/DeepLinkFeatures/DeepLinkFeatures.docc --additional-symbol-graph-dir "$graphs/DeepLinkFeatures" \
    --fallback-display-name DeepLinkFeatures --fallback-bundle-identifier io.deeplinkd.DeepLinkFeatures \
    --warnings-as-errors --output-path .build/documentation
