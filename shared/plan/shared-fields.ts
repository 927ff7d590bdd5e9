import * as z from 'zod/mini';
import { lessonOutcomeSchema } from '../contract/lesson.ts';
import { phraseOrNameSchema } from '../contract/recipe.ts';
import { resultSchema } from '../contract/result.ts';
import { searchSnapshotSchema } from '../contract/search.ts';
import { textFieldsOf } from './text-fields.ts';
import { warningSchema } from '../contract/warning.ts';

/** The documents that can be shared. The outcome of a lesson has the warnings of its runs as phrases. */
export const sharedSchemas = {
  run: resultSchema,
  search: searchSnapshotSchema,
  lesson: z.extend(lessonOutcomeSchema, {
    warnings: z.array(z.union([phraseOrNameSchema, warningSchema])),
  }),
};

/** Their texts. The page, which has no schemas, gets the value of this module from the build. */
export default {
  run: textFieldsOf(sharedSchemas.run),
  search: textFieldsOf(sharedSchemas.search),
  lesson: textFieldsOf(sharedSchemas.lesson),
};
