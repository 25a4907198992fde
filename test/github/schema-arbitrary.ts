import fc from "fast-check";

/** A value as a JSON file holds it. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The part of JSON Schema (draft 7) that the descriptions of GitHub's events make use of. */
export type Schema = {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string | string[];
  enum?: Json[];
  const?: Json;
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
};

/** Values for what a schema leaves open; a text may depend on the name of the property that holds it. */
export type Leaves = {
  string: (name: string, format: string | undefined) => fc.Arbitrary<string>;
  integer: (name: string) => fc.Arbitrary<number>;
  choice: (values: readonly Json[]) => fc.Arbitrary<Json>;
  any: fc.Arbitrary<Json>;
};

/** One way to satisfy a schema: values of a single type. Several schemas for a property must all be satisfied. */
type Shape = {
  type: string;
  values: Json[] | undefined;
  format: string | undefined;
  properties: ReadonlyMap<string, readonly Schema[]>;
  required: ReadonlySet<string>;
  /** True when no other properties are allowed. */
  closed: boolean;
  others: readonly Schema[];
  items: readonly Schema[];
};

/** The types apart from each other: a number may be an integer. */
const types = ["null", "boolean", "number", "string", "array", "object"];

/** Makes arbitraries of values that satisfy the definitions of a schema. */
export class SchemaArbitraries {
  readonly #definitions: Readonly<Record<string, Schema>>;
  readonly #leaves: Leaves;
  readonly #known = new Map<string, fc.Arbitrary<Json>>();

  constructor(definitions: Readonly<Record<string, Schema>>, leaves: Leaves) {
    this.#definitions = definitions;
    this.#leaves = leaves;
  }

  /** Values that satisfy the definition of that name. */
  of(definition: string): fc.Arbitrary<Json> {
    return this.#satisfying([{ $ref: `#/definitions/${definition}` }], definition);
  }

  #satisfying(schemas: readonly Schema[], name: string): fc.Arbitrary<Json> {
    if (schemas.length === 0) return this.#leaves.any;
    // Users, repositories and links stand in many places; each is made into an arbitrary once.
    const key = `${name} ${JSON.stringify(schemas)}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      const shapes = this.#shapes({ allOf: [...schemas] });
      if (shapes.length === 0) throw new Error(`nothing satisfies ${key}`);
      // What may be missing is there most of the time, as an empty text says little.
      const ways = shapes.map((shape) => ({
        weight: shape.type === "null" ? 1 : 4,
        arbitrary: this.#fitting(shape, name),
      }));
      known = fc.oneof(...ways);
      this.#known.set(key, known);
    }
    return known;
  }

  #fitting(shape: Shape, name: string): fc.Arbitrary<Json> {
    if (shape.values !== undefined) return this.#leaves.choice(shape.values);
    switch (shape.type) {
      case "null":
        return fc.constant(null);
      case "boolean":
        return fc.boolean();
      case "integer":
      case "number":
        return this.#leaves.integer(name);
      case "string":
        return this.#leaves.string(name, shape.format);
      case "array":
        return fc.array(this.#satisfying(shape.items, name), { maxLength: 3 });
      default:
        return this.#object(shape);
    }
  }

  #object({ properties, required, closed, others }: Shape): fc.Arbitrary<Json> {
    const fields = Array.from(
      properties,
      ([name, schemas]) => [name, this.#satisfying(schemas, name)] as const,
    );
    const stated: fc.Arbitrary<{ [key: string]: Json }> = fc.record(Object.fromEntries(fields), {
      requiredKeys: [...required],
      noNullPrototype: true,
    });
    if (closed || properties.size > 0) return stated;
    const keys = fc.string({ maxLength: 8 });
    return fc.dictionary(keys, this.#satisfying(others, ""), { maxKeys: 4, noNullPrototype: true });
  }

  /** The ways to satisfy a schema, each for one type. */
  #shapes(schema: Schema): Shape[] {
    let shapes = ownShapes(schema);
    const narrow = (ways: Shape[]) => {
      shapes = shapes.flatMap((one) => ways.flatMap((other) => both(one, other)));
    };
    if (schema.$ref !== undefined) narrow(this.#shapes(this.#resolve(schema.$ref)));
    for (const part of schema.allOf ?? []) narrow(this.#shapes(part));
    for (const ways of [schema.anyOf, schema.oneOf])
      if (ways !== undefined) narrow(ways.flatMap((way) => this.#shapes(way)));
    return shapes;
  }

  #resolve(reference: string): Schema {
    const schema = this.#definitions[reference.replace("#/definitions/", "")];
    if (schema === undefined) throw new Error(`there is no ${reference}`);
    return schema;
  }
}

/** What a schema says itself, apart from the schemas that it combines. */
function ownShapes(schema: Schema): Shape[] {
  const values = schema.const === undefined ? schema.enum : [schema.const];
  const allowed = schema.type === undefined ? types : [schema.type].flat();
  return allowed.flatMap((type) => {
    const ofType = values?.filter((value) => isOfType(value, type));
    if (ofType?.length === 0) return [];
    const { additionalProperties: more = true } = schema;
    return {
      type,
      values: ofType,
      format: schema.format,
      properties: new Map(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, [one]])),
      required: new Set(schema.required),
      closed: more === false,
      others: typeof more === "object" ? [more] : [],
      items: schema.items === undefined ? [] : [schema.items],
    };
  });
}

/** What satisfies two shapes, if anything does. */
function both(a: Shape, b: Shape): Shape[] {
  const type = a.type === "number" ? b.type : a.type;
  if (type !== b.type && !(type === "integer" && b.type === "number")) return [];
  const values =
    a.values === undefined ? b.values : a.values.filter((one) => b.values?.includes(one) ?? true);
  if (values?.length === 0) return [];
  const properties = new Map(a.properties);
  for (const [name, schemas] of b.properties)
    properties.set(name, [...(properties.get(name) ?? []), ...schemas]);
  for (const name of properties.keys())
    if ((a.closed && !a.properties.has(name)) || (b.closed && !b.properties.has(name)))
      properties.delete(name);
  const required = new Set([...a.required, ...b.required]);
  const closed = a.closed || b.closed;
  if (closed && [...required].some((name) => !properties.has(name))) return [];
  return [
    {
      type,
      values,
      format: a.format ?? b.format,
      properties,
      required,
      closed,
      others: [...a.others, ...b.others],
      items: [...a.items, ...b.items],
    },
  ];
}

function isOfType(value: Json, type: string): boolean {
  if (value === null) return type === "null";
  if (Array.isArray(value)) return type === "array";
  return typeof value === "number" ? ["integer", "number"].includes(type) : typeof value === type;
}
