import { type JobMarker, JobMarkerCodec, type MarkerScope } from "../../src/agent/job-marker.ts";

/** The thread that remembers, and whose job. */
export const here: MarkerScope = {
  repository: "acme/site",
  thread: 7,
  origin: "https://docs.example.com",
  project: "acme",
};
/** The key that signs. */
export const key = "mint_0123456789abcdef";
export const codec = new JobMarkerCodec(key, here);
/** What it remembers. */
export const marker: JobMarker = {
  conversation: "thread",
  job: "job_7f3a",
  sent: true,
  runId: "1001",
  attempt: 1,
  digest: "vX_MkGH1P8O--W_0dZdMER",
  time: 1_794_819_660_000,
};
/** The comment that holds it. */
export const at = { place: "issue", id: 41 } as const;
