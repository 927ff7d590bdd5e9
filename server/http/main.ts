import { fileURLToPath } from 'node:url';
import { startRun } from '../engine/run.ts';
import { roundtripVersion } from '../engine/environment.ts';
import { strategyDescriptions } from '../engine/strategies/index.ts';
import { EmbeddedServerFailed, startEmbedded } from '../redis/embedded.ts';
import { RedisServerMissing } from '../redis/find-server.ts';
import { TargetUrlInvalid, targetFromUrl } from '../redis/open-target.ts';
import type { Target } from '../redis/target.ts';
import { AccessRules } from './access.ts';
import { buildApp } from './app.ts';
import { closeOnSignal } from './close-on-signal.ts';
import { CannotListen, listen, pageUrls } from './listen.ts';
import { help, readOptions, UsageError, type ServerOptions } from './options.ts';
import { choosePresenterToken } from './presenter-token.ts';
import { pingTarget } from './target-watch.ts';

const say = (text: string) => void process.stdout.write(`${text}\n`);
const warn = (text: string) => void process.stderr.write(`${text}\n`);

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (!options) {
    process.stdout.write(help);
    return;
  }
  await serve(options, await openTarget(options.url));
}

interface OpenedTarget {
  target: Target;
  stop: () => Promise<void>;
}

const openTarget = async (url: string | null): Promise<OpenedTarget> =>
  url === null ? startEmbedded() : { target: targetFromUrl(url), stop: () => Promise.resolve() };

async function serve(options: ServerOptions, { target, stop }: OpenedTarget): Promise<void> {
  const { host, allowedHosts, logLevel } = options;
  const token = choosePresenterToken(host, options.token);
  const app = await buildApp({
    targets: [target],
    strategies: strategyDescriptions,
    startRun,
    access: new AccessRules({ host, allowedHosts }),
    token,
    version: roundtripVersion,
    pageFolder: fileURLToPath(new URL('../../client/', import.meta.url)),
    logLevel,
  });
  closeOnSignal(async () => {
    await app.close();
    await stop();
  });
  const port = await listen(app, options);
  const [first, ...others] = pageUrls(host, port, token);
  say(`Roundtrip is ready: ${first ?? ''}`);
  for (const url of others) say(`       also as: ${url}`);
  if (token !== null) say('With the token in this address you start runs; without it, everybody may watch.');
  if (target.description.kind === 'url')
    // A Redis may come up later than we do: the page says so as well, when a run is started in vain.
    pingTarget(target).catch((error: unknown) => {
      warn(error instanceof Error ? error.message : String(error));
    });
}

// Exiting ends a private Redis too, whatever was opened by then.
main().catch((error: unknown) => {
  if (error instanceof UsageError || error instanceof TargetUrlInvalid) {
    warn(`${error.message}\nTry --help.`);
    process.exit(2);
  }
  // These say all there is to know; anything else is a fault of ours.
  if (
    error instanceof CannotListen ||
    error instanceof RedisServerMissing ||
    error instanceof EmbeddedServerFailed
  )
    warn(error.message);
  else console.error(error);
  process.exit(1);
});
