#!/usr/bin/env bash
# Moves the major tag (v1) to a release (v1.3.0), and says so. It stays for a pre-release, and where a newer release of
# that major exists. Fails if it cannot be moved.
#
# Usage: major-tag.sh TAG, in a clone with all tags. gh needs GH_TOKEN, and GITHUB_REPOSITORY names the repository.
set -euo pipefail

tag=$1
major=${tag%%.*}

if [[ $tag == *-* ]]; then
  echo "::notice::$major stays where it is: $tag is a pre-release."
  exit 0
fi

# Git sorts v1.3.0-rc.1 after v1.3.0, so pre-releases are left out first.
newest=$(git tag --list "$major.*" --sort=version:refname | grep -E '^v[0-9]+\.[0-9]+\.[0-9]+$' | tail -n 1 || true)
if [[ $newest != "$tag" ]]; then
  git rev-parse --quiet --verify "refs/tags/$tag" > /dev/null || { echo "::error::There is no tag $tag."; exit 1; }
  echo "::notice::$major stays where it is: $newest is newer than $tag."
  exit 0
fi

# The commit, also where the tag is an annotated one.
commit=$(git rev-parse --verify "refs/tags/$tag^{commit}")
if git rev-parse --quiet --verify "refs/tags/$major" > /dev/null; then
  gh api --method PATCH "repos/$GITHUB_REPOSITORY/git/refs/tags/$major" -f "sha=$commit" -F force=true
else
  gh api --method POST "repos/$GITHUB_REPOSITORY/git/refs" -f "ref=refs/tags/$major" -f "sha=$commit"
fi
echo "$major moves to $tag."
