import * as z from 'zod/mini';
import { sharingOf, type Sharing } from '../contract/sharing.ts';
import { leftOut } from './left-out.ts';

/** The treatment of a text in a shared copy: by its mark, removed with its field, or set to null. */
type Treatment = Sharing | 'removed' | 'null';

/**
 * Texts of a document by the names of their fields; all entries of a list are treated alike. `''`: the field itself may
 * be a text; `*`: fields that the schema does not name; `#`: the names of such fields.
 */
export type TextFields = Treatment | { readonly [name: string]: TextFields };

/** The texts that a schema allows; `null`: none. `above`: the mark of the field that holds it. */
export function textFieldsOf(schema: z.core.$ZodType, above?: Sharing): TextFields | null {
  const mark = sharingOf(schema) ?? above;
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  const inner = (one: z.core.$ZodType) => textFieldsOf(one, mark);
  switch (def.type) {
    case 'string':
      return mark ?? 'private';
    case 'enum':
      return mark === 'private' ? mark : 'open';
    case 'literal':
      return def.values.every((value) => typeof value !== 'string')
        ? null
        : mark === 'private'
          ? mark
          : 'open';
    case 'optional':
      return sharingOf(def.innerType) === 'private' && !takesLeftOut(def.innerType)
        ? 'removed'
        : inner(def.innerType);
    case 'nullable':
      return mark === 'private' && !takesLeftOut(def.innerType) ? 'null' : inner(def.innerType);
    case 'default':
    case 'prefault':
      return inner(def.innerType);
    case 'array':
      return inner(def.element);
    case 'tuple':
      return def.items.map(inner).reduce(merged, null);
    case 'union':
      return def.options.map(inner).reduce(merged, null);
    case 'record':
      return { '*': inner(def.valueType) ?? 'private', '#': inner(def.keyType) ?? 'private' };
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, field]) => [name, inner(field)] as const);
      const isLoose = def.catchall !== undefined && def.catchall._zod.def.type !== 'never';
      const texts = [...fields, ['*', isLoose ? (mark ?? 'private') : null] as const].filter(
        (one): one is [string, TextFields] => one[1] !== null,
      );
      return texts.length === 0 ? null : Object.fromEntries(texts);
    }
    case 'number':
    case 'boolean':
    case 'null':
      return null;
    default:
      return 'private';
  }
}

/** True where a text, or each text of a list, may be replaced by the sign for what is left out. */
const takesLeftOut = (schema: z.core.$ZodType): boolean =>
  [leftOut, [leftOut, leftOut]].some((value) => z.safeParse(schema, value).success);

/** Two treatments of one field, as alternatives of a union have them: the stricter one holds. */
function merged(one: TextFields | null, other: TextFields | null): TextFields | null {
  if (one === null || other === null) return one ?? other;
  if (typeof one === 'string' && typeof other === 'string') return one === other ? one : 'private';
  const [first, second] = [one, other].map((fields) =>
    typeof fields === 'string' ? { '': fields } : fields,
  );
  return Object.fromEntries(
    Object.keys({ ...first, ...second }).map((name) => [
      name,
      merged(first?.[name] ?? null, second?.[name] ?? null) ?? 'private',
    ]),
  );
}
