import { parseArgs } from "node:util";
import { CONTROL_PATHS } from "./control.ts";
import { PROMPT_WORDS } from "./jobs.ts";
import { type AgentGitHub, servedKinds } from "./settings.ts";
import { type RunningService, type ServiceOptions, startService } from "./start.ts";

const HELP = `The documentation-agent service on this machine, for trying the action without an account.

  npm run emulator -- [options]

  --port N                 where to listen on 127.0.0.1 (4010; 0 for any free port)
  --time-scale N           how many times as fast as real time jobs go (10: a job takes two seconds)
  --job-seconds N          service seconds a job takes unless its prompt says so (20)
  --pages N                pages of the site whose visitors are reported (120)
  --hostile-paths          puts page paths made to break reports among them
  --exports KIND           feedback, questions and searches: ${servedKinds.join(", ")} (story)
  --github-url URL         a GitHub API where the agent really opens its pull requests;
  --github-token TOKEN       these three go together
  --github-repository O/R
  --github-branch NAME     the branch pull requests go to (the repository's default branch)
  --help                   this text

Words in a prompt decide how its turn goes:
${PROMPT_WORDS}

Beside the service's own paths there is what a test needs:
${CONTROL_PATHS}
`;

/** A sentence for the person who typed the command. */
export class UsageError extends Error {}

type Values = ReturnType<typeof parse>;

function parse(args: readonly string[]) {
  const string = { type: "string" } as const;
  const boolean = { type: "boolean" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{ port: string, "time-scale": string, "job-seconds": string, pages: string },
        ...{ "github-url": string, "github-token": string, "github-repository": string },
        ...{
          exports: string,
          "github-branch": string,
          "hostile-paths": boolean,
          help: { ...boolean, short: "h" },
        },
      },
    }).values;
  } catch (error) {
    const [sentence] = (error instanceof Error ? error.message : String(error)).split(/\.\s/);
    throw new UsageError(`${sentence?.replace(/\.$/, "")}.`);
  }
}

/** What the command line asks for; null when it asks for help. Throws a `UsageError`. */
export function parseOptions(args: readonly string[]): ServiceOptions | null {
  const values = parse(args);
  if (values.help === true) return null;
  const github = githubOf(values);
  return {
    port: numberOf(values, "port", 4010, 0, 65_535, "whole"),
    timeScale: numberOf(values, "time-scale", 10, 0.001, 100_000),
    jobSeconds: numberOf(values, "job-seconds", 20, 0, 1_000_000),
    pages: numberOf(values, "pages", 120, 0, 1_000_000, "whole"),
    hostilePaths: values["hostile-paths"] === true,
    exports: exportsOf(values),
    ...(github === null ? {} : { github }),
  };
}

function numberOf(
  values: Values,
  name: "port" | "time-scale" | "job-seconds" | "pages",
  fallback: number,
  least: number,
  most: number,
  kind: "any" | "whole" = "any",
): number {
  const text = values[name];
  if (text === undefined) return fallback;
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most && (kind === "any" || Number.isInteger(value))) return value;
  const expected = kind === "whole" ? "a whole number" : "a number";
  throw new UsageError(`--${name} must be ${expected} from ${least} to ${most}, not "${text}".`);
}

function exportsOf({ exports = "story" }: Values): NonNullable<ServiceOptions["exports"]> {
  const kind = servedKinds.find((known) => known === exports);
  if (kind === undefined)
    throw new UsageError(`--exports must be one of ${servedKinds.join(", ")}, not "${exports}".`);
  return { feedbackByPage: kind, feedback: kind, assistant: kind, searches: kind };
}

function githubOf(values: Values): AgentGitHub | null {
  const apiUrl = values["github-url"];
  const token = values["github-token"];
  const repository = values["github-repository"];
  const branch = values["github-branch"];
  if ([apiUrl, token, repository, branch].every((value) => value === undefined)) return null;
  if (apiUrl === undefined || token === undefined || repository === undefined)
    throw new UsageError("--github-url, --github-token and --github-repository go together.");
  if (!/^https?:$/.test(URL.parse(apiUrl)?.protocol ?? ""))
    throw new UsageError(`--github-url must be an http or https address, not "${apiUrl}".`);
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository))
    throw new UsageError(`--github-repository must be OWNER/NAME, not "${repository}".`);
  return { apiUrl, token, repository, ...(branch === undefined ? {} : { branch }) };
}

function greeting(service: RunningService): string {
  return `The documentation-agent service listens at ${service.url}

  project id     ${service.projectId}
  key            ${service.key}
  read-only key  ${service.readOnlyKey}
  expired key    ${service.expiredKey}

Create a job:

  curl -s ${service.url}/v2/agent/${service.projectId}/job \\
    -H 'Authorization: Bearer ${service.key}' -H 'Content-Type: application/json' \\
    -d '{"prompt":"Document the --watch flag"}'

In a workflow on a runner on this machine:

  with:
    api-key: ${service.key}
    project-id: ${service.projectId}
    base-url: ${service.url}
    prompt: Document the --watch flag

All requests are listed at ${service.url}/_emulator/requests. Stop with Ctrl+C.
`;
}

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  if (options === null) {
    process.stdout.write(HELP);
    return;
  }
  const service = await startService(options).catch((error: unknown) => {
    const inUse = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    throw inUse ? new UsageError(`Port ${options.port} is in use; choose another with --port.`) : error;
  });
  process.stdout.write(greeting(service));
  const stop = (): void => void service.close();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

if (import.meta.main)
  await main().catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message} --help lists the options.\n`);
    process.exitCode = 2;
  });
