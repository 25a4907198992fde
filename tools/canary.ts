import { systemClock } from "../src/clock.ts";
import { day } from "../src/dates.ts";
import { ActionError } from "../src/errors.ts";
import { mintlifyUrl } from "../src/names.ts";
import { Connections } from "../src/network/connections.ts";
import { type ExportRequest, Service } from "../src/service/client.ts";
import { feedbackDays, isoRange } from "../src/visitors/read/data.ts";
import type { Rows } from "../src/visitors/read/export-reader.ts";
import {
  questionsPage,
  reportsPage,
  searchesPage,
  votesPage,
} from "../src/visitors/read/signals.ts";
import { visitorsChunk } from "../src/visitors/read/visitors.ts";

/** Every export that the action reads, with the shape that it expects. */
const exports: readonly ExportRequest<Rows<unknown>>[] = [
  { operation: "read the visitors", path: "visitors", query: {}, schema: visitorsChunk },
  { operation: "read the feedback", path: "feedback/by-page", query: {}, schema: votesPage },
  {
    operation: "read the feedback",
    path: "feedback",
    query: { source: "code_snippet" },
    schema: reportsPage,
  },
  { operation: "read the questions", path: "assistant", query: {}, schema: questionsPage },
  { operation: "read the searches", path: "searches", query: {}, schema: searchesPage },
];

/**
 * Reads every export and one job of the real service, and compares their shapes with what the action expects. It starts
 * nothing, so it costs nothing. `say` gets a line for each, without any value of the service. Returns false when one differs.
 */
export async function runCanary(
  env: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<boolean> {
  const key = env["DOCS_AGENT_API_KEY"] ?? "";
  const projectId = env["DOCS_AGENT_PROJECT_ID"] ?? "";
  const jobId = env["DOCS_AGENT_JOB_ID"] ?? "";
  if (key === "" || projectId === "") {
    say("Set DOCS_AGENT_API_KEY (scope read) and DOCS_AGENT_PROJECT_ID in the environment.");
    return false;
  }
  const base = new URL(env["DOCS_AGENT_BASE_URL"] ?? mintlifyUrl);
  const connections = new Connections({});
  const service = new Service({
    endpoint: { base, key, dispatcher: connections.dispatcherFor(base) },
    clock: systemClock,
    projectId,
    redact: (text) => text.replaceAll(key, "***"),
  });
  const once = { maxRetries: 1 };
  const days = {
    ...isoRange({ from: Date.now() - feedbackDays * day, to: Date.now() }),
    limit: 100,
  };

  /** Says what became of one comparison. The messages of other errors quote the service, so they are left out. */
  async function compare(name: string, read: () => Promise<string>): Promise<boolean> {
    try {
      const difference = await read();
      say(difference === "" ? `ok       ${name}` : `differs  ${name}: ${difference}`);
      return difference === "";
    } catch (error) {
      if (!(error instanceof ActionError)) throw error;
      say(`failed   ${name}: ${error.reason === "answer" ? error.message : error.reason}`);
      return false;
    }
  }

  try {
    const results: boolean[] = [];
    for (const wanted of exports) {
      const { path } = wanted;
      const request = { ...wanted, query: { ...days, ...wanted.query } };
      const read = async () => {
        const { rows, malformed } = await service.getExport(request, once);
        if (malformed > 0) return "some rows have another shape";
        if (rows.length === 0) say(`empty    ${path}: the shape of its rows was not seen`);
        return "";
      };
      results.push(await compare(path, read));
    }
    if (jobId === "") say("skipped  job: DOCS_AGENT_JOB_ID names none");
    else
      results.push(await compare("job", async () => missingIn(await service.getJob(jobId, once))));
    return !results.includes(false);
  } finally {
    await connections.close();
  }
}

/** What a job lacks of the fields that the action uses; only its id is required. */
function missingIn(job: Readonly<Record<string, unknown>>): string {
  const used = ["source", "model", "prLink", "createdAt"];
  const missing = used.filter((field) => job[field] === undefined);
  if (job["status"] === "unknown") missing.push("status");
  return missing.length === 0 ? "" : `no usable ${missing.join(", ")}`;
}

if (import.meta.main) process.exitCode = (await runCanary(process.env, console.log)) ? 0 : 1;
