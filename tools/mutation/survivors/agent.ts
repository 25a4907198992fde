import type { Survivors } from "./survivors.ts";

export const ofAgent: readonly Survivors[] = [
  {
    why: "Both groups of the pattern take part in every match, so that their defaults, which the compiler asks for, are never used.",
    mutants: [
      'src/agent/memory.ts: "" → "Stryker was here!"',
      'src/agent/memory.ts: "" → "Stryker was here!"',
    ],
  },
  {
    why: "What a comment is begun with is looked for, and nothing in it is read but whose request it is.",
    mutants: ["src/agent/conversation.ts: true → false"],
  },
  {
    why: "The compiler does not know that a pattern of any length is found, and that what goes on has begun; what is missing is no quote.",
    mutants: [
      'src/agent/mail-head.ts: "" → "Stryker was here!"',
      "src/agent/mail-head.ts: /.*/.exec(this.#text.slice(start))?.[0] → /.*/.exec(this.#text.slice(start))[0]",
      "src/agent/mail-head.ts: this.#last?.addressed → this.#last.addressed",
      "src/agent/mail-head.ts: first !== undefined → true",
    ],
  },
  {
    why: "A field that is missing reads as one that is undefined.",
    mutants: [
      "src/agent/recall.ts: { latest: undefined, newest: undefined, rerun: undefined, lost: false, } → {}",
    ],
  },
  {
    why: "The page of the guess itself is not in the list, so that none of it is equal to the guess.",
    mutants: ["src/agent/recall.ts: pages[0] > always → pages[0] >= always"],
  },
  {
    why: "Of two memories that were signed in the same millisecond either may count.",
    mutants: ["src/agent/recall.ts: a.memory.time >= b.memory.time → a.memory.time > b.memory.time"],
  },
  {
    why: "Nobody wishes for neither a prompt nor a job: without a prompt, a request is one to watch the job of job-id.",
    mutants: ["src/agent/resolve.ts: wish.jobId !== undefined → true"],
  },
  {
    why: "A job that has come to a final status has been read.",
    mutants: ["src/agent/outcomes.ts: ending.job?.status → ending.job.status"],
  },
  {
    why: "The client of GitHub throws nothing but its own errors; the question tells the compiler so.",
    mutants: ["src/agent/voice.ts: !(error instanceof GitHubError) → false"],
  },
  {
    why: "It is looked at only once a job was accepted, which sets it.",
    mutants: ["src/agent/agent.ts: false → true"],
  },
  {
    why: "What was remembered was read from a conversation, so there is one; the question tells the compiler so.",
    mutants: ["src/agent/agent.ts: conversation?.adopt → conversation.adopt"],
  },
  {
    why: "A task that creates a job has none yet, so that its job is undefined with the question and without.",
    mutants: [
      'src/agent/agent.ts: resolved.task.kind === "create" → false',
      'src/agent/agent.ts: "create" → ""',
    ],
  },
  {
    why: "A job that is remembered, and to which something is sent, is sent a message.",
    mutants: ['src/agent/agent.ts: task.kind !== "message" → false'],
  },
  {
    why: "A run that asks the service for anything has a project; what would stand for none is for the compiler.",
    mutants: ['src/agent/agent.ts: "" → "Stryker was here!"'],
  },
  {
    why: "A dry run says of everything but a message that it would be a new job.",
    mutants: [
      'src/agent/agent.ts: { kind: "create", prompt: task.prompt } → {}',
      'src/agent/agent.ts: "create" → ""',
    ],
  },
  {
    why: "A group of the pattern takes part in every match, which the compiler does not know.",
    mutants: ["src/agent/command.ts: flag?.[1]?.toLowerCase → flag?.[1].toLowerCase"],
  },
  {
    why: "An option that is missing is not set.",
    mutants: ["src/agent/command.ts: { lazyQuotes: false } → {}"],
  },
  {
    why: "A comment was opened before the place from which its end is looked for, which is therefore not 0.",
    mutants: ["src/agent/command.ts: end < 0 → end <= 0"],
  },
  {
    why: "Text is no place in the source, and no phrase begins there; the compiler would refuse it.",
    mutants: ['src/agent/command.ts: [] → ["Stryker was here"]'],
  },
  {
    why: "A leaf has at least one slice, and the places that are asked for end with its last; the compiler does not know.",
    mutants: [
      "src/agent/command.ts: leaf.slices.at(-1)?.end → leaf.slices.at(-1).end",
      "src/agent/command.ts: slice !== undefined → true",
    ],
  },
  {
    why: "What is undefined is not at or behind any place.",
    mutants: ["src/agent/command.ts: slice.line !== undefined → true"],
  },
  {
    why: "A text that is split has a first part, so that the default for it is never used.",
    mutants: ['src/agent/facts.ts: "" → "Stryker was here!"'],
  },
  {
    why: "The client of GitHub throws nothing but its own errors; the question tells the compiler so.",
    mutants: ["src/agent/conversation.ts: !(error instanceof GitHubError) → false"],
  },
  {
    why: "What is kept for the post step is kept after there is something to show, which the compiler does not know.",
    mutants: ["src/agent/conversation.ts: this.#newest === undefined → false"],
  },
  {
    why: "A comment does not show the reason code, and this outcome is for nothing else.",
    mutants: ['src/agent/conversation.ts: "" → "Stryker was here!"'],
  },
  {
    why: "A function that comes to its end without a value gives undefined.",
    mutants: ["src/agent/conversation.ts: { return undefined; } → {}"],
  },
  {
    why: "Neither text is a date.",
    mutants: ['src/agent/follow.ts: "" → "Stryker was here!"'],
  },
  {
    why: "Where there is no job, nobody asks whether a thread remembers it.",
    mutants: [
      "src/agent/handle.ts: { jobId: undefined, inThread: false } → {}",
      "src/agent/handle.ts: { jobId: undefined, inThread: false } → {}",
      "src/agent/handle.ts: false → true",
      "src/agent/handle.ts: false → true",
    ],
  },
  {
    why: "Neither text is the address of a pull request.",
    mutants: ['src/agent/handle.ts: "" → "Stryker was here!"'],
  },
  {
    why: "What stands for the prompt of a request that has none only has to be the same when it is run again.",
    mutants: [
      'src/agent/handle.ts: "" → "Stryker was here!"',
      'src/agent/handle.ts: request.kind === "prompt" → true',
    ],
  },
  {
    why: "The client of GitHub, and the wait for it, throw nothing but these errors of their own.",
    mutants: [
      "src/agent/handle.ts: !(error instanceof GitHubError) → false",
      "src/agent/handle.ts: error instanceof CancelledError → true",
    ],
  },
  {
    why: "A text was written in a thread, and a comment has its id; the compiler does not know.",
    mutants: [
      "src/agent/handle.ts: event.thread === undefined → false",
      "src/agent/handle.ts: commentId !== undefined → true",
    ],
  },
  {
    why: "A request to watch names the job of the input, and asks for nothing afresh.",
    mutants: [
      'src/agent/handle.ts: request.kind === "watch" → false',
      'src/agent/handle.ts: "watch" → ""',
      'src/agent/handle.ts: request.kind === "prompt" → true',
    ],
  },
  {
    why: "Without a command there is nothing that a reaction could be put on.",
    mutants: ["src/agent/handle.ts: written === undefined → false"],
  },
  {
    why: "Only comments have the id of one.",
    mutants: [
      'src/agent/handle.ts: kind === "issue-comment" || kind === "review-comment" → true',
      'src/agent/handle.ts: (kind === "issue-comment" || kind === "review-comment") && commentId !== undefined → kind === "issue-comment" || kind === "review-comment" || commentId !== undefined',
    ],
  },
];
