import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';

/** The JSON Schema of a result, as the build has made it. */
export const builtSchema = (): object =>
  JSON.parse(readFileSync(join(projectRoot, 'dist/result.schema.json'), 'utf8')) as object;
