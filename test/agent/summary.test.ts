import { describe, expect, test } from "vitest";
import { renderSummary } from "../../src/agent/comment-text.ts";
import type { Progress } from "../../src/agent/progress.ts";
import type { Outcome } from "../../src/outcomes.ts";
import { richText } from "../../src/text/rich-text.ts";

const answered: Outcome = {
  result: "answered",
  reason: "",
  message: richText`It is so.`,
  advice: [],
};
/** What the summary is made of. */
type Given = Omit<Partial<Progress>, "outcome"> & { outcome?: Outcome };
const render = (
  { outcome = answered, ...known }: Given = {},
  sourceUrl?: string,
  commentUrl?: string,
) => renderSummary(outcome, known, { sourceUrl, commentUrl });
const prLink = "https://github.com/acme/docs/pull/7";
const job = { id: "job_7f3a", status: "active" };

describe("a summary", () => {
  test("shows all that is known of a run", () => {
    const result: Given = {
      outcome: {
        result: "error",
        reason: "service",
        message: richText`The service failed to read the job.`,
        advice: richText`Try later.`,
      },
      asked: "Document the limit\n\n# and more",
      jobId: "job_7f3a",
      job,
      prLink,
      tookMs: 184_000,
    };
    const commentUrl = "https://github.com/acme/site/issues/12#issuecomment-101";
    expect(render(result, undefined, commentUrl)).toMatchInlineSnapshot(`
      "### Docs Agent: Service failing

      The service failed to read the job.

      Pull request: [acme/docs&#35;&#8203;7](<https://github.com/acme/docs/pull/7>) · Job: \`job_7f3a\` (active) · [Comment](<https://github.com/acme/site/issues/12#issuecomment-101>) · Took: 3 min 4 s · Reason: \`service\`

      Try later.

      > Document the limit &#35; and more
      "
    `);
  });

  test("links a reason to its row in the documentation, where that is known", () => {
    const outcome: Outcome = { ...answered, result: "error", reason: "not-found" };
    const source = "https://github.com/acme/docs-agent/blob/v1";
    expect(render({ outcome }, source)).toContain(
      "\nReason: [`not-found`](<https://github.com/acme/docs-agent/blob/v1/docs/reference.md#not-found>)\n",
    );
  });

  test("lists several points, and shows the message instead of one", () => {
    const shown = (...points: string[]) => {
      const outcome = { ...answered, points: points.map((point) => richText`${point}`) };
      return render({ outcome }).split("\n").slice(2, -1);
    };
    expect(shown()).toEqual(["It is so."]);
    expect(shown("One.")).toEqual(["It is so."]);
    expect(shown("One.", "Two <b>.")).toEqual(["- One.", "- Two &lt;b&gt;."]);
    expect(shown("One.", "Two.", "Three.")).toEqual(["- One.", "- Two.", "- Three."]);
  });

  test("quotes up to 1,500 characters of the prompt", () => {
    const quote = render({ asked: "x".repeat(2000) })
      .split("\n")
      .at(-2);
    expect(quote).toBe(`> ${"x".repeat(1499)}…`);
  });
});

test.each<[string, Given]>([
  ["a job without its id", { job }],
  [
    "a pull request that the message links",
    { prLink, outcome: { ...answered, result: "pull-request" } },
  ],
])("a summary leaves out %s", (_, more) => {
  expect(render(more)).toBe(render({ outcome: more.outcome ?? answered }));
});

test("a summary shortens long foreign text", () => {
  const long = "x".repeat(500);
  const shown = render({ jobId: `j${long}`, job: { id: "", status: `s${long}` } });
  expect(shown.match(/[js]x+…x*/g)?.map(({ length }) => length)).toEqual([80, 64]);
});
