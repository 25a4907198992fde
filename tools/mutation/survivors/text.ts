import type { Survivors } from "./survivors.ts";

export const ofText: readonly Survivors[] = [
  {
    why: "Only a shorter way for text that needs no change: the longer one gives it back as it is.",
    mutants: [
      "src/text/characters.ts: plain.test(text) → false",
      'src/text/log.ts: plain.test(text) && !text.includes("::") && !text.includes("##[") → false',
      'src/text/log.ts: "::" → ""',
      'src/text/log.ts: "##[" → ""',
      "src/text/log.ts: /^[\\n -~]*$/ → /^[\\n -~]$/",
    ],
  },
  {
    why: "Only saves time: what has come to rest does not change in another pass, and what was looked up is found at the same place again.",
    mutants: [
      "src/text/invisible.ts: next === current → false",
      "src/text/invisible.ts: lineEnd < after → true",
      "src/text/invisible.ts: lineEnd < after → lineEnd <= after",
      "src/text/invisible.ts: close < after → true",
      "src/text/invisible.ts: close < after → close <= after",
    ],
  },
  {
    why: "The compiler cannot know that there is one: the loop has a container in its hands, and a paragraph has lines.",
    mutants: [
      "src/text/blocks.ts: this.#containers.at(-1)?.empty → this.#containers.at(-1).empty",
      "src/text/blocks.ts: header === undefined → false",
    ],
  },
];
