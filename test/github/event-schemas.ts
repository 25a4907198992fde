import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The part of JSON Schema that says which fields the payload of an event has. */
export type Schema = {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
};

const path = createRequire(import.meta.url).resolve("@octokit/webhooks-schemas");
/** GitHub's description of all its events, by `event$action`. */
export const eventSchemas: Readonly<Record<string, Schema>> = JSON.parse(
  readFileSync(path, "utf8"),
).definitions;

/** Whether a payload by this schema can have a field at that path; `*` is any item of a list. */
export function hasField(schema: Schema, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  const named = eventSchemas[schema.$ref?.replace("#/definitions/", "") ?? ""];
  const parts = [schema.allOf ?? [], schema.anyOf ?? [], schema.oneOf ?? [], named ?? []].flat();
  const field = name === "*" ? schema.items : schema.properties?.[name];
  return (
    (field !== undefined && hasField(field, rest)) ||
    parts.some((part) => hasField(part, [name, ...rest]))
  );
}
