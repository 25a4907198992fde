import type { Survivors } from "./survivors.ts";

export const ofAgent: readonly Survivors[] = [];
