import fc from "fast-check";
import { expect, it } from "vitest";
import { findJob } from "../../src/agent/find-job.ts";
import { JobMarkerCodec } from "../../src/agent/job-marker.ts";
import { clientOf, FakeGitHub } from "../github/fake-github.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { codec, marker, scope } from "./job-marker-fixture.ts";

const otherKey = new JobMarkerCodec("mint_of_a_stranger", scope);

/** A comment of a thread: chatter, one of ours, or one of ours that a stranger copied or forged. */
const comment = fc.record({
  kind: fc.constantFrom("chatter", "own", "own", "copied", "forged"),
  inline: fc.boolean(),
  text: hostile,
  conversation: fc.constantFrom("thread", "thread", "leg-a", "leg-b"),
  isLink: fc.boolean(),
  runId: fc.constantFrom("1", "2"),
  attempt: fc.integer({ min: 1, max: 3 }),
  time: fc.nat(50),
});
type Given = typeof comment extends fc.Arbitrary<infer T> ? T : never;

/** Writes a comment into the thread. Its job is named after its time. */
function write(gitHub: FakeGitHub, { kind, inline, text, ...more }: Given): void {
  const own = inline ? gitHub.writeInline("docs[bot]", "") : gitHub.write("docs[bot]", "");
  const where = { place: inline ? "review" : "issue", id: own.id } as const;
  const content = { ...marker, job: `job_${more.time}`, ...more };
  const encoded = {
    chatter: () => "<!-- docs-agent:job e30.e30 -->",
    own: () => codec.encode(where, content),
    copied: () => codec.encode({ ...where, id: own.id + 1000 }, content),
    forged: () => otherKey.encode(where, content),
  }[kind]?.();
  own.body = `<!-- docs-agent:v1 -->\n\n${text}\n\n${encoded}`;
}

it("the newest marker of ours is found, and that of the same request, whatever else the thread holds", async () => {
  // The order of two markers of the same time is not defined.
  const comments = fc.uniqueArray(comment, { selector: ({ time }) => time, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(comments, fc.boolean(), fc.boolean(), fc.boolean(), async (given, ...flags) => {
      const [isPullRequest, isRerun, isCommand] = flags;
      const gitHub = new FakeGitHub();
      for (const one of given) write(gitHub, one);
      const thread = { number: 7, isPullRequest, comments: gitHub.issueComments.length };
      const criteria = {
        ...{ conversation: "thread", comment: undefined, digest: marker.digest },
        ...{ command: isCommand ? "issue-comment:9" : "", runId: "1", attempt: isRerun ? 3 : 1 },
      };
      const found = await findJob(clientOf(gitHub).gitHub, codec, thread, criteria);

      const all = given
        .filter(({ kind, inline }) => kind === "own" && (isPullRequest || !inline))
        .sort((a, b) => b.time - a.time);
      const jobs = all.filter(({ isLink }) => isCommand || !isLink);
      const names = new Set(jobs.map(({ conversation }) => conversation));
      // A command continues the only named conversation of a thread that has none of its own.
      const isSingleName = isCommand && names.size === 1;
      const expected = jobs.find(({ conversation }) => isSingleName || conversation === "thread");
      expect(found.latest?.marker.time).toBe(expected?.time);
      const ours = all.filter(({ conversation }) => conversation === "thread");
      const same = ours.find(({ runId, attempt }) => isRerun && runId === "1" && attempt < 3);
      expect(found.rerun?.marker.time).toBe(same?.time);
    }),
    runs(50),
  );
});
