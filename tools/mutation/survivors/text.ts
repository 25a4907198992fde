import type { Survivors } from "./survivors.ts";

export const ofText: readonly Survivors[] = [
  {
    why: "Only a shorter way for text that needs no change: the longer one gives it back as it is.",
    mutants: [
      "src/text/characters.ts: plain.test(text) → false",
      "src/text/characters.ts: /^[\\n\\t -~]*$/ → /^[\\n\\t -~]$/",
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
  {
    why: "Only saves time: without it, what holds no comment is read in vain, or what was looked for is looked for again.",
    mutants: [
      "src/text/comments.ts: !/<[!?]/.test(source) → false",
      "src/text/comments.ts: !/<[!?]/.test(text) → false",
      "src/text/comments.ts: this.#commentEnd <= from → true",
      'src/text/comments.ts: "<" → ""',
      "src/text/inline-html.ts: this.#absent.has(close) → false",
      "src/text/inline-html.ts: found === -1 → false",
      "src/text/inline-html.ts: this.#absent.add(close); → ;",
    ],
  },
  {
    why: "What opens such a comment has two characters or more, so that its end is never found at the second one of the text.",
    mutants: ["src/text/inline-html.ts: -1 → +1"],
  },
  {
    why: "A comment that ends with the text hides as much when it counts as one that is open to the end.",
    mutants: ["src/text/comments.ts: found.end > source.length → found.end >= source.length"],
  },
  {
    why: "Only the compiler asks: the group is in every match, the loop goes on only with a list, and from no place on no address is found either.",
    mutants: [
      "src/text/inline-html.ts: closing.exec(text)?.[1]?.toLowerCase → closing.exec(text)?.[1].toLowerCase",
      "src/text/inline-html.ts: opening.exec(text)?.[1]?.toLowerCase → opening.exec(text)?.[1].toLowerCase",
      "src/text/inline-spans.ts: runs?.pop → runs.pop",
      'src/text/link-end.ts: "" → "Stryker was here!"',
      "src/text/link-end.ts: start === undefined → false",
      "src/text/link-end.ts: start === undefined → false",
    ],
  },
];
