import { readFileSync } from 'node:fs';
import { projectFile } from './built.ts';

/** Version of Roundtrip itself. */
export const { version: roundtripVersion } = JSON.parse(
  readFileSync(projectFile('package.json'), 'utf8'),
) as { version: string };
