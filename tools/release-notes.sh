#!/usr/bin/env bash
# Prints what CHANGELOG.md says about a version, for the release on GitHub. Fails if that is nothing.
#
# Usage: release-notes.sh VERSION (1.3.0), in the repository's root.
set -euo pipefail

notes=$(awk -v head="## [$1]" '/^## |^\[.*\]: / { inside = index($0, head) == 1; next } inside' CHANGELOG.md)
[ -n "$notes" ] || { echo "::error::CHANGELOG.md has no section ## [$1]."; exit 1; }
echo "$notes"
