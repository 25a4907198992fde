import type { FaultName } from "./faults.ts";
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

const unsigned = "A report's comment that could not be signed is not found by the next run.";
const givenUp = "A comment that was certainly not taken is given up at once.";

export const deviations: readonly Deviation[] = [
  {
    requests: [
      "read the permission",
      "edit the comment",
      "edit the reply",
      "react",
      "edit the report",
      "sign the report",
    ],
    ...{ times: both, faults: ["10 MiB"], differs: /^(result|reason|a warning) is |^1 (new|POST)/ },
    why: "Answers of GitHub may have any size.",
  },
  {
    ...{ requests: ["create the comment", "reply in the review", "create the report"], times: once },
    ...{ faults: ["408", "429", "429 seconds", "429 date"], differs: /^a warning is true/ },
    why: givenUp,
  },
  {
    ...{ requests: ["sign the report"], times: always, differs: /^2 new comments$/ },
    faults: ["refused", "401", "403", "404", "408", "429", "429 seconds", "429 date", "503", "redirect"],
    why: unsigned,
  },
  {
    ...{ requests: ["sign the report"], times: once, differs: /^2 new comments$/ },
    faults: ["401", "403", "404", "redirect"],
    why: unsigned,
  },
];
