import { describe, expect, it } from "vitest";
import type { ActionError } from "../../src/errors.ts";
import { mintlifyUrl, namesOf } from "../../src/names.ts";
import { TransportError } from "../../src/network/transport-error.ts";
import {
  AmbiguousRequestError,
  invalidResponse,
  isPostOperation,
  type Operation,
  StatusError,
  unreachable,
} from "../../src/service/errors.ts";
import { toMarkdown, toPlainText } from "../../src/text/rich-text.ts";
import { redactNothing } from "../no-secrets.ts";

const mintlify = namesOf(new URL(mintlifyUrl));

const operations: Operation[] = [
  "create the job",
  "send the message",
  "read the job",
  "read the visitors",
];

const text = ({ outcome: { message, advice } }: ActionError) =>
  `${toMarkdown(message)} ${toMarkdown(advice)}`;

/** The different messages for a status, with “…” for the operation; one that only some of the four have names them. */
function messages(status: number): string[] {
  const errors = operations.map(
    (operation) =>
      new StatusError(operation, { status, body: "", retryAfterMs: 7000 }, redactNothing, mintlify),
  );
  for (const error of errors)
    expect(error).toMatchObject({ name: "StatusError", status, retryAfterMs: 7000 });
  const groups = Map.groupBy(operations, (operation, index) => {
    const error = errors[index];
    return error && `${error.reason}: ${text(error).replace(operation, "…")}`;
  });
  return Array.from(groups, ([message = "", same]) =>
    same.length === operations.length ? message : `(${same.join(", ")}) ${message}`,
  );
}

describe("a status of the service", () => {
  it("has a reason, a message and advice for each operation", () => {
    expect(
      [401, 402, 403, 404, 429, 500, 400].map((status) => messages(status)),
    ).toMatchInlineSnapshot(`
      [
        [
          "api-key: Mintlify refused the API key; it may have expired (HTTP 401). Create an admin key (scope \`write\`; for a report, \`read\` is enough) on the [API keys page](<https://app.mintlify.com/settings/organization/api-keys>), and save it as the secret that the workflow reads (usually \`DOCS_AGENT_API_KEY\`).",
        ],
        [
          "(create the job, send the message) payment: Mintlify started nothing: the plan has no credits left, or does not include the API (HTTP 402). Check the plan and its credits in the [Mintlify dashboard](<https://app.mintlify.com/>).",
          "(read the job, read the visitors) payment: Mintlify shows nothing: the plan has no credits left, or does not include the API (HTTP 402). Check the plan and its credits in the [Mintlify dashboard](<https://app.mintlify.com/>).",
        ],
        [
          "forbidden: Mintlify does not permit this API key to … (HTTP 403). Check on the [API keys page](<https://app.mintlify.com/settings/organization/api-keys>) that the key has the scope \`write\` (for a report, \`read\` is enough), its allow-list of IP addresses, and the plan.",
        ],
        [
          "(create the job, read the visitors) not-found: Mintlify knows no such project (HTTP 404). Copy the project ID from the [API keys page](<https://app.mintlify.com/settings/organization/api-keys>) into the variable that the workflow reads (usually \`DOCS_AGENT_PROJECT_ID\`).",
          "(send the message, read the job) not-found: Mintlify knows no such job: it may be deleted or belong to another project (HTTP 404). Check \`job-id\` and \`project-id\`.",
        ],
        [
          "(create the job, send the message, read the job) rate-limit: The rate limit of Mintlify is reached (HTTP 429). A project has 100 jobs and 100 messages an hour. Re-run the workflow in an hour.",
          "(read the visitors) rate-limit: The rate limit of Mintlify is reached (HTTP 429). All analytics tools of the organisation share 100 requests an hour. Run the step again in an hour, or lower \`max-requests\` and \`trend\`.",
        ],
        [
          "service: Could not …: Mintlify has a problem (HTTP 500). Re-run the workflow in ten minutes.",
        ],
        [
          "refused: Mintlify refused the request (HTTP 400). Correct what Mintlify names, or check \`base-url\` and \`project-id\`.",
        ],
      ]
    `);
  });

  it("is a redirect that is not followed, a refusal, or the service's own failure by its class", () => {
    for (const status of [300, 399]) expect(messages(status)[0]).toContain("with a redirect (HTTP");
    expect(messages(499)).toEqual(messages(400).map((line) => line.replace("400", "499")));
    expect(messages(599)).toEqual(messages(500).map((line) => line.replace("500", "599")));
  });

  it("is about the plan where its words are, whatever its number says of the key", () => {
    const reasonOf = (status: number, error: string) =>
      new StatusError(
        "create the job",
        { status, body: JSON.stringify({ error }), retryAfterMs: undefined },
        redactNothing,
        mintlify,
      ).outcome.reason;
    expect(reasonOf(401, "Please upgrade to access this route.")).toBe("payment");
    expect(reasonOf(401, "Your Plan has no API.")).toBe("payment");
    expect(reasonOf(401, "Unauthorized explanation")).toBe("api-key");
    expect(reasonOf(403, "Upgrade the key.")).toBe("forbidden");
  });

  it("is about the prompt, or about the job, where the service refuses what a POST brings", () => {
    const refusedBy = (operation: Operation, status: number) =>
      new StatusError(
        operation,
        { status, body: "", retryAfterMs: undefined },
        redactNothing,
        mintlify,
      ).outcome.refuses;
    const statuses = [400, 413, 422, 409, 410, 401, 404, 405, 429, 308, 500];
    const rest = Array(statuses.length - 5).fill(undefined);
    const prompt = Array(3).fill("prompt");
    for (const operation of operations) {
      const job = Array(2).fill(operation === "send the message" ? "message" : undefined);
      expect(statuses.map((status) => refusedBy(operation, status))).toEqual(
        isPostOperation(operation) ? [...prompt, ...job, ...rest] : Array(11).fill(undefined),
      );
    }
  });

  it.each([
    [401, "<html>Sign in</html>", "answer"],
    [403, "\n<!doctype html>Blocked", "answer"],
    [404, "<html>Not here</html>", "answer"],
    [413, "<html>Too large</html>", "refused"],
    [503, "<html>Away</html>", "service"],
    [401, "Unauthorized", "api-key"],
  ])("is a middleman's where the refusal is a page: %i %s", (status, body, reason) => {
    const response = { status, body, retryAfterMs: undefined };
    const { outcome } = new StatusError("create the job", response, redactNothing, mintlify);
    expect(outcome.reason).toBe(reason);
    const says = "Something in front of Mintlify refused the request (HTTP";
    expect(toPlainText(outcome.message).includes(says)).toBe(reason === "answer");
  });

  it("quotes nothing of a body that could not be read", () => {
    const body = new TransportError("the connection broke");
    const response = { status: 500, body, retryAfterMs: undefined };
    expect(new StatusError("read the job", response, redactNothing, mintlify).message).toBe(
      "Could not read the job: Mintlify has a problem (HTTP 500).",
    );
  });
});

describe("a failed request", () => {
  const cause = new TransportError("the line is dead");

  it("is unreachable, ambiguous when it may have changed something, or an invalid response", () => {
    const errors = [
      unreachable("read the job", cause),
      new AmbiguousRequestError("create the job", "the connection broke", { cause }),
      new AmbiguousRequestError("send the message", "the connection broke", { cause }),
      invalidResponse("read the visitors", "the response is not JSON"),
    ];
    expect(errors.map((error) => `${error.reason}: ${text(error)}`)).toMatchInlineSnapshot(`
      [
        "unreachable: Could not read the job: the line is dead. Check the address, the runner's network and its proxy settings (HTTPS_PROXY, NO_PROXY).",
        "uncertain: The connection broke, so it is unknown whether a job was created. ",
        "uncertain: The connection broke, so it is unknown whether the job received the message. ",
        "answer: Could not read the visitors: the response is not JSON. Check that \`base-url\` is the address of the API itself, not of a page or proxy in front of it.",
      ]
    `);
    expect(errors.map((error) => error.cause)).toEqual([cause, cause, cause, undefined]);
  });
});
