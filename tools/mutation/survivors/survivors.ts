import { ofAgent } from "./agent.ts";
import { ofService } from "./service.ts";
import { ofText } from "./text.ts";

/** Changes of the code that no test notices, with the reason why none can or should; one as often as there are such. */
export type Survivors = { why: string; mutants: readonly string[] };

export const survivors: readonly Survivors[] = [...ofAgent, ...ofService, ...ofText];
