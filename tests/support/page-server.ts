import { fileURLToPath } from 'node:url';
import { afterAll, onTestFinished } from 'vitest';
import { listen, pageUrls } from '../../server/http/listen.ts';
import { openTargets, type OpenedTargets } from '../../server/http/open-targets.ts';
import { readOptions } from '../../server/http/options.ts';
import { buildServer } from '../../server/http/server.ts';

const pageFolder = fileURLToPath(new URL('../../dist/client/', import.meta.url));
const nowhere = () => undefined;

export interface PageServer {
  /** The first address that it would print. */
  url: Promise<string>;
  /** Ends it early; otherwise it ends with the test. */
  close: () => Promise<void>;
}

/**
 * A new server for each test, as `startBuilt` starts it, but in this process, which has loaded it already. The private
 * Redis is one for the file.
 */
export function usePageServer(): (args?: readonly string[], env?: Record<string, string>) => PageServer {
  let shared: Promise<OpenedTargets> | null = null;
  afterAll(async () => {
    await (await shared)?.stop();
  });
  return (args = [], env = {}) => {
    const options = readOptions(['--port', '0', ...args], { ROUNDTRIP_HISTORY: 'off', ...env });
    if (!options) throw new Error('a server does more than to tell its options');
    const own = options.url !== null || options.namedTargets.length > 0;
    const opened = own ? openTargets(options, nowhere) : (shared ??= openTargets(options, nowhere));
    const started = opened.then(async ({ targets }) => {
      const log = { write: nowhere };
      const { app, token } = await buildServer(options, { targets, warn: nowhere, log, pageFolder });
      const port = await listen(app, options);
      return { app, url: pageUrls(options.host, port, token)[0] ?? '' };
    });
    const close = async () => {
      await (await started).app.close();
      if (own) await (await opened).stop();
    };
    onTestFinished(close);
    return { url: started.then(({ url }) => url), close };
  };
}
