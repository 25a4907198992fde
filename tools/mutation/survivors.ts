/** Changes of the code that no test notices, with the reason why none can or should. */
export type Survivors = { why: string; mutants: readonly string[] };

export const survivors: readonly Survivors[] = [];
