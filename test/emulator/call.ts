/**
 * The JSON of the answer to a request with a token; null where its status is one of `fine`. Throws when the request is
 * refused.
 */
export async function call(
  url: string,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  fine: readonly number[] = [],
): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/vnd.github+json",
      "content-type": "application/json",
      "user-agent": "docs-agent-emulator",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (fine.includes(response.status)) return null;
  if (!response.ok) throw new Error(`${method} ${path || "/"} was answered with ${response.status}`);
  return await response.json();
}
