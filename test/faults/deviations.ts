import { type FaultName, faultNames } from "./faults.ts";
import type { Trouble } from "./stage.ts";

/** Cells in which the action is known to differ from the design: shown in every table, and a surprise once they agree. */
export type Deviation = {
  /** The names of the rows. */
  requests: readonly string[];
  faults: readonly FaultName[];
  times: readonly Trouble["times"][];
  /** Looked for in every difference; what it does not find is a surprise all the same. */
  differs: RegExp;
  why: string;
};

const always: readonly Trouble["times"][] = ["always"];
const once: readonly Trouble["times"][] = ["once"];
const both: readonly Trouble["times"][] = ["once", "always"];

const lost = /^jobId is lost$|^the comment does not say how it ended$/;
const unnamed = "A re-run that cannot read the earlier attempt's job does not name it.";
const givenUp = "A comment that was certainly not taken is given up at once.";

export const deviations: readonly Deviation[] = [
  {
    requests: ["read the permission", "edit the comment", "edit the reply", "react", "edit the report"],
    ...{ times: both, faults: ["10 MiB"], differs: /^(result|reason|a warning) is |^1 (new|POST)/ },
    why: "Answers of GitHub may have any size.",
  },
  {
    ...{
      requests: ["read the job, re-run"],
      times: always,
      faults: faultNames.filter((fault) => fault !== "404"),
    },
    differs: lost,
    why: unnamed,
  },
  {
    ...{ requests: ["read the job, re-run"], times: once, faults: ["401", "403", "redirect"] },
    differs: lost,
    why: unnamed,
  },
  {
    ...{ requests: ["create the comment", "reply in the review"], times: once },
    ...{ faults: ["408", "429", "429 seconds", "429 date"], differs: /^a warning is true/ },
    why: givenUp,
  },
  {
    ...{ requests: ["create the report"], times: once },
    ...{ faults: ["refused", "408", "429", "429 seconds", "429 date", "503"], differs: /^a warning is true/ },
    why: givenUp,
  },
  {
    requests: ["create the report"],
    ...{ times: both, differs: /^2 new comments$/ },
    faults: ["reset", "reset during", "hang", "slow drip", "500", "502 HTML", "broken JSON", "wrong shape"],
    why: "A report's comment whose answer is lost is not found by the next run.",
  },
];
