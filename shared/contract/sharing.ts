import * as z from 'zod/mini';

/**
 * Who may read a text of a document that its owner shares: `open`: everybody. `private`: nobody else. `name`: a lane's id
 * or label; private names in it are hidden. `class`: class of an error; one that user code has named is hidden.
 */
export type Sharing = 'open' | 'private' | 'name' | 'class';

/** Marks of fields. A mark holds for all texts in its field; a text without any is private. */
const marks = z.registry<{ sharing: Sharing }>();

/** Marks who may read the texts of a field. */
export function sharedAs<T extends z.ZodMiniType>(sharing: Sharing, schema: T): T {
  marks.add(schema, { sharing });
  return schema;
}

export const sharingOf = (schema: z.core.$ZodType): Sharing | undefined => marks.get(schema)?.sharing;
