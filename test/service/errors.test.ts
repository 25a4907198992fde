import { describe, expect, it } from "vitest";
import {
  AmbiguousRequestError,
  CancelledError,
  InvalidResponseError,
  type Operation,
  StatusError,
  UnreachableError,
} from "../../src/service/errors.ts";
import { TransportError, type TransportFailure } from "../../src/service/transport-error.ts";
import { toMarkdown, toPlainText } from "../../src/text/message.ts";

const operations: Operation[] = ["create the job", "send the message", "read the job", "read the visitors"];

/** What people are told of a status, for each operation. */
function told(status: number, location?: string): string[] {
  return operations.map((operation) => {
    const error = new StatusError(operation, { status, body: "", retryAfter: "7", location });
    expect(error).toMatchObject({
      name: "StatusError",
      status,
      retryAfter: "7",
      message: toPlainText(error.what),
    });
    return `${error.reason}: ${toMarkdown(error.what)} ${toMarkdown(error.advice)}`;
  });
}

describe("what people are told of the service's answers", () => {
  it("401", () =>
    expect(told(401)).toMatchInlineSnapshot(`
    [
      "api-key: The service does not accept the API key (HTTP 401). Check that the secret holds an admin key of this project that has not expired (keys last 90 days unless set otherwise); a new one comes from the API keys page of the dashboard.",
      "api-key: The service does not accept the API key (HTTP 401). Check that the secret holds an admin key of this project that has not expired (keys last 90 days unless set otherwise); a new one comes from the API keys page of the dashboard.",
      "api-key: The service does not accept the API key (HTTP 401). Check that the secret holds an admin key of this project that has not expired (keys last 90 days unless set otherwise); a new one comes from the API keys page of the dashboard.",
      "api-key: The service does not accept the API key (HTTP 401). Check that the secret holds an admin key of this project that has not expired (keys last 90 days unless set otherwise); a new one comes from the API keys page of the dashboard.",
    ]
  `));
  it("403", () =>
    expect(told(403)).toMatchInlineSnapshot(`
    [
      "forbidden: The API key may not create the job (HTTP 403). Give the key the scope \`write\`, and if it has an allow-list of addresses, add the runner's.",
      "forbidden: The API key may not send the message (HTTP 403). Give the key the scope \`write\`, and if it has an allow-list of addresses, add the runner's.",
      "forbidden: The API key may not read the job (HTTP 403). Give the key the scope \`read\`, and if it has an allow-list of addresses, add the runner's.",
      "forbidden: The API key may not read the visitors (HTTP 403). Give the key the scope \`read\`, and if it has an allow-list of addresses, add the runner's.",
    ]
  `));
  it("404", () =>
    expect(told(404)).toMatchInlineSnapshot(`
    [
      "not-found: No such project (HTTP 404). Check project-id: it stands on the API keys page of the dashboard.",
      "not-found: No such job or project (HTTP 404). Check job-id and project-id; the job may have been deleted or belong to another project.",
      "not-found: No such job or project (HTTP 404). Check job-id and project-id; the job may have been deleted or belong to another project.",
      "not-found: No such project (HTTP 404). Check project-id: it stands on the API keys page of the dashboard.",
    ]
  `));
  it("429", () =>
    expect(told(429)).toMatchInlineSnapshot(`
    [
      "rate-limit: The service's rate limit does not let us create the job now (HTTP 429). The service takes 100 jobs and 100 messages an hour for a project: run the step again later.",
      "rate-limit: The service's rate limit does not let us send the message now (HTTP 429). The service takes 100 jobs and 100 messages an hour for a project: run the step again later.",
      "rate-limit: The service's rate limit does not let us read the job now (HTTP 429). The service takes 100 jobs and 100 messages an hour for a project: run the step again later.",
      "rate-limit: The service's rate limit does not let us read the visitors now (HTTP 429). The limit of 100 requests an hour is shared by all analytics tools of the organisation: run again in an hour, or lower max-requests and trend.",
    ]
  `));
  it("500", () =>
    expect(told(500)).toMatchInlineSnapshot(`
    [
      "service: The service failed to create the job (HTTP 500). This is on the service's side: run the step again later.",
      "service: The service failed to send the message (HTTP 500). This is on the service's side: run the step again later.",
      "service: The service failed to read the job (HTTP 500). This is on the service's side: run the step again later.",
      "service: The service failed to read the visitors (HTTP 500). This is on the service's side: run the step again later.",
    ]
  `));
  it("400 and 499", () => {
    expect(told(499)).toEqual(told(400).map((text) => text.replace("400", "499")));
    expect(told(400)).toMatchInlineSnapshot(`
      [
        "refused: The service refused to create the job (HTTP 400). Correct what it names, then run the step again.",
        "refused: The service refused to send the message (HTTP 400). Correct what it names, then run the step again.",
        "refused: The service refused to read the job (HTTP 400). Correct what it names, or check base-url and project-id.",
        "refused: The service refused to read the visitors (HTTP 400). Correct what it names, or check base-url and project-id.",
      ]
    `);
  });

  it("a redirect, with the origin that it leads to", () => {
    expect(told(302, "https://other.example.com/path?secret=1")[0]).toMatchInlineSnapshot(
      `"refused: The service answered with a redirect to https:&#8203;//other.example.com, which is not followed because the key must not travel (HTTP 302). Set base-url to the address of the service itself."`,
    );
    for (const status of [300, 399]) expect(told(status)[0]).toContain("with a redirect, which");
    for (const nowhere of ["", "/path", "http://"])
      expect(told(302, nowhere)[0]).toContain("a redirect, which");
    const long = `https://${"a.".repeat(200)}example.com`;
    expect(told(302, long)[0]).toContain(` to https:&#8203;//${"a.".repeat(96)}, which`);
  });

  it("quotes what the service said", () => {
    const body = '{"error":"prompt is too long"}';
    const answer = { status: 400, body, retryAfter: undefined, location: undefined };
    expect(new StatusError("create the job", answer).message).toBe(
      "The service refused to create the job (HTTP 400: “prompt is too long”).",
    );
  });
});

describe("what people are told of requests that fail", () => {
  it.each<TransportFailure>(["certificate", "connect"])("unreachable: %s", (kind) => {
    const cause = new TransportError(kind, "the line is dead");
    const error = new UnreachableError("read the job", cause);
    expect(error).toMatchObject({ name: "UnreachableError", reason: "unreachable", cause });
    expect(error.message).toBe("Could not read the job: the line is dead.");
    expect(toPlainText(error.advice)).toContain(
      kind === "certificate"
        ? "point NODE_EXTRA_CA_CERTS at its certificate"
        : "its proxy settings (HTTPS_PROXY",
    );
  });

  it("uncertain: each of the two that change something", () => {
    const cause = new Error("why");
    const errors = operations
      .slice(0, 2)
      .map((operation) => new AmbiguousRequestError(operation, "it broke", { cause }));
    for (const error of errors)
      expect(error).toMatchObject({ name: "UncertainError", reason: "uncertain", cause });
    expect(
      errors.map(({ what, advice }) => `${toMarkdown(what)} ${toMarkdown(advice)}`),
    ).toMatchInlineSnapshot(`
      [
        "It is unknown whether the service took the request to create the job: it broke. Look at the dashboard before you ask again: a job may exist; if it is there, take it up with the input \`job-id\`.",
        "It is unknown whether the service took the request to send the message: it broke. Look at the job before you send it again: the message may have been taken; the input \`job-id\` without a prompt only watches it.",
      ]
    `);
  });

  it("an answer that is not what was promised", () => {
    const cause = new Error("why");
    const error = new InvalidResponseError("read the visitors", "the answer is not JSON", { cause });
    expect(error).toMatchObject({ name: "AnswerError", reason: "answer", cause });
    expect(`${toPlainText(error.what)} ${toPlainText(error.advice)}`).toMatchInlineSnapshot(
      `"Could not read the visitors: the answer is not JSON. Check that base-url names the documentation service itself, not a page or proxy in front of it; else try again later."`,
    );
  });

  it("a cancellation", () => {
    expect(new CancelledError(true)).toMatchObject({
      name: "CancelledError",
      message: "cancelled",
      mayHaveBeenProcessed: true,
    });
  });
});
