import type { Survivors } from "./survivors.ts";

export const ofService: readonly Survivors[] = [];
