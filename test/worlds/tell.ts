import type { Broken } from "./check.ts";
import type { Played } from "./play.ts";

/** What people need to find the cause of a failure: the seed, the promises, the plan and the story. Empty without one. */
export function tellFailure(seed: number, { plan, world }: Played, broken: readonly Broken[]): string {
  if (broken.length === 0) return "";
  const { actors, ...rest } = plan;
  return [
    `WORLD_SEED=${seed} shows it again.`,
    ...broken.map(({ promise, how }) => `- Broken: ${promise}.\n  ${how}.`),
    `The world: ${JSON.stringify(rest)}`,
    ...actors.map((actor) => `  ${JSON.stringify(actor)}`),
    ...world.story,
  ].join("\n");
}
