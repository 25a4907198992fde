import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RepositoryEvents } from "./events.ts";
import { firstStep, RecipeHarness, withInput } from "./harness.ts";
import type { WorkflowEvent } from "./triggers.ts";

let harness: RecipeHarness;
beforeEach(async () => {
  harness = await RecipeHarness.start();
});
afterEach(() => harness.close());

/** Recipes that end in a thread of each kind, each on an event. The documentation is in the same repository. */
const recipes: [
  recipe: string,
  event: string,
  make: (events: RepositoryEvents) => WorkflowEvent,
][] = [
  ["merges", "a Monday", (events) => ({ ...events.dispatch({}), name: "schedule" })],
  ["monorepo", "a merge", (events) => events.merged("server")],
  ["label", "a labelled issue", (events) => events.labelled("issue", "docs-wanted")],
  ["reviews", "a review", (events) => events.review("/docs-agent Document it")],
];

const waitsNot = withInput("wait: false");
/** A minute tells what half an hour would, by fewer looks at the job. */
const stopsSoon = withInput("timeout-minutes: 1");

/** Of a monorepo, each package has its own file for commands, as the page says. */
const forServer = (text: string) =>
  withInput("conversation: server\n          trigger-phrase: /docs-server")(
    text.replace("'/docs-agent'", "'/docs-server'"),
  );

type Run = (recipe: string, event: WorkflowEvent) => Promise<unknown>;
/** How many of our comments name a command: of a workflow's own request, of one about merges, and of a command. */
type Counts = readonly [ofWorkflow: number, ofMerges: number, ofCommand: number];
const ends: [end: string, counts: Counts, run: Run][] = [
  // The status comment, and the link on the pull request.
  ["its end", [2, 1, 2], (recipe, event) => harness.run(recipe, event)],
  [
    "its end, of which the run does not know",
    [0, 0, 1],
    async (recipe, event) => {
      await harness.run(recipe, event, waitsNot);
      harness.service.advance(60_000);
    },
  ],
  ["its begin", [0, 0, 1], (recipe, event) => harness.run(recipe, event, waitsNot)],
  [
    // A workflow is run again to wait on.
    "the run stopped waiting",
    [0, 0, 1],
    (recipe, event) => {
      harness.service.change({ jobSeconds: 120 });
      return harness.run(recipe, event, stopsSoon);
    },
  ],
  [
    "the run stopped waiting, and the pull request is there",
    [1, 1, 2],
    (recipe, event) => {
      harness.service.change({ jobSeconds: 120, pullSeconds: 30 });
      return harness.run(recipe, event, stopsSoon);
    },
  ],
];

describe.each(ends)(
  "after %s, what our comments name goes on with the job",
  (_end, [ofWorkflow, ofMerges, ofCommand], run) => {
    it.each(recipes)("%s.yml, after %s", async (recipe, _event, make) => {
      await run(recipe, make(harness.events));
      const named = harness.namedCommands();
      expect(harness.prompts()).toHaveLength(1);
      const isOfMerges = harness.gitHub.fake.issues.length > 0;
      expect(named).toHaveLength(
        recipe === "reviews" ? ofCommand : isOfMerges ? ofMerges : ofWorkflow,
      );
      // Where the run saw the pull request, the link on it is the last comment.
      if (ofCommand === 2) expect(named.at(-1)?.place).toBe(harness.pullNumber());
      for (const { text, place } of named) {
        const before = harness.prompts()[0]?.length ?? 0;
        const edit = recipe === "monorepo" ? forServer : undefined;
        const event = harness.events.commentOn(place, text);
        const { outputs } = firstStep(await harness.run("commands", event, edit));
        const { result, message } = outputs;
        const isLook = text.endsWith("--status");
        if (isLook)
          expect([result, message]).toEqual([
            "answered",
            expect.not.stringContaining("has no job"),
          ]);
        // One job, whoever asks and wherever, and a follow-up where one is promised.
        expect(harness.prompts().map(({ length }) => length)).toEqual([
          isLook ? before : before + 1,
        ]);
      }
    });
  },
);
