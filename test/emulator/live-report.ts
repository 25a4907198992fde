import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { type InProcessResult, runInProcess } from "../runner/in-process.ts";
import type { Step, StepResult } from "../runner/runner.ts";
import type { GitHubEmulator, RunningService } from "./start.ts";

const commentSchema = z.looseObject({ id: z.number(), body: z.string(), html_url: z.string() });
const numbered = z.looseObject({ number: z.number() });
export type Comment = z.infer<typeof commentSchema>;

/** A week that every run of a test reads alike, whenever it runs. */
export const week = { "date-from": "2026-03-02", "date-to": "2026-03-09" } as const;

/** A step that reports the week of the emulated site with a read-only key. */
export function reportStep(
  service: RunningService,
  inputs: Record<string, string> = {},
  more: Partial<Step> = {},
): Step {
  return {
    with: {
      mode: "visitors",
      "api-key": service.readOnlyKey,
      "project-id": service.projectId,
      "base-url": service.url,
      ...week,
      ...inputs,
    },
    ...more,
  };
}

/** What people and programs see of a step, in one text. */
export function everythingSaid({
  stdout,
  stderr,
  outputs,
  summary,
  state,
}: Omit<StepResult, "exitCode" | "signal">): string {
  const lines = stdout.split("\n").filter((line) => !line.startsWith("::add-mask::"));
  return [...lines, stderr, JSON.stringify(outputs), JSON.stringify(state), summary].join("\n");
}

/** Runs in a folder of its own, which is gone afterwards. */
export async function inWorkspace<T>(use: (workspace: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "docs-agent-visitors-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A new issue of the emulated GitHub, into which reports are written. */
export class ReportIssue {
  readonly #gitHub: GitHubEmulator;
  readonly #service: RunningService;
  readonly number: number;

  private constructor(gitHub: GitHubEmulator, service: RunningService, number: number) {
    this.#gitHub = gitHub;
    this.#service = service;
    this.number = number;
  }

  static async open(gitHub: GitHubEmulator, service: RunningService): Promise<ReportIssue> {
    const opened = await gitHub.call("POST", "/issues", { body: { title: "Visitors of the week" } });
    return new ReportIssue(gitHub, service, numbered.parse(opened).number);
  }

  /** Runs a report with this issue as the place for its comment. */
  report(inputs: Record<string, string> = {}): Promise<InProcessResult> {
    return runInProcess(this.step(inputs));
  }

  step(inputs: Record<string, string> = {}): Step {
    const { url, tokens } = this.#gitHub;
    const place = { "issue-number": String(this.number), "github-token": tokens.bot };
    return reportStep(this.#service, { ...place, ...inputs }, { env: { GITHUB_API_URL: url } });
  }

  /** A stranger writes a comment. */
  async write(body: string): Promise<Comment> {
    const path = `/issues/${this.number}/comments`;
    return commentSchema.parse(await this.#gitHub.call("POST", path, { body: { body }, by: "outsider" }));
  }

  async comments(): Promise<Comment[]> {
    const path = `/issues/${this.number}/comments?per_page=100`;
    return z.array(commentSchema).parse(await this.#gitHub.call("GET", path));
  }
}
