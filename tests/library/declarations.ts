import * as z from 'zod/mini';
import { meanings } from '../../shared/contract/describe.ts';

/** A JSON Schema, as far as ours use it. */
interface Schema {
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema | false;
  prefixItems?: Schema[];
}

/** A type to be declared: its name, and the schema that it is of. */
export interface Declared {
  name: string;
  schema: z.ZodMiniType;
  /** What goes in has defaults that need not be said; what comes out has them all. */
  io: 'input' | 'output';
}

/** TypeScript declarations of schemas. A schema that is declared before is referred to by its name. */
export function declarationsOf(types: readonly Declared[]): string {
  const known = new Map<string, string>();
  return types
    .map(({ name, schema, io }) => {
      const json = z.toJSONSchema(schema, { io, metadata: meanings }) as Schema & { $schema?: string };
      delete json.$schema;
      const type = new Typing(known).of(json);
      known.set(essence(json), name);
      return `${comment(json.description)}export type ${name} = ${type};`;
    })
    .join('\n\n');
}

/** What a schema holds, wherever it stands. */
const essence = ({ description: _, ...schema }: Schema): string => JSON.stringify(schema);

const comment = (text?: string) => (text === undefined ? '' : `/** ${text.replaceAll('*/', '* /')} */\n`);

class Typing {
  readonly #known: ReadonlyMap<string, string>;

  constructor(known: ReadonlyMap<string, string>) {
    this.#known = known;
  }

  of(schema: Schema): string {
    const name = this.#known.get(essence(schema));
    if (name !== undefined) return name;
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
    const union = schema.anyOf ?? schema.oneOf;
    if (union) return [...new Set(union.map((one) => this.of(one)))].join(' | ');
    if (Array.isArray(schema.type))
      return schema.type.map((type) => this.of({ ...schema, type })).join(' | ');
    if (schema.allOf) return schema.allOf.map((one) => `(${this.of(one)})`).join(' & ');
    switch (schema.type) {
      case 'integer':
        return 'number';
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
        return schema.type;
      case 'array':
        return this.#array(schema);
      case 'object':
        return this.#object(schema);
      case undefined:
        return 'unknown';
      default:
        throw new Error(`no declaration for ${JSON.stringify(schema)}`);
    }
  }

  #array({ prefixItems, items }: Schema): string {
    if (prefixItems) return `[${prefixItems.map((item) => this.of(item)).join(', ')}]`;
    return `(${items ? this.of(items) : 'unknown'})[]`;
  }

  #object({ properties, required = [], additionalProperties }: Schema): string {
    if (!properties) {
      const values = typeof additionalProperties === 'object' ? this.of(additionalProperties) : 'unknown';
      return `Record<string, ${values}>`;
    }
    const fields = Object.entries(properties).map(([name, field]) => {
      const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
      const type = this.of(field);
      const optional = !required.includes(name);
      return `${comment(field.description)}${key}${optional ? '?' : ''}: ${type}${optional ? ' | undefined' : ''};`;
    });
    return `{\n${fields.join('\n')}\n}`;
  }
}
