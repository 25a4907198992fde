const textEvents = {
    issue_comment: { action: "created", text: (payload) => at(payload, "comment", "body") },
    pull_request_review_comment: { action: "created", text: (payload) => at(payload, "comment", "body") },
    pull_request_review: { action: "submitted", text: (payload) => at(payload, "review", "body") },
    issues: {
        action: "opened",
        text: (payload) => `${at(payload, "issue", "title")}\n\n${at(payload, "issue", "body")}`.trim(),
    },
    pull_request: { action: "opened", text: (payload) => at(payload, "pull_request", "body") },
    pull_request_target: { action: "opened", text: (payload) => at(payload, "pull_request", "body") },
};
export function textEventOf(name) {
    return Object.hasOwn(textEvents, name) ? textEvents[name] : undefined;
}
export const ownMarker = "<!-- docs-agent:v1 -->";
export function at(payload, ...path) {
    let value = payload;
    for (const key of path)
        value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
    return typeof value === "string" ? value : "";
}
