import type { Survivors } from "./survivors.ts";

export const ofService: readonly Survivors[] = [
  {
    why: "Nothing and false say the same: do not try again.",
    mutants: [
      "src/service/client.ts: { again: false } → {}",
      "src/service/client.ts: { again: false } → {}",
      "src/service/client.ts: { again: false } → {}",
    ],
  },
  {
    why: "An answer without a body always comes with the error that took it away; the compiler cannot know.",
    mutants: [
      "src/service/client.ts: answer.bodyError?.message → answer.bodyError.message",
      'src/service/client.ts: "the answer cannot be read" → ""',
    ],
  },
  {
    why: "The connection keeps statuses below 200 to itself, as they announce another one.",
    mutants: [
      "src/service/client.ts: answer.status >= 200 → true",
      "src/service/transport.ts: head.status >= 200 → true",
    ],
  },
  {
    why: "The type wants this form too, and undici itself calls only the other.",
    mutants: [
      "src/service/transport.ts: { super.connect(options, callback); return undefined; } → {}",
      "src/service/transport.ts: super.connect(options, callback); → ;",
      "src/service/transport.ts: callback !== undefined → false",
    ],
  },
  {
    why: "It bounds how long a connection may take to be made, for which a test would need an address that never answers.",
    mutants: [
      "src/service/transport.ts: { connect } → {}",
      "src/service/transport.ts: { timeout: timeouts.connectMs } → {}",
      "src/service/transport.ts: { ...opts, headersTimeout: timeouts.connectMs } → {}",
    ],
  },
  {
    why: "Of an error's body, of which a few sentences are shown, one piece more is read.",
    mutants: ["src/service/transport.ts: bytes > maxErrorBytes → bytes >= maxErrorBytes"],
  },
  {
    why: "What is below 300 is no error, or kept by the connection.",
    mutants: ["src/service/errors.ts: status >= 300 → true"],
  },
  {
    why: "What is missing is no address either; the compiler wants to know.",
    mutants: ["src/service/errors.ts: location === undefined → false"],
  },
  {
    why: "No host has the name that it becomes.",
    mutants: ['src/service/transport.ts: "" → "Stryker was here!"'],
  },
  {
    why: "A text without a backslash reads the same after it was parsed; this only spares the parsing.",
    mutants: [
      'src/service/transport.ts: !text.includes("\\\\") → false',
      'src/service/transport.ts: "\\\\" → ""',
      "src/service/schemas.ts: text .slice(0, 2000) → text",
    ],
  },
  {
    why: "Where an object has no such text, any text that names no known failure ends alike.",
    mutants: ['src/service/transport-error.ts: "" → "Stryker was here!"'],
  },
  {
    why: "The tests load the whole of undici, which does the same; the tests of the bundle fail without it.",
    mutants: ["src/service/undici.ts: Object.assign(Dispatcher.prototype, api); → ;"],
  },
];
