/** Event payloads as GitHub sends them, cut down to a few fields more than the action reads. */

const user = { login: "maintainer", type: "User", id: 5 };
const repository = { full_name: "acme/site" };

const issue = {
  number: 7,
  title: "Add a limit",
  html_url: "https://github.com/acme/site/issues/7",
  body: "It limits.",
  user,
  state: "open",
};
const pull = { ...issue, html_url: "https://github.com/acme/site/pull/7", draft: false };
const comment = {
  id: 41,
  body: "/docs-agent Document it",
  html_url: "https://github.com/acme/site/issues/7#issuecomment-41",
  user,
  author_association: "NONE",
};

/** One good payload for each event that can hold a command. */
export const payloads: Readonly<Record<string, Record<string, unknown>>> = {
  issue_comment: { action: "created", issue, comment, repository },
  pull_request_review_comment: {
    action: "created",
    pull_request: pull,
    comment: {
      ...comment,
      html_url: "https://github.com/acme/site/pull/7#discussion_r41",
      path: "src/limit.ts",
      line: 12,
      original_line: 11,
      start_line: 10,
      diff_hunk: "@@ -1,2 +1,3 @@\n+limit",
      in_reply_to_id: 40,
    },
    repository,
  },
  pull_request_review: {
    action: "submitted",
    pull_request: pull,
    review: {
      id: 6,
      body: comment.body,
      html_url: "https://github.com/r/6",
      user,
      state: "commented",
    },
    repository,
  },
  issues: { action: "opened", issue: { ...issue, body: comment.body }, repository },
  pull_request: { action: "opened", pull_request: { ...pull, body: comment.body }, repository },
  pull_request_target: {
    action: "opened",
    pull_request: { ...pull, body: comment.body },
    repository,
  },
};

/** The payload with one place changed: `undefined` takes it out. */
export function changed(payload: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const copy = new Map(
    typeof payload === "object" && payload !== null ? Object.entries(payload) : [],
  );
  const next = changed(copy.get(key), rest, value);
  if (next === undefined) copy.delete(key);
  else copy.set(key, next);
  return Object.fromEntries(copy);
}

/** Every place in a payload, as paths. */
export function places(payload: unknown, at: readonly string[] = []): string[][] {
  if (typeof payload !== "object" || payload === null) return [];
  return Object.entries(payload).flatMap(([key, value]) => [
    [...at, key],
    ...places(value, [...at, key]),
  ]);
}

/** The value at a place of a payload, by nothing but what the payload itself holds. */
export function valueAt(payload: unknown, path: readonly string[]): unknown {
  let value = payload;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, key)?.value;
  }
  return value;
}
