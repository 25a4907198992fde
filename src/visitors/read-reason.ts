import type { ErrorReason } from "../outcomes.ts";

/** The code of an error that a request can end with which only reads from the service. */
export type ReadReason = Exclude<ErrorReason, "input" | "github" | "uncertain" | "file" | "internal">;
