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
  conversation: fc.constantFrom("thread", "thread", "run:other"),
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
    fc.asyncProperty(comments, fc.boolean(), fc.boolean(), async (given, isPullRequest, isRerun) => {
      const gitHub = new FakeGitHub();
      for (const one of given) write(gitHub, one);
      const thread = { number: 7, isPullRequest, comments: gitHub.issueComments.length };
      const rerunOf = isRerun ? { runId: "1", attempt: 3, digest: marker.digest } : undefined;
      const criteria = { conversation: "thread", rerunOf };
      const found = await findJob(clientOf(gitHub).gitHub, codec, thread, criteria);

      const ours = given
        .filter(({ kind, conversation }) => kind === "own" && conversation === "thread")
        .filter(({ inline }) => isPullRequest || !inline)
        .sort((a, b) => b.time - a.time);
      expect(found.latest?.marker.time).toBe(ours[0]?.time);
      const same = ours.find(({ runId, attempt }) => isRerun && runId === "1" && attempt < 3);
      expect(found.rerun?.marker.time).toBe(same?.time);
    }),
    runs(50),
  );
});
