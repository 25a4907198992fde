import { vi } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { type Runtime, run, runPost } from "../../src/run.ts";
import { FakeClock } from "../fake-clock.ts";
import { type Phase, prepareStep, type Step, type StepResult } from "./runner.ts";

const lookMs = 500;
/**
 * After so many looks without a new line of the log, a new sleep or anything over a socket, a run waits for nothing. Once one
 * run has hung, the next ones probably will.
 */
let patience = 10;

/**
 * How much the event loop has read and written. A run that waits for a CPU still gets on, however slowly; one that hangs
 * does not. Fake timers keep the loop turning by themselves, and where they are, nothing goes over a socket.
 */
function eventsSoFar(): number {
  return vi.isFakeTimers() ? 0 : performance.nodeTiming.uvMetricsInfo.events;
}

/** What a step in this process leaves behind; no signal can end it. */
export type InProcessResult = Omit<StepResult, "exitCode" | "signal"> & { exitCode: number };

/** How a step in this process runs: for production's values, `Runtime` says more. */
export type InProcessOptions = Partial<Omit<Runtime, "env">> & {
  phase?: Phase;
  /** For the post step. */
  state?: Readonly<Record<string, string>>;
};

/**
 * Runs a step in this process to its end, from the source, as a process with these variables and files would. One at a
 * time: its variables and its output are those of the process. It takes much less time than `startStep`, which is for
 * what only the bundle in a process of its own can show.
 */
export async function runInProcess(
  step: Step,
  options: InProcessOptions = {},
): Promise<InProcessResult> {
  const { phase = "main", state = {}, ...host } = options;
  const prepared = prepareStep(step, state);
  for (const [name, value] of Object.entries({ RUNNER_DEBUG: undefined, ...prepared.env }))
    vi.stubEnv(name, value);
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    vi.spyOn(process[name], "write").mockImplementation((chunk) => {
      printed[name] += String(chunk);
      return true;
    });
  const clock = host.clock ?? systemClock;
  const stuck = Promise.withResolvers<never>();
  let [quiet, before] = [0, ""];
  const looking = setInterval(() => {
    const sleeps = clock instanceof FakeClock ? clock.sleeps.length : 0;
    const now = `${printed.stdout.length} ${sleeps} ${eventsSoFar()}`;
    quiet = now === before ? quiet + 1 : 0;
    before = now;
    if (quiet < patience) return;
    patience = 2;
    const said = printed.stdout.split("\n").slice(-10).join("\n");
    stuck.reject(
      new Error(`The run does not end: it waits for nothing. The end of its log:\n${said}`),
    );
  }, lookMs);
  try {
    const standard = { isPaced: false, onCancel: () => {} };
    const runtime: Runtime = { ...standard, ...host, clock, env: prepared.env };
    // The process of the post step always ends with 0.
    const ended = phase === "main" ? run(runtime) : runPost(runtime).then(() => 0);
    const exitCode = await Promise.race([ended, stuck.promise]);
    if (clock instanceof FakeClock && clock.failure !== undefined) throw clock.failure;
    const stdout = printed.stdout.replaceAll(prepared.folder, "WORKSPACE");
    return { exitCode, stdout, stderr: printed.stderr, ...prepared.written() };
  } finally {
    clearInterval(looking);
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    prepared.remove();
  }
}

/**
 * A clock for runs over real sockets: a wait takes no time, as the service's time moves on with it. The jitter is high,
 * so that waits are long and what gives up after a span does so after few attempts.
 */
export function clockOf(
  service: { advance(ms: number): void },
  { start = Date.now(), speed = 1 } = {},
): FakeClock {
  return new FakeClock(start, { speed, jitter: 0.9, onJump: (ms) => service.advance(ms) });
}
