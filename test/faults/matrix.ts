import * as z from "zod";
import { differences } from "./checks.ts";
import { expectedOf, expectedWithoutFault } from "./expected.ts";
import { type FaultRun, runWithFault } from "./harness.ts";
import { type FaultCase, type FaultName, faultKinds, faultNames, isSlow } from "./kinds.ts";
import { type RequestCase, requestCases } from "./requests.ts";
import type { Servers } from "./servers.ts";

export const cellSchema = z.object({
  request: z.string(),
  mode: z.enum(["agent", "visitors"]),
  side: z.enum(["service", "GitHub"]),
  fault: z.enum(faultNames),
  times: z.enum(["once", "always"]),
  result: z.string(),
  reason: z.string(),
  /** How it differs from `expectedOf`; empty when it does not. */
  differences: z.array(z.string()),
  /** What of that is not known, or that a known failure is gone. */
  unexpected: z.array(z.string()),
  /** Why it is known to differ. */
  known: z.string().optional(),
  ms: z.number(),
});
/** One request with one fault, and how that run ended. */
export type Cell = z.output<typeof cellSchema>;

/** Cells that are known to differ from `expectedOf`: shown in every table, and reported once they agree. */
type KnownFailure = {
  requests: readonly string[];
  faults: readonly FaultCase["fault"][];
  /** Looked for in every difference; what it does not match is unexpected all the same. */
  differs: RegExp;
  why: string;
};

const knownFailures: readonly KnownFailure[] = [];

/** Every fault with a request, once and every time, in groups that share their servers. */
export function allFaults(): FaultCase[][] {
  return [
    faultNames.map((fault) => ({ fault, times: "once" })),
    faultNames.map((fault) => ({ fault, times: "always" })),
  ];
}

/** The requests that the same rule of `expected.ts` is for, in the same mode and on the same side. */
export function alike({ role, mode, side }: RequestCase): RequestCase[] {
  return requestCases.filter((one) => one.role === role && one.mode === mode && one.side === side);
}

/**
 * One fault of each kind with a request, in turn over the requests, so that together they meet every fault. Requests
 * that are alike share the kinds, two or more each. Slow faults, which cost a time-out each, come to one request in
 * five, and stay only for POSTs to the service, which are not repeated: else they cost a time-out per attempt.
 */
function selectedNames(request: RequestCase): FaultName[] {
  const row = requestCases.indexOf(request);
  const group = alike(request);
  const shares = Math.min(group.length, 3);
  return Object.values(faultKinds).flatMap((kind, column): FaultName[] => {
    if (column % shares !== group.indexOf(request) % shares) return [];
    const faults: readonly FaultName[] = kind;
    const quick = faults.filter((fault) => !isSlow(fault));
    const slow = row % 5 === column % 5 ? faults.find(isSlow) : undefined;
    return [slow ?? quick[row % quick.length] ?? kind[0]];
  });
}

/** The selected faults with a request. Each fault comes once and every time by turns. */
export function selectedFaults(request: RequestCase): FaultCase[] {
  const earlier = requestCases.slice(0, requestCases.indexOf(request)).flatMap(selectedNames);
  const mayStay = request.method === "POST" && request.side === "service";
  return selectedNames(request).map((fault): FaultCase => {
    const isOdd = earlier.filter((name) => name === fault).length % 2 === 1;
    return { fault, times: (isSlow(fault) ? mayStay : isOdd) ? "always" : "once" };
  });
}

/** The run without a fault. Requests that are made in the same run share it. */
async function soundRun(servers: Servers, request: RequestCase): Promise<FaultRun> {
  const { mode, event, setup, prompt, with: inputs, pages } = request;
  const key = JSON.stringify([mode, event, setup, prompt, inputs, pages]);
  const run = servers.soundRuns.get(key) ?? (await runWithFault(servers, request, undefined));
  servers.soundRuns.set(key, run);
  return run;
}

/** Runs a request with faults, after a run without any has shown that the request itself is sound. */
export async function runCells(
  servers: Servers,
  request: RequestCase,
  faultCases: readonly FaultCase[],
): Promise<Cell[]> {
  const { name, mode, side } = request;
  const secrets = [servers.service.key, servers.gitHub.tokens.bot];
  const sound = await soundRun(servers, request);
  const unsound = differences(request, undefined, sound, expectedWithoutFault(request), secrets);
  if (unsound.length > 0)
    throw new Error(`“${name}” without a fault: ${unsound.join(", ")}\n${sound.stdout}`);
  const cells: Cell[] = [];
  for (const faultCase of faultCases) {
    const begun = performance.now();
    const run = await runWithFault(servers, request, faultCase);
    const found = differences(request, faultCase, run, expectedOf(request, faultCase), secrets);
    const known = knownFailures.find(
      ({ requests, faults }) => requests.includes(name) && faults.includes(faultCase.fault),
    );
    cells.push({
      ...{ request: name, mode, side, ...faultCase },
      ...{ result: run.outputs["result"] ?? "", reason: run.outputs["reason"] ?? "" },
      differences: found,
      unexpected: unexpectedOf(found, known),
      ...(known === undefined ? {} : { known: known.why }),
      ms: Math.round(performance.now() - begun),
    });
  }
  return cells;
}

function unexpectedOf(found: readonly string[], known: KnownFailure | undefined): string[] {
  if (known === undefined) return [...found];
  if (found.length === 0) return ["ends as expected now; remove it from the known failures"];
  return found.filter((difference) => !known.differs.test(difference));
}

/** What is not as expected, a line each. */
export function unexpectedLines(cells: readonly Cell[]): string[] {
  return cells.flatMap(({ request, fault, times, unexpected }) =>
    unexpected.map((what) => `${request} × ${fault}, ${times}: ${what}`),
  );
}
