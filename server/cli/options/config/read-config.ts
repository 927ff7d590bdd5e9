import { existsSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { createJiti } from 'jiti';
import { parseJson, readTextFile } from '../../../redis/connection/read-text-file.ts';
import { UsageError } from '../../usage/usage-error.ts';

const endings = ['.json', '.ts', '.js'];
const names = endings.map((ending) => `roundtrip.config${ending}`);

export interface ConfigDocument {
  /** How it is called in messages. */
  name: string;
  content: unknown;
}

/**
 * The file of `--config`, else `roundtrip.config.json`, `.ts` or `.js` in the folder; `null` when there is none. A
 * program's configuration is its default export. Throws UsageError.
 */
export async function readConfig(named: string | null, folder: string): Promise<ConfigDocument | null> {
  const found = named === null ? names.filter((name) => existsSync(join(folder, name))) : [named];
  const [file, other] = found;
  if (file === undefined) return null;
  if (other !== undefined)
    throw new UsageError(`there are ${found.join(' and ')}: keep one of them, or name one with --config`);
  if (!endings.includes(extname(file)))
    throw new UsageError(`--config ${file}: a configuration ends in ${endings.join(', ')}`);
  const path = resolve(folder, file);
  const name = named === null ? basename(file) : file;
  try {
    return { name, content: extname(file) === '.json' ? parse(path) : await run(path) };
  } catch (error) {
    throw new UsageError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const parse = (path: string): unknown => parseJson(readTextFile(path));

/** Node 20 runs no TypeScript of its own. Nothing is kept for the next time, so nothing is left behind. */
const run = (path: string): Promise<unknown> =>
  createJiti(import.meta.url, { fsCache: false, moduleCache: false, interopDefault: true }).import(path, {
    default: true,
  });
