import type { Survivors } from "./survivors.ts";

export const ofText: readonly Survivors[] = [];
