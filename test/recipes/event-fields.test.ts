import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { eventSchemas, hasField, type Schema } from "../github/event-schemas.ts";
import { parseWorkflow } from "../workflow-file.ts";

const root = join(import.meta.dirname, "../..");
const filter = z.object({ types: z.array(z.string()).optional() });

/** The schemas of the payloads that start a workflow. GitHub sends `pull_request_target` what it sends `pull_request`. */
function payloadsOf(on: Readonly<Record<string, unknown>>): Schema[] {
  return Object.entries(on).flatMap(([event, value]) => {
    const name = event.replace("_target", "");
    const types = filter.safeParse(value).data?.types;
    const names = types === undefined ? [`${name}$event`] : types.map((type) => `${name}$${type}`);
    return names.map((one) => {
      const schema = eventSchemas[one];
      if (schema === undefined) throw new Error(`there is no event ${one}`);
      return schema;
    });
  });
}

const texts = readdirSync(join(root, "examples")).map((name) => ({
  name,
  text: readFileSync(join(root, "examples", name), "utf8"),
}));
// Called with the events of its caller.
const caller = parseWorkflow(texts.find(({ name }) => name === "reusable-caller.yml")?.text ?? "");

test.each(texts.filter(({ text }) => text.includes("github.event.")))(
  "conditions and prompts read only fields that GitHub's events have: $name",
  ({ name, text }) => {
    const { on } = name === "reusable.yml" ? caller : parseWorkflow(text);
    const payloads = payloadsOf(on);
    for (const [expression, path = ""] of text.matchAll(/github\.event\.([\w.*]+)/g))
      expect(
        payloads.some((payload) => hasField(payload, path.split("."))),
        expression,
      ).toBe(true);
  },
);
