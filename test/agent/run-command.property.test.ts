import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { JobMarkerCodec } from "../../src/agent/job-marker.ts";
import { runCommand } from "../../src/agent/run-command.ts";
import { renderSummary } from "../../src/agent/summary.ts";
import { findTrigger } from "../../src/agent/trigger.ts";
import { parseEvent } from "../../src/github/events.ts";
import { reasons } from "../../src/result.ts";
import { getRunContext } from "../../src/run-context.ts";
import { plainUrl } from "../../src/text/markdown.ts";
import { silentLog } from "../fake-log.ts";
import { clientOf, FakeGitHub } from "../github/fake-github.ts";
import { changed, payloads } from "../github/payloads.ts";
import { load } from "../given-inputs.ts";
import { runs } from "../runs.ts";
import { onMock } from "../service/service-under-test.ts";
import { hostile } from "../text/hostile.ts";
import { render, tagsOf, textOf } from "../text/rendered.ts";

// The official plugin spaces writes by timers, which nobody here has to wait for.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.setTimerTickMode("nextTimerAsync");
});
afterEach(() => void vi.useRealTimers());

const place = { repository: "acme/site", thread: 7, origin: "https://docs.example.com", project: "docs-1" };
const codec = new JobMarkerCodec("mint_0123456789abcdef", place);
const runContext = getRunContext({ GITHUB_REPOSITORY: "acme/site", GITHUB_RUN_ID: "1001" });

/** Answers a comment with this text by this author; the service gives this answer to whatever it is asked. */
async function answered(gitHub: FakeGitHub, text: string, login: string, body: unknown = {}) {
  const { service, clock } = onMock({ status: 200, body });
  const outputs: [string, string][] = [];
  const payload = changed(
    changed(payloads["issue_comment"], ["comment", "body"], text),
    ["comment", "user", "login"],
    login,
  );
  const inputs = load({});
  const event = parseEvent("issue_comment", payload);
  const request = findTrigger(inputs, event);
  if (request.kind === "skip") throw new Error("nothing was asked for");
  const { report, settled } = await runCommand(request, event, inputs, {
    ...{ service, clock, runContext, github: clientOf(gitHub).gitHub, signal: new AbortController().signal },
    log: silentLog,
    setOutput: (name, value) => void outputs.push([name, value]),
    markerCodec: (thread) => new JobMarkerCodec("mint_0123456789abcdef", { ...place, thread }),
    savePostState: () => {},
  });
  await settled();
  return { report, outputs };
}

const live = /@[\p{L}\p{N}_]|#\d|\bGH-\d|[a-z]:\/\/|\bwww\.|[\u202a-\u202e\u2066-\u2069]/iu;
/** Fails if Markdown holds anything live but code, our own marks and links to these addresses. */
function expectInert(source: string, ...addresses: readonly (string | undefined)[]): void {
  const html = render(source.replace(/^<!-- docs-agent:v1 -->/, ""));
  expect(source.lastIndexOf("<!--")).toBeLessThan(1);
  const tags = ["p", "h3", "strong", "code", "sub", "a", "table", "thead", "tbody", "tr", "th", "td"];
  expect(tagsOf(html).filter((tag) => !tags.includes(tag.replace("/", "")))).toEqual([]);
  for (const [, href = ""] of html.matchAll(/<a href="([^"]*)"/g))
    expect(addresses.map((address) => URL.parse(address ?? "")?.origin)).toContain(
      new URL(textOf(href)).origin,
    );
  expect(textOf(html.replace(/<code>[\s\S]*?<\/code>/g, "code"))).not.toMatch(live);
}

describe("somebody who may not command", () => {
  it("is told so in words of ours, whatever GitHub calls the person and the role", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(hostile, fc.constant("somebody")),
        hostile,
        hostile,
        async (login, role, permission) => {
          fc.pre(login !== "");
          const gitHub = new FakeGitHub();
          gitHub.roles.set("somebody", { permission: `no-${permission}`, role_name: `no-${role}` });
          const { report, outputs } = await answered(gitHub, "/docs-agent go", login);
          expect(report.outcome.result).toBe("denied");
          expect(reasons.denied).toContain(report.outcome.reason);
          expectInert(renderSummary(report));
          expect([gitHub.written, outputs, gitHub.reactions]).toEqual([[], [], ["issues/comments/41 -1"]]);
        },
      ),
      runs(25),
    );
  });
});

describe("somebody who asks how the job is doing", () => {
  it("is told what the service says of it, as text and one link", async () => {
    const address = hostile.map((rest) => `https://evil.example/${rest}`);
    const status = hostile.filter((text) => /^[^\p{C}]{1,64}$/u.test(text));
    await fc.assert(
      fc.asyncProperty(status, fc.oneof(address, hostile), async (said, prLink) => {
        const gitHub = new FakeGitHub();
        const comment = gitHub.write("docs[bot]", "");
        const memory = {
          conversation: "thread",
          job: "job_1",
          sent: true,
          runId: "1",
          attempt: 1,
          digest: "d",
          time: 1,
        };
        comment.body = codec.encode({ place: "issue", id: comment.id }, memory);
        const { report, outputs } = await answered(gitHub, "/docs-agent --status", "maintainer", {
          id: "job_1",
          status: said,
          prLink,
        });
        expect(report.outcome.result).toBe("answered");
        expect(gitHub.written).toHaveLength(1);
        expect(gitHub.written[0]?.startsWith("<!-- docs-agent:v1 -->")).toBe(true);
        for (const text of [...gitHub.written, renderSummary(report)])
          expectInert(text, runContext.runUrl, plainUrl(prLink));
        expect(outputs).toContainEqual(["status", said]);
        expect(outputs.find(([name]) => name === "prLink")?.[1]).toBe(plainUrl(prLink));
      }),
      runs(25),
    );
  });
});
