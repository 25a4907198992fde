import type { Survivors } from "./survivors.ts";

export const ofAgent: readonly Survivors[] = [
  {
    why: "Both groups of the pattern take part in every match, so that their defaults, which the compiler asks for, are never used.",
    mutants: ['src/agent/memory.ts: "" → "Stryker was here!"'],
  },
  {
    why: "A field that is missing reads as one that is undefined.",
    mutants: ["src/agent/recall.ts: { latest: undefined, rerun: undefined } → {}"],
  },
  {
    why: "The page of the guess itself is not in the list, so that none of it is equal to the guess.",
    mutants: ["src/agent/recall.ts: pages[0] > guess → pages[0] >= guess"],
  },
  {
    why: "Of two memories that were signed in the same millisecond either may count.",
    mutants: ["src/agent/recall.ts: a.memory.time >= b.memory.time → a.memory.time > b.memory.time"],
  },
  {
    why: "Nobody wishes for neither a prompt nor a job: without a prompt, a request is one to watch the job of job-id.",
    mutants: ["src/agent/resolve.ts: wish.jobId !== undefined → true"],
  },
  {
    why: "A job that has come to a final status has been read.",
    mutants: ["src/agent/outcomes.ts: ending.job?.status → ending.job.status"],
  },
  {
    why: "The client of GitHub throws nothing but its own errors; the question tells the compiler so.",
    mutants: ["src/agent/voice.ts: !(error instanceof GitHubError) → false"],
  },
];
