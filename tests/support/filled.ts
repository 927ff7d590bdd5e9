import type * as z from 'zod/mini';
import { sharingOf, type Sharing } from '../../shared/contract/sharing.ts';

/** A text field of a schema, and the text that it has in a filled document. */
export interface FilledText {
  path: string;
  text: string;
  /** `undefined`: neither the field nor one around it has a mark. */
  sharing: Sharing | undefined;
}

/**
 * Documents of a schema in which every field is there, and every text is `secret(PATH)`. A list has an entry for each
 * alternative of its entries; other alternatives are documents of their own. `given`: values of fields, by their names.
 */
export function filled<S extends z.core.$ZodType>(
  schema: S,
  given: Readonly<Record<string, unknown>>,
): { documents: z.output<S>[]; texts: FilledText[] } {
  const texts = new Map<string, FilledText>();
  const documents = new Filling(given, texts).of(schema, '', undefined) as z.output<S>[];
  return { documents, texts: [...texts.values()] };
}

class Filling {
  readonly #given: Readonly<Record<string, unknown>>;
  readonly #texts: Map<string, FilledText>;
  constructor(given: Readonly<Record<string, unknown>>, texts: Map<string, FilledText>) {
    this.#given = given;
    this.#texts = texts;
  }

  /** The alternatives of a value. */
  of(schema: z.core.$ZodType, path: string, above: Sharing | undefined): unknown[] {
    const mark = sharingOf(schema) ?? above;
    const { def } = schema._zod as z.core.$ZodTypes['_zod'];
    switch (def.type) {
      case 'string':
      case 'unknown':
        return [this.#text(path, mark)];
      case 'enum':
        return Object.values(def.entries).slice(0, 1);
      case 'literal':
        return def.values.slice(0, 1);
      case 'number':
        return [1];
      case 'boolean':
        return [true];
      case 'null':
        return [];
      case 'optional':
      case 'nullable':
      case 'default':
      case 'prefault':
        return this.of(def.innerType, path, mark);
      case 'array':
        return [this.of(def.element, path, mark)];
      case 'tuple':
        return [def.items.map((item) => this.of(item, path, mark)[0])];
      case 'union':
        return def.options.flatMap((option) => this.of(option, path, mark));
      case 'record':
        return this.of(def.valueType, path, mark).map((value) => ({
          [this.#text(`${path}#`, sharingOf(def.keyType) ?? mark)]: value,
        }));
      case 'object':
        return this.#objects(def, path, mark);
      default:
        throw new Error(`${path}: a schema of type ${def.type} is not filled`);
    }
  }

  #objects({ shape, catchall }: z.core.$ZodObjectDef, path: string, mark: Sharing | undefined): object[] {
    const fields = Object.entries(shape).map(([name, field]) => {
      const at = path === '' ? name : `${path}.${name}`;
      return [name, name in this.#given ? [this.#given[name]] : this.of(field, at, mark)] as const;
    });
    const isLoose = catchall !== undefined && catchall._zod.def.type !== 'never';
    const more = isLoose ? { more: this.#text(`${path}.*`, mark) } : {};
    return Array.from({ length: Math.max(1, ...fields.map(([, values]) => values.length)) }, (_, place) => ({
      ...Object.fromEntries(fields.map(([name, values]) => [name, values[place % values.length]])),
      ...more,
    }));
  }

  #text(path: string, sharing: Sharing | undefined): string {
    const text = `secret(${path})`;
    this.#texts.set(path, { path, text, sharing });
    return text;
  }
}
