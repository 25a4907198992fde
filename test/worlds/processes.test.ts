import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isLong } from "../runs.ts";
import { check } from "./check.ts";
import { generate } from "./generate.ts";
import { playOn } from "./play.ts";
import { ProcessStage, shortened } from "./process-stage.ts";
import { tellFailure } from "./tell.ts";

const given = process.env["WORLD_SEED"];
const seeds = given === undefined ? seedsOfStops(isLong ? 200 : 24) : [Number.parseInt(given, 10)];
/** Most of their time, processes wait for the next poll. */
const atOnce = 12;

/** The first seeds whose main run is stopped and run again: what only a process can show. */
function seedsOfStops(wanted: number): number[] {
  const found: number[] = [];
  for (let seed = 1; found.length < wanted; seed++) {
    const [main] = generate(seed).actors;
    const isStopped = main?.attempts.slice(0, -1).some(({ stop }) => stop !== undefined);
    if (isStopped) found.push(seed);
  }
  return found;
}

test(`a request has one life in ${seeds.length} random worlds of processes that are killed`, async () => {
  const failures: string[] = [];
  const left = [...seeds];
  const work = async () => {
    for (let seed = left.shift(); seed !== undefined; seed = left.shift())
      failures.push(await playProcesses(seed));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  expect(failures.filter(Boolean).join("\n\n")).toBe("");
});

/** Plays the world of a seed on the bundle; returns what it broke, as text. */
async function playProcesses(seed: number): Promise<string> {
  const plan = shortened(generate(seed));
  const folder = mkdtempSync(join(tmpdir(), "docs-agent-world-"));
  const stage = await ProcessStage.open();
  try {
    const played = await playOn(stage, plan, folder);
    return tellFailure(seed, played, check(played));
  } finally {
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
