import { parseArgs } from "node:util";
import { PROMPT_WORDS } from "./jobs.ts";
import { startService } from "./start.ts";

const help = `The documentation-agent service on this machine, for trying the action without an account.

  npm run emulator -- [options]

  --port N         where to listen on 127.0.0.1 (4010; 0 for any free port)
  --time-scale N   how many times as fast as real time jobs go (10: a job takes two seconds)
  --pages N        pages of the site whose visitors are reported (120)
  --help           this text

Words in a prompt decide how its turn goes:
${PROMPT_WORDS}
`;

/** Ends with a sentence for the person who typed the command. */
function fail(sentence: string): never {
  console.error(`${sentence} --help lists the options.`);
  process.exit(2);
}

function numberOf(name: string, text: string): number {
  const value = Number(text);
  return /^\d+(\.\d+)?$/.test(text) ? value : fail(`--${name} must be a number, not "${text}".`);
}

const string = (standard: string) => ({ type: "string", default: standard }) as const;
const { values } = parseArgs({
  options: {
    ...{ port: string("4010"), "time-scale": string("10"), pages: string("120") },
    help: { type: "boolean", short: "h" },
  },
});
if (values.help) {
  console.log(help);
  process.exit();
}
const port = numberOf("port", values.port);
const service = await startService({
  port,
  timeScale: numberOf("time-scale", values["time-scale"]),
  pages: numberOf("pages", values.pages),
}).catch((error: unknown) => {
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
    return fail(`Port ${port} is in use; choose another with --port.`);
  throw error;
});
console.log(`The emulated service listens at ${service.url}. Stop with Ctrl+C.

  api-key: ${service.key}
  project-id: ${service.projectId}
  base-url: ${service.url}`);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void service.close());
