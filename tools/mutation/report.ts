import * as z from "zod";

const place = z.object({ line: z.number(), column: z.number() });
const statuses = [
  "Killed",
  "Timeout",
  "Survived",
  "NoCoverage",
  "CompileError",
  "RuntimeError",
  "Ignored",
  "Pending",
];

/** What is used of Stryker's report (mutation-testing-report-schema 3). */
export const reportSchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          mutatorName: z.string(),
          replacement: z.string().optional(),
          location: z.object({ start: place, end: place }),
          status: z.enum(statuses),
        }),
      ),
    }),
  ),
});

/** A change of the code, named so that edits elsewhere in the file do not rename it. */
export type Mutant = { name: string; line: number; noticed: boolean };

/** The mutants of a report that could be run, in the order of the files. */
export function mutantsOf(report: z.infer<typeof reportSchema>): Mutant[] {
  return Object.entries(report.files).flatMap(([path, { source, mutants }]) => {
    const lines = source.split("\n");
    return mutants
      .filter(({ status }) => !["CompileError", "RuntimeError", "Ignored", "Pending"].includes(status))
      .map(({ location, mutatorName, replacement, status }) => ({
        name: `${path}: ${shown(cut(lines, location))} → ${shown(replacement ?? mutatorName)}`,
        line: location.start.line,
        noticed: status === "Killed" || status === "Timeout",
      }));
  });
}

type Location = z.infer<typeof reportSchema>["files"][string]["mutants"][number]["location"];

/** The mutated code itself; lines and columns count from one. */
function cut(lines: readonly string[], { start, end }: Location): string {
  const whole = lines.slice(start.line - 1, end.line);
  const last = whole.length - 1;
  return whole
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join("\n");
}

/** On one line and no longer than a line. */
function shown(code: string): string {
  const line = code.replace(/\s+/g, " ").trim();
  return line.length <= 100 ? line : `${line.slice(0, 60)} … ${line.slice(-37)}`;
}
