import type { FaultName } from "./faults.ts";
import type { Trouble } from "./harness.ts";

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

const both: readonly Trouble["times"][] = ["once", "always"];

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
    why: "answers of GitHub may have any size",
  },
];
