#!/usr/bin/env bash
# What a person pastes into a workflow: create a job, look at it every five seconds, print its pull request.
set -euo pipefail

url="$BASE_URL/v2/agent/$PROJECT_ID/job"
key="Authorization: Bearer $API_KEY"
json='Content-Type: application/json'

# CREATE_OPTIONS is left unquoted for its words: --retry 3 --retry-all-errors
job=$(jq -n --arg prompt "$PROMPT" '{ $prompt }' | curl -sSf ${CREATE_OPTIONS:-} -H "$key" -H "$json" -d @- "$url")
id=$(jq -r .id <<<"$job")
until status=$(jq -r .status <<<"$job") && [ "$status" != active ]; do
  sleep "${INTERVAL:-5}"
  job=$(curl -sSf -H "$key" "$url/$id")
done
jq -r .prLink <<<"$job"
[ "$status" = completed ]
