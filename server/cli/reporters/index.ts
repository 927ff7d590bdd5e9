import { hgrm } from './hgrm.ts';
import { json } from './json.ts';
import type { Reporter } from './reporter.ts';

/** Every reporter that writes to a file, by the name of its option. */
export const reporters: readonly Reporter[] = [json, hgrm];
