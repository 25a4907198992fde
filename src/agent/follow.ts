import { aborted } from "../clock.ts";
import type { Outcome } from "../outcomes.ts";
import type { Job } from "../service/schemas.ts";
import type { Plan } from "./decide.ts";
import { linkDocsPull } from "./docs-pull.ts";
import { poll, pullOf } from "./job.ts";
import { markedOf } from "./progress.ts";
import { isLate, readLimitMs, readPullContents } from "./pull-contents.ts";
import type { Run } from "./run-state.ts";
import { endOf } from "./sentences.ts";
import { sharedTime } from "./tools.ts";

/** How many pull requests of a job get a comment in a run, each once: the service may name any. */
const maxLinked = 2;

/** Follows a job to which this run sends nothing: one that it is told of, or that an earlier attempt began. */
export async function watch(
  { jobId, resumed }: Extract<Plan, { kind: "watch" }>,
  run: Run,
): Promise<Outcome> {
  const { tools, comment, thread } = run;
  run.owesEnd = true;
  const now = sharedTime(tools);
  const acceptedAt = resumed && tools.clock.elapsed() - Math.max(0, now - resumed.at);
  const watching = run.advance({
    state: resumed ?? { kind: "accepted", jobId, as: "job", at: now },
  });
  tools.log.info(`Waiting for job ${jobId} …`);
  void comment?.write(watching);
  thread.react("eyes");
  return await follow(run, acceptedAt);
}

/** Waits for the job's end, unless `wait` is false; a job that may have ended already is looked at once. */
export async function follow(run: Run, acceptedAt = run.acceptedAt): Promise<Outcome> {
  const { tools, plan } = run;
  const { inputs } = tools;
  const { state } = run.now;
  const isWatch = plan?.kind === "watch";
  // An earlier attempt has seen the end: the job has worked for others since.
  const isEnded = isWatch && plan.resumed?.ended === true;
  const linking = new Map<string, Promise<boolean>>();
  const onJob = (job: Job) => {
    const { job: marked } = markedOf(run.saw(job));
    const link = pullOf(job);
    // As soon as the job shows its pull request, which may be another one than before a follow-up. More it has not.
    const isNew = link !== undefined && !linking.has(link) && linking.size < maxLinked;
    if (isNew && marked !== undefined) {
      linking.set(link, linkDocsPull(job, marked, run));
    }
  };
  // What the answer to the request has said of the job counts as its first news.
  if (run.now.job !== undefined) {
    onJob(run.now.job);
  }
  if (state.kind !== "accepted" || (!inputs.wait && !isWatch)) {
    return endOf("started", run.now);
  }
  const { jobId, as } = state;
  const isFollowUp = as === "follow-up";
  const job = await poll({ jobId, acceptedAt, looksAtOnce: isWatch, isFollowUp, onJob }, tools);
  if (job === undefined) {
    return endOf(inputs.wait ? "timeout" : "started", run.now);
  }
  if (run.acceptedAt !== undefined) {
    run.advance({ tookMs: tools.clock.elapsed() - run.acceptedAt });
  }
  if (!isEnded && (job.status === "failed" || job.status === "archived")) {
    return endOf(job.status, run.now);
  }
  // After a turn without a change, the service may not name the pull request that the job has.
  const link = run.now.prLink;
  if (link === undefined) {
    return endOf("no-changes", run.now);
  }
  // People wait for the end, and a link that is not there in time is not promised.
  const inTime = Promise.race([
    linking.get(link),
    aborted(tools.clock.timeout(readLimitMs)).then(() => false),
  ]);
  const [{ contents, isHidden }, isLinked = false] = await Promise.all([
    readPullContents(link, run.now.tip, tools),
    inTime,
  ]);
  run.advance({ isHidden, isLinked });
  const ended = run.sawPull(contents);
  // A follow-up that came too late is in no pull request.
  return endOf(isLate(contents) ? "no-changes" : "pull-request", ended);
}
