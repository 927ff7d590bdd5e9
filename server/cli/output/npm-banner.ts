import { readFileSync } from 'node:fs';
import { projectFile } from '../../built.ts';
import { UsageError } from '../usage/usage-error.ts';

/** Scripts of this package that can write a document to stdout. */
const scripts = ['bench', 'advise', 'compare', 'report'];

/**
 * Throws UsageError where npm has written the name of its script to stdout, unless it was called with -s: what
 * follows would be no document. A script of another package that calls `roundtrip` may hand on its stdout as it likes.
 */
export function refuseBehindBanner(option: string, env: NodeJS.ProcessEnv = process.env): void {
  const {
    npm_lifecycle_event: script = '',
    npm_package_name: name,
    npm_config_loglevel: level,
    npm_config_user_agent: agent = '',
  } = env;
  if (!agent.startsWith('npm/') || level === 'silent' || !scripts.includes(script)) return;
  const own = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { name: string };
  if (name !== own.name) return;
  throw new UsageError(
    `--${option} -: npm has written a banner to stdout, which would stand before the document; call it by: npm run -s ${script} -- --${option} -`,
  );
}
