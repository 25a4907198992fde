#!/usr/bin/env bash
# Prints what CHANGELOG.md says about a version, and the line that pins its commit, for the release on GitHub. Fails if
# CHANGELOG.md says nothing.
#
# Usage: release-notes.sh VERSION (1.3.0), in the repository's root, with its commit checked out and GITHUB_REPOSITORY
# (owner/name) in the environment.
set -euo pipefail

notes=$(awk -v head="## [$1]" '/^## |^\[.*\]: / { inside = index($0, head) == 1; next } inside' CHANGELOG.md)
[ -n "$notes" ] || { echo "::error::CHANGELOG.md has no section ## [$1]."; exit 1; }
echo "$notes"
printf '\nTo pin this release, copy this line:\n\n```yaml\n- uses: %s@%s # v%s\n```\n' \
  "$GITHUB_REPOSITORY" "$(git rev-parse HEAD)" "$1"
