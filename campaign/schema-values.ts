import * as fc from 'fast-check';
import { hostileValue } from './hostile-values.ts';

/** JSON Schema, as far as the descriptions of our own interface use it. */
export interface ValueSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: ValueSchema[];
  oneOf?: ValueSchema[];
  allOf?: ValueSchema[];
  properties?: Record<string, ValueSchema>;
  required?: string[];
  additionalProperties?: boolean | ValueSchema;
  items?: ValueSchema;
  prefixItems?: ValueSchema[];
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
}

export type Definitions = Readonly<Record<string, ValueSchema>>;

/** How often a part is replaced by something else, of 100. */
const wrongShare = 2;
const deepest = 6;
/** Any text may stand where no pattern is given; what is no name at all comes from the wrong ones. */
const names = fc.stringMatching(/^[a-z][a-z0-9-]{0,9}$/);

/** Values of a schema, of which here and there a part is wrong: as far past the first checks as can be. */
export function nearlyValid(schema: ValueSchema, definitions: Definitions, depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 100 - wrongShare, arbitrary: validOf(schema, definitions, depth) },
    { weight: wrongShare, arbitrary: hostileValue },
  );
}

function validOf(schema: ValueSchema, definitions: Definitions, depth: number): fc.Arbitrary<unknown> {
  const inner = (part: ValueSchema) => nearlyValid(part, definitions, depth + 1);
  if (depth > deepest) return fc.constant(null);
  if (schema.$ref !== undefined) {
    const found = definitions[schema.$ref.split('/').at(-1) ?? ''];
    return found ? validOf(found, definitions, depth) : hostileValue;
  }
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices && choices.length > 0)
    return fc.oneof(...choices.map((one) => validOf(one, definitions, depth)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return fc
        .record(
          Object.fromEntries(
            Object.entries(schema.properties ?? {}).map(([name, part]) => [
              name,
              schema.required?.includes(name) ? inner(part) : seldom(inner(part)),
            ]),
          ),
        )
        .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== absent)));
    case 'array':
      return schema.prefixItems
        ? fc.tuple(...schema.prefixItems.map(inner))
        : fc.array(inner(schema.items ?? {}), {
            minLength: schema.minItems ?? 0,
            maxLength: Math.min(schema.maxItems ?? 4, 4),
          });
    case 'integer':
      return fc.integer({ min: within(schema.minimum, -1e6), max: within(schema.maximum, 1e6) });
    case 'number':
      return fc.double({ min: within(schema.minimum, -1e6), max: within(schema.maximum, 1e6), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'string':
      return schema.pattern === undefined
        ? fc.oneof(names, fc.constantFrom('pipeline', 'one-by-one', 'embedded', 'set'))
        : fc.stringMatching(new RegExp(schema.pattern));
    case 'null':
      return fc.constant(null);
    default:
      return hostileValue;
  }
}

const absent = Symbol('absent');
/** Fields that may be left out rarely fit each other: with a few of them a document gets past the first checks. */
const seldom = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(absent) }, { weight: 1, arbitrary: value });

const within = (bound: number | undefined, usual: number) =>
  bound === undefined ? usual : Math.max(-2147483648, Math.min(2147483647, bound));
