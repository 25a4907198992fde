// Loaded into the process of a step before the action, to see and do there what no test can from outside. SIGUSR2 makes
// happen what DO_ON_SIGUSR2 names; at its end, the process writes what is left into the file LEFT_AT_EXIT.
import { writeFileSync } from "node:fs";

const { DO_ON_SIGUSR2: effect, EFFECT_TEXT: text = "", LEFT_AT_EXIT: file } = process.env;

const effects = {
  throw: () => {
    throw Object.assign(new Error(text), { code: "E_TEST" });
  },
  reject: () => void Promise.reject(new Error(text)),
  "reject a text": () => void Promise.reject(text),
  warn: () => process.emitWarning(text),
  // No system but Windows has the signal, so that nothing else can send it.
  SIGBREAK: () => void process.emit("SIGBREAK", "SIGBREAK"),
};
if (effect !== undefined) process.on("SIGUSR2", () => void setImmediate(effects[effect]));

if (file !== undefined)
  process.on("exit", () => {
    const sockets = process.getActiveResourcesInfo().filter((name) => /TCP|TLS/.test(name));
    writeFileSync(file, JSON.stringify({ sockets }));
  });
