import { type JobMarker, JobMarkerCodec } from "../../../src/agent/thread/job-marker.ts";
import type { MarkerScope } from "../../../src/comments/signed-marker.ts";

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
  sharedKey: undefined,
  command: "issue-comment:41",
  isLink: false,
  firstBody: "oQm3Zq0vX9uA1Hc8dYk2LrT7sWfE5bNjG4pViKxMzC0",
  job: { id: "job_7f3a", prLink: "https://github.com/acme/docs/pull/3", at: 1_794_819_600_000 },
  linkedPr: undefined,
  request: {
    ...{ runId: "1001", attempt: 1, digest: "vX_MkGH1P8O--W_0dZdMER" },
    state: { kind: "accepted", jobId: "job_7f3a", as: "job", at: 1_794_819_600_000 },
    time: 1_794_819_660_000,
  },
  earlier: [],
};
/** The comment that the marker is signed for. */
export const commentKey = { place: "issue", id: 41 } as const;
