#!/usr/bin/env bash
# What a person pastes into a workflow: every page of a period into a CSV file, one request after the other.
#   bash pages.sh FILE FROM/TO [FROM/TO of the period before [FROM/TO of an older point of a trend …]]
set -euo pipefail

ask() { # RANGE LIMIT OFFSET
  curl -sSf -H "Authorization: Bearer $API_KEY" \
    "$BASE_URL/v1/analytics/$PROJECT_ID/visitors?dateFrom=${1%/*}&dateTo=${1#*/}&limit=$2&offset=$3"
}

totals() { # RANGE, with an answer as input
  jq -r --arg range "$1" '"\($range) \(.totals.human) \(.totals.ai) \(.totals.total)"'
}

read_pages() { # RANGE FOLDER
  local offset=0 more=true
  while [ "$more" = true ]; do
    ask "$1" 250 $offset >"$(printf '%s/%07d.json' "$2" $offset)"
    more=$(jq .hasMore "$(printf '%s/%07d.json' "$2" $offset)")
    offset=$((offset + 250))
  done
  totals "$1" <"$2/0000000.json"
}

file=$1 period=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/now" "$folder/before"

read_pages "$period" "$folder/now"
if [ $# -eq 0 ]; then
  echo path,human,ai,total >"$file"
  cat "$folder"/now/*.json | jq -r '.visitors[] | [.path, .human, .ai, .total] | @csv' >>"$file"
  exit
fi

read_pages "$1" "$folder/before"
shift
for range in "$@"; do ask "$range" 1 0 | totals "$range"; done
echo path,human,ai,total,previousHuman,previousAi,previousTotal >"$file"
cat "$folder"/before/*.json | jq '.visitors[]' >"$folder/rows.json"
cat "$folder"/now/*.json | jq -rn --slurpfile rows "$folder/rows.json" '
  ([$rows[] | {key: .path, value: .}] | from_entries) as $before
  | inputs.visitors[]
  | [.path, .human, .ai, .total] + ($before[.path] | [.human // 0, .ai // 0, .total // 0])
  | @csv' >>"$file"
