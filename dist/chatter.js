import { getString, ownMarker, triggerEventOf } from "./github/trigger-events.js";
const { appendFileSync, readFileSync } = process.getBuiltinModule("node:fs");
const otherWork = ["PROMPT", "PROMPT-FILE"];
export function isPlainChatter(env) {
    const event = triggerEventOf(env["GITHUB_EVENT_NAME"] ?? "");
    if (event === undefined || otherWork.some((other) => input(env, other) !== ""))
        return false;
    if (!["", "agent"].includes(input(env, "MODE")))
        return false;
    let payload;
    try {
        payload = JSON.parse(readFileSync(env["GITHUB_EVENT_PATH"] ?? "", "utf8"));
    }
    catch {
        return false;
    }
    const text = event.text(payload);
    const phrase = (input(env, "TRIGGER-PHRASE") || "/docs-agent").toLowerCase();
    const isFresh = getString(payload, "action") === event.action && text.trim() !== "";
    return isFresh && !text.includes(ownMarker) && !text.toLowerCase().includes(phrase);
}
export function skipChatter(env) {
    const message = "The text holds no line that starts with the trigger phrase.";
    console.log(message);
    const outputs = `result=skipped\nreason=no-command\nmessage=${message}\n`;
    if (env["GITHUB_OUTPUT"])
        appendFileSync(env["GITHUB_OUTPUT"], outputs);
}
function input(env, name) {
    return (env[`INPUT_${name}`] ?? "").trim();
}
