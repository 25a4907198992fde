/** Every input with its default, in the order of action.yml. A test compares the two. */
export const inputDefaults = {
  "api-key": "",
  "project-id": "",
  "base-url": "https://api.mintlify.com",
  mode: "agent",
  "github-token": "",
  "issue-number": "",
  prompt: "",
  "prompt-file": "",
  "job-id": "",
  "trigger-phrase": "/docs-agent",
  "required-permission": "write",
  "allowed-users": "",
  context: "auto",
  "diff-range": "",
  "diff-paths": "",
  conversation: "thread",
  comment: "auto",
  mention: "true",
  wait: "true",
  "timeout-minutes": "30",
  "poll-interval-seconds": "",
  "fail-on": "failed,timeout",
  "dry-run": "false",
  period: "7d",
  "date-from": "",
  "date-to": "",
  compare: "true",
  trend: "8",
  top: "10",
  "max-requests": "60",
  "site-url": "",
  "ignore-paths": "",
  signals: "feedback,questions",
  "report-file": "",
} as const;
export type InputName = keyof typeof inputDefaults;

/** The text of every input: what the step sets, or else the default. */
export type InputTexts = Readonly<Record<InputName, string>>;

/** The names of all inputs, in the order of action.yml. */
export function inputNames(): InputName[] {
  return Object.keys(inputDefaults).filter(isInputName);
}

/** True for the name of an input. */
export function isInputName(name: string): name is InputName {
  return Object.hasOwn(inputDefaults, name);
}
