import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compact, type Entry } from "../../src/agent/ledger.ts";
import {
  type LedgerPlace,
  notesText,
  type RangeNotes,
  rangeText,
  renderLedger,
} from "../../src/agent/ledger-text.ts";
import { markerSigner } from "../../src/github/marker.ts";
import { reasons } from "../../src/outcomes.ts";
import { toMarkdown, toPlainText } from "../../src/text/rich-text.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { render, textOf } from "../text/rendered.ts";
import { expectInert } from "./inert.ts";
import { a, b, c, commit, entryOf, now, place, pullLink } from "./ledger-fixture.ts";

const day = 86_400_000;
const pull = (state: NonNullable<Entry["pull"]>["state"], number = 41, more: object = {}) => ({
  pull: { link: pullLink(number), state, at: now - 3 * day, ...more },
});
const elsewhere = { link: "https://github.com/acme/docs/pull/7" };
const undone = (why: string, more: Partial<Entry> = {}): Partial<Entry> => ({
  phase: "undone",
  why,
  pull: undefined,
  ...more,
});
const neverSent = (why: string) => undone(why, { jobId: undefined });
const sending = (): Partial<Entry> => ({
  phase: "sending",
  at: now,
  pull: undefined,
  jobId: undefined,
});

/** The cells of the table that people see, row by row. */
function rowsOf(entries: readonly Entry[], where = place): string[][] {
  const html = render(renderLedger(entries, where, now, ""));
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].slice(1);
  return rows.map(([, row = ""]) =>
    [...row.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell = ""]) =>
      textOf(cell).replaceAll("\u200b", ""),
    ),
  );
}

describe("a row says what became of the commits", () => {
  // biome-ignore format: a table is read by its rows
  test.each<[Partial<Entry>, string]>([
    [sending(), "⏳ Mintlify has not answered the request of 16 Nov yet. If no answer comes: the next run that has these commits and succeeds sends them, and they may be documented twice."],
    [{ ...sending(), why: "uncertain" }, "❌ We can't tell whether Mintlify received the request of 16 Nov. The next run that has these commits and succeeds sends them, and they may be documented twice."],
    [{ phase: "sent", pull: undefined }, "⏳ Sent to the agent on 9 Nov"],
    [{ phase: "sent" }, "⏳ Sent to the agent on 9 Nov, to continue #41"],
    [pull("open", 41, { conflict: "main" }), "⚠️ #41, open since 13 Nov, in conflict with main"],
    [pull("merged"), "✅ #41, merged on 13 Nov"],
    [pull("hidden", 41, { ...elsewhere, at: undefined }), "➖ acme/docs#7 (not visible to this workflow; counts as documented)"],
    [pull("closed"), "❌ #41 was closed. The next run that has these commits and new ones sends them once more."],
    [{ ...pull("open"), repeats: true }, "⏳ #41, open since 13 Nov. If it is closed, these commits do not come again."],
    [{ ...pull("closed"), repeats: true }, "❌ #41 was closed on 13 Nov, and so was one before it: these commits do not come again"],
    [{ pull: undefined }, "➖ No pull request: nothing needed to change, or it was published without one"],
    [{ phase: "nothing", pull: undefined }, "➖ Nothing to document"],
    [{ phase: "nothing", pull: undefined, startsHere: true }, "➖ Nothing to document"],
    [undone("failed"), "❌ The job failed. The next run that has these commits and succeeds sends them."],
    [undone("archived"), "❌ The job was archived. The next run that has these commits and succeeds sends them."],
    [undone("gone", pull("open")), "❌ The job no longer exists. The next run that has these commits and succeeds sends them. If #41 is open, review and merge it: it is not continued."],
    [undone("late", pull("merged")), "❌ Not in #41, which was merged before a run saw the agent finish. The next run that has these commits and succeeds sends them."],
    [neverSent("cancelled"), "❌ The run was cancelled. The next run that has these commits and succeeds sends them."],
    [neverSent("api-key"), "❌ Not sent: API key not accepted. The next run that has these commits and succeeds sends them. A new key or project begins a new table."],
    [neverSent("not-found"), "❌ Not sent: no such project. The next run that has these commits and succeeds sends them. A new key or project begins a new table."],
    [neverSent("what a later version writes"), "❌ Not sent. The next run that has these commits and succeeds sends them."],
    [{ ...pull("open"), isCut: true }, "⏳ #41, open since 13 Nov (GitHub lists only 300 of the changed files)"],
    [{ ...neverSent("payment"), isCut: true }, "❌ Not sent: plan or credits needed. The next run that has these commits and succeeds sends them."],
  ])("%o", (more, says) => {
    expect(rowsOf([entryOf(more)])).toEqual([["4 since 2 Nov", says]]);
  });

  // biome-ignore format: a table is read by its rows
  test.each<[Partial<Entry>, string]>([
    [undone("failed"), "🔁 The job failed. These commits are in a row above."],
    [neverSent("api-key"), "🔁 Not sent: API key not accepted. These commits are in a row above."],
    [sending(), "🔁 We can't tell whether Mintlify received the request of 16 Nov. These commits are in a row above, and they may be documented twice."],
    [pull("closed"), "🔁 #41 was closed. These commits are in a row above."],
  ])("that came again with a newer row: %o", (more, says) => {
    const newer = entryOf({ id: 2, again: [1], at: now - day, ...pull("open", 45) });
    expect(rowsOf([newer, entryOf(more)])[1]).toEqual(["4 since 2 Nov", says]);
  });

  // biome-ignore format: a table is read by its rows
  test.each<[Partial<Entry>, string]>([
    [{ since: undefined, commits: 1 }, "1 commit"],
    [{ branch: "feature/with-a-name-that-leaves-no-room" }, "4 since 2 Nov of feature/wi…s-no-room"],
    [{ branch: "tag:client-" }, "4 since 2 Nov of client-"],
    [{ branch: "tag:" }, "4 since 2 Nov"],
  ])("and which commits these are: %o", (more, says) => {
    expect(rowsOf([entryOf(more)])[0]?.[0]).toBe(says);
  });

  test("with a link to the commits, and to the pull request", () => {
    const body = renderLedger([entryOf()], place, now, "");
    const site = "https://github.com/acme/site";
    expect(body).toContain(`| [4 since 2 Nov](<${site}/compare/${a}...${b}>) | `);
    expect(body).toContain(`](<${pullLink(41)}>), open`);
  });
});

/** The paragraphs of the comment beside its table, as Markdown. */
function around(entries: readonly Entry[], where: Partial<LedgerPlace> = {}): string[] {
  const parts = renderLedger(entries, { ...place, ...where }, now, "<!-- marker -->").split("\n\n");
  return parts.filter((part) => !part.startsWith("| "));
}

describe("the comment says", () => {
  const heading =
    "**Documented by** [Document the merges](<https://github.com/acme/site/actions/workflows/merges.yml>)";
  const footer =
    "<sub>Updated 16 Nov · [workflow run](<https://github.com/acme/site/actions/runs/9>)</sub>";

  test("which workflow and conversation it is about, and when it was written", () => {
    const own = "<!-- docs-agent:v1 -->";
    const merged = [entryOf(pull("merged"))];
    expect(around(merged)).toEqual([own, `${heading} (\`merges\`)`, footer, "<!-- marker -->"]);
    expect(around(merged, { conversation: "thread" })[1]).toBe(heading);
  });

  test("how an open pull request of another repository is changed", () => {
    const open = entryOf(pull("open", 7, elsewhere));
    expect(around([open])[2]).toBe(
      "If commands are set up, comment `/docs-agent` and the change here: the newest job on this page gets it, or a new, paid job after a merge, a close or a failed job, where commands name no `conversation`.",
    );
    expect(around([entryOf(pull("open", 45))]).join()).not.toContain("If commands are set up");
  });

  test("what is not covered, and what to do about it", () => {
    const started = entryOf({ base: c, startsHere: true, ...pull("merged") });
    const changed = entryOf({ id: 2, forgotten: [], ...pull("merged") });
    expect(around([changed, started]).slice(2, 4)).toEqual([
      keyChanged,
      "⚠️ Commits up to `ccccccc` are not covered by the rows of the default branch. If some are missing, save and start `by-hand.yml` (a paid job, with this workflow's `project-id`) with `OLDER...ccccccc` as its `diff-range`, and the last documented commit or tag as OLDER.",
    ]);
  });
});

const closed = pullLink(38);
const keyChanged =
  "This is a new table, because the API key, the project or a name changed. The older one stays as it is.";
// biome-ignore format: a table is read by its rows
test.each<[says: string, Partial<RangeNotes>]>([
  ["", {}],
  [" #38 was closed without a merge, so commits of it come again, once. If this pull request is closed, too, they do not come again.", { closed: [closed] }],
  [" Some may be documented twice, because an earlier request may have arrived.", { isLost: true }],
  [" The branch was force-pushed: these commits begin at the last commit that both histories share.", { isDiverged: true }],
  [" ⚠️ GitHub lists only 300 of the changed files: the agent does not see the others. If a page is missing, save and start by-hand.yml (a paid job, with this workflow's project-id) with a smaller range.", { entry: entryOf({ isCut: true }) }],
  [` ${keyChanged} ⚠️ #41 is not continued. If it is open, review and merge it: what it covers up to aaaaaaa does not come again.`, { entry: entryOf({ forgotten: [pullLink(41)] }) }],
  [` ${keyChanged} ⚠️ #41 is not continued. If it is open, review and merge it: what it covers up to aaaaaaa does not come again. ⚠️ acme/docs#7 is not continued. If it is open, review and merge it: what it covers up to aaaaaaa does not come again.`, { entry: entryOf({ forgotten: [pullLink(41), elsewhere.link] }) }],
  [" ⚠️ Commits up to aaaaaaa are not covered by the rows of the default branch. If some are missing, save and start by-hand.yml (a paid job, with this workflow's project-id) with OLDER...aaaaaaa as its diff-range, and the last documented commit or tag as OLDER.", { entry: entryOf({ startsHere: true }) }],
])("a run says of its commits:%s", (says, more) => {
  const nothing = { entry: entryOf(), isDiverged: false, closed: [], isLost: false };
  const shown = textOf(render(toMarkdown(notesText({ ...nothing, ...more }, place)))).replaceAll("\u200b", "");
  expect(shown.trim()).toBe(says.trim());
});

test("a request says which commits it covers", () => {
  const text = rangeText(entryOf({ commits: 1 }), place);
  const url = `https://github.com/acme/site/compare/${a}...${b}`;
  expect(toPlainText(text)).toBe(`Covers 1 commit since 2 Nov (${url}).`);
  expect(toMarkdown(text)).toContain(`[\`aaaaaaa...bbbbbbb\`](<${url}>)`);
});

describe("foreign text stays inert", () => {
  const anyWebUrl = /^https?:\/\/[^/]/;
  const address = fc.oneof(
    hostile,
    hostile.map((rest) => `https://evil.example/${rest}`),
  );
  const entry = fc
    .record({
      branch: fc.oneof(
        fc.constant("default"),
        hostile,
        hostile.map((name) => `tag:${name}`),
      ),
      phase: fc.constantFrom<Entry["phase"]>("sending", "sent", "ended", "nothing", "undone"),
      why: fc.oneof(fc.constantFrom("late", "failed", ...reasons.error), hostile),
      pull: fc.record({
        link: address,
        state: fc.constantFrom("open", "merged", "closed", "hidden"),
        conflict: fc.option(hostile, { nil: undefined }),
      }),
      again: fc.constantFrom<number[]>([], [1], [2]),
      repeats: fc.boolean(),
      startsHere: fc.boolean(),
      forgotten: fc.option(fc.array(address, { maxLength: 2 }), { nil: undefined }),
      isCut: fc.boolean(),
    })
    .map(entryOf);
  const where = fc
    .record({
      ...{ workflow: hostile, workflowUrl: address, runUrl: address },
      ...{ conversation: hostile, phrase: hostile, service: hostile },
    })
    .map((texts): LedgerPlace => ({ ...place, ...texts }));

  test("in the table, which keeps its rows and cells", () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 3 }), where, (given, here) => {
        const entries = given.map((one, index) => ({ ...one, id: given.length - index }));
        expectInert(renderLedger(entries, here, now, ""), anyWebUrl);
        expect(rowsOf(entries, here).map((cells) => cells.length)).toEqual(entries.map(() => 2));
      }),
      runs(200, 60),
    );
  });

  test("in what a run says of its commits", () => {
    fc.assert(
      fc.property(entry, where, (one, here) => {
        const links = one.pull === undefined ? [] : [one.pull.link];
        const notes = { entry: one, isDiverged: true, closed: links, isLost: true };
        expectInert(toMarkdown(notesText(notes, here)), anyWebUrl);
      }),
      runs(100, 25),
    );
  });
});

test("26 weeks of pushes into one open pull request make a small comment", () => {
  const scope = {
    repository: "acme/site",
    thread: 7,
    origin: "https://api.mintlify.com",
    project: "docs-1",
  };
  const signer = markerSigner("mint_key", "ledger", scope);
  let entries: Entry[] = [];
  for (let push = 0; push < 26 * 5; push++) {
    const [base, head] = [push, push + 1].map((at) => at.toString(16).padStart(40, "0"));
    const newest = entryOf({
      id: push + 1,
      base: base ?? a,
      head: head ?? b,
      tip: commit("7"),
      commits: 1,
    });
    entries = compact([{ ...newest, runId: String(30_000_000_000 + push) }, ...entries]);
  }
  const marker = signer.write(JSON.stringify({ conversation: "merges", version: 999, entries }));
  const body = renderLedger(entries, place, now, marker);
  expect(rowsOf(entries)).toEqual([["130 since 2 Nov", "⏳ #41, open since 9 Nov"]]);
  expect(body.length).toBeLessThan(3000);
});
