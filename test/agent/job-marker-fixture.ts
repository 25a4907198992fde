import { type JobMarker, JobMarkerCodec, type MarkerScope } from "../../src/agent/job-marker.ts";

/** The API key that signs. */
export const key = "mint_0123456789abcdef";
/** The thread and project of the markers. */
export const scope: MarkerScope = {
  repository: "acme/site",
  thread: 7,
  origin: "https://docs.example.com",
  project: "acme",
};
export const codec = new JobMarkerCodec(key, scope);
/** What a comment stores. */
export const marker: JobMarker = {
  conversation: "thread",
  comment: "",
  job: "job_7f3a",
  state: "accepted",
  prLink: "https://github.com/acme/docs/pull/3",
  command: "issue-comment:41",
  linkedPr: 0,
  isLink: false,
  runId: "1001",
  attempt: 1,
  digest: "vX_MkGH1P8O--W_0dZdMER",
  time: 1_794_819_660_000,
};
/** The comment that the marker is signed for. */
export const commentKey = { place: "issue", id: 41 } as const;
