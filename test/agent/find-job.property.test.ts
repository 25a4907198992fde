import fc from "fast-check";
import { expect, it } from "vitest";
import { findJob } from "../../src/agent/find-job.ts";
import { type JobMarker, JobMarkerCodec } from "../../src/agent/job-marker.ts";
import { clientOf, FakeGitHub } from "../github/fake-github.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";

const place = { repository: "acme/site", thread: 7, origin: "https://docs.example.com", project: "acme" };
const codec = new JobMarkerCodec("mint_0123456789abcdef", place);
const stranger = new JobMarkerCodec("mint_of_somebody_else", place);

/** A comment of a thread: what a stranger wrote, one of ours, or one of ours that was copied or imitated. */
const comment = fc.record({
  kind: fc.constantFrom("chatter", "own", "own", "copied", "imitated"),
  inline: fc.boolean(),
  around: hostile,
  conversation: fc.constantFrom("thread", "thread", "run:other"),
  runId: fc.constantFrom("1", "2"),
  attempt: fc.integer({ min: 1, max: 3 }),
  time: fc.nat(50),
});
type Given = typeof comment extends fc.Arbitrary<infer T> ? T : never;

it("whatever a thread holds, the newest marker of ours is recalled, and the newest of the same request", async () => {
  await fc.assert(
    fc.asyncProperty(
      // A tie is nobody's to decide.
      fc.uniqueArray(comment, { selector: ({ time }) => time, maxLength: 8 }),
      fc.boolean(),
      fc.boolean(),
      async (comments, isPullRequest, rerun) => {
        const gitHub = new FakeGitHub();
        const written = comments.map((given) => ({ given, job: write(gitHub, given) }));
        const rerunOf = rerun ? { runId: "1", attempt: 3, digest: "d" } : undefined;
        const about = { number: 7, isPullRequest, comments: gitHub.issueComments.length };
        const { gitHub: client } = clientOf(gitHub);
        const found = await findJob(client, codec, about, { conversation: "thread", rerunOf });

        const ours = written
          .filter(
            ({ given }) =>
              given.kind === "own" && given.conversation === "thread" && (isPullRequest || !given.inline),
          )
          .sort((a, b) => b.given.time - a.given.time);
        expect(found.latest?.marker.job).toBe(ours[0]?.job);
        const same = ours.filter(({ given }) => rerun && given.runId === "1" && given.attempt < 3);
        expect(found.rerun?.marker.job).toBe(same[0]?.job);
      },
    ),
    runs(50),
  );
});

/** Writes a comment into the thread; gives back the job that it speaks of. */
function write(
  gitHub: FakeGitHub,
  { kind, inline, around, conversation, runId, attempt, time }: Given,
): string {
  const job = `job_${time}`;
  const marker: JobMarker = { conversation, job, sent: true, runId, attempt, digest: "d", time };
  const own = inline ? gitHub.writeInline("docs[bot]", "") : gitHub.write("docs[bot]", "");
  const where = { place: inline ? "review" : "issue", id: own.id } as const;
  const encoded = {
    chatter: () => "<!-- docs-agent:memory e30.e30 -->",
    own: () => codec.encode(where, marker),
    copied: () => codec.encode({ ...where, id: own.id + 1000 }, marker),
    imitated: () => stranger.encode(where, marker),
  }[kind]?.();
  own.body = `<!-- docs-agent:v1 -->\n\n${around}\n\n${encoded}`;
  return job;
}
