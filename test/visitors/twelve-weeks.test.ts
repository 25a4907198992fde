import { expect, it } from "vitest";
import { promptedRow } from "../../src/visitors/outputs.ts";
import { renderSite } from "./site-report.ts";
import { twelveWeeks } from "./twelve-weeks.ts";

it("twelve weeks of one site: what to do, what is new, what helped, and what the agent is asked about", () => {
  const told = twelveWeeks().map((site, index) => {
    const { report, comment, digest } = renderSite(site);
    const [, call = ""] = /alike\. (.*)$/m.exec(digest) ?? [];
    const rows = report.next.flatMap((row) => {
      if (!("path" in row)) return [];
      const line = comment.split("\n").find((one) => one.startsWith(`- [\`${row.path}\``)) ?? "";
      const nth = /\((?:\d+\w\w week|new)\)/.exec(line)?.[0] ?? "";
      return [`  ${row.path}${nth && ` ${nth}`}${line.includes("was closed on") ? " closed" : ""}`];
    });
    const verdict = /\*\*([A-Z][a-z ]*):\*\* .*/.exec(comment)?.[0];
    const prompt = promptedRow(report)?.page;
    const parts = [
      ...rows,
      ...(verdict ? [`  ${verdict}`] : []),
      ...(prompt ? [`  asks about ${prompt}`] : []),
    ];
    return [`${index + 1}. ${call}`, ...parts].join("\n");
  });
  expect(`\n${told.join("\n")}\n`).toMatchInlineSnapshot(`
    "
    1. 2 pages want work.
      /guides/webhooks
      /guides/billing
      asks about /guides/webhooks
    2. 3 pages want work, new: /sdks/python.
      /sdks/python (new)
      /guides/webhooks (2nd week)
      /guides/billing (2nd week)
      asks about /sdks/python
    3. 3 pages still want work.
      /sdks/python (2nd week)
      /guides/webhooks (3rd week)
      /guides/billing (3rd week)
    4. 2 pages still want work. Changed: /guides/webhooks.
      /sdks/python (3rd week)
      /guides/billing (4th week)
      **Too early to tell:** 1 of 6 questions unanswered in 4 days since, 17 of 33 in the 24 days before.
    5. 1 page still wants work. The change of /guides/webhooks helped. Off the list: /guides/billing.
      /sdks/python (4th week)
      **It helped:** unanswered questions fell from 12 of 23 in the 17 days before to 2 of 16 in 11 days since.
    6. 1 page still wants work.
      /sdks/python (5th week) closed
    7. 1 page still wants work.
      /sdks/python (6th week) closed
    8. The visitors need nothing from you; feedback could not be read, so /sdks/python may still want work.
    9. Nothing needs you this week. Off the list: /sdks/python.
    10. 2 pages want work, new: /integrations/mcp-server and /guides/errors.
      /guides/errors (new)
      asks about /guides/errors
    11. 2 pages want work, new: /sdks/go.
      /guides/errors (2nd week)
      /sdks/go (new)
      asks about /sdks/go
    12. 3 pages want work, new: /guides/encryption.
      /guides/errors (3rd week)
      /sdks/go (2nd week)
      /guides/encryption (new)
      asks about /guides/encryption
    "
  `);
});
