import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCommand } from "../../src/agent/command.ts";
import { ReportComment, type ReportPlace } from "../../src/visitors/comment.ts";
import { renderReport } from "../../src/visitors/report.ts";
import { silentLog } from "../fake-log.ts";
import { clientOf, FakeGitHub } from "../github/fake-github.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { counts, dataOf, period, reportOf } from "./report-fixture.ts";

const place: ReportPlace = {
  repository: "acme/site",
  issue: 7,
  origin: "https://docs.example.com",
  project: "acme",
};

/** Where a run keeps its report, with this GitHub at the other end. */
function commentIn(gitHub: FakeGitHub, key = "mint_0123456789abcdef"): ReportComment {
  const { gitHub: client } = clientOf(gitHub, { spaceWrites: false });
  const log = {
    ...silentLog,
    warning: (title: string, text: string) => {
      throw new Error(`${title}: ${text}`);
    },
  };
  return new ReportComment(client, log, key, place);
}

/** What others write into the issue, also in imitation of us. */
const other = fc
  .array(
    fc.oneof(
      hostile,
      fc.constantFrom(
        "<!-- docs-agent:v1 -->\n",
        "<!-- docs-agent:report ",
        "A".repeat(43),
        " -->",
        "\n\n## Docs visitors",
      ),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(""));
const paths = fc.uniqueArray(hostile, { maxLength: 4 });
const reportOn = (names: readonly string[]) =>
  renderReport(
    reportOf({
      data: dataOf({
        current: period(
          counts(90, 30),
          names.map((path) => ({ path, ...counts(60, 20) })),
        ),
      }),
    }),
  );

describe("the comment that holds the report", () => {
  it("is found again among whatever others write, and no other is touched", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(other, { maxLength: 4 }),
        fc.array(other, { maxLength: 4 }),
        paths,
        paths,
        async (before, after, first, second) => {
          const gitHub = new FakeGitHub();
          const older = gitHub.write("reader", "");
          for (const body of before) gitHub.write("reader", body);
          const made = await commentIn(gitHub).publish(reportOn(first));
          // A copy of ours, and one that another key signed, look like it and are not.
          older.body = gitHub.own()[0]?.body ?? "";
          gitHub.write("reader", older.body);
          await commentIn(gitHub, "mint_of_somebody_else").publish(reportOn(first));
          for (const body of after) gitHub.write("reader", body);
          const theirs = () =>
            gitHub.issueComments.filter(({ id }) => id !== made?.id).map(({ body }) => body);
          const untouched = theirs();
          const again = await commentIn(gitHub).publish(reportOn(second));
          expect(again?.id).toBe(made?.id);
          expect(theirs()).toEqual(untouched);
          const body = gitHub.issueComments.find(({ id }) => id === made?.id)?.body ?? "";
          expect(body.endsWith(`\n\n${reportOn(second)}`)).toBe(true);
          expect(body).toMatch(/^<!-- docs-agent:v1 -->\n<!-- docs-agent:report [\w-]{43} -->\n\n/);
          expect(body.split("<!--")).toHaveLength(3);
        },
      ),
      runs(15),
    );
  });

  it("fits with the longest report that it has room for", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(hostile, { minLength: 4, maxLength: 8 }), async (names) => {
        const gitHub = new FakeGitHub();
        const comment = commentIn(gitHub);
        const many = Array.from({ length: 1500 }, (_, index) => `${names[index % names.length]}${index}`);
        const whole = reportOf({
          data: dataOf({
            current: period(
              counts(9000, 30),
              many.map((path) => ({ path, ...counts(60, 20) })),
            ),
          }),
        });
        await comment.publish(renderReport({ ...whole, maxBytes: comment.room }));
        const body = gitHub.own()[0]?.body ?? "";
        expect(body.length).toBeLessThanOrEqual(65_536);
        expect(body.endsWith("</sub>\n")).toBe(true);
      }),
      runs(3),
    );
  });

  it("holds no command, whatever the pages are called", () => {
    const path = fc.oneof(
      hostile,
      hostile.map((text) => `\n/docs-agent ${text}`),
      hostile.map((text) => `${text}\n\n/docs-agent x`),
    );
    fc.assert(
      fc.property(fc.uniqueArray(path, { minLength: 1, maxLength: 4 }), (names) => {
        expect(findCommand(reportOn(names), "/docs-agent")).toBeUndefined();
      }),
      runs(100),
    );
  });
});
