import { inspect } from 'node:util';
import { AgentsUnavailable } from '../engine/agents/agents-place.ts';
import { EmbeddedServerFailed } from '../redis/private/embedded.ts';
import { RedisServerMissing } from '../redis/private/find-server.ts';
import { NamedTargetsInvalid } from '../redis/targets/named-targets.ts';
import { redact } from '../redis/connection/redact.ts';
import { TargetUnusable, TargetUrlInvalid } from '../redis/connection/target-unusable.ts';
import { inCallersWords } from '../terminal/callers-words.ts';
import { plainText } from '../terminal/plain-text.ts';
import { outliveOutput } from '../terminal/outlive-output.ts';
import { closeOnSignal, CannotListen, listen, pageUrls } from './listen.ts';
import { help, readOptions, ServerOptionsError, type ServerOptions } from './options.ts';
import { openTargets, type OpenedTargets } from './open-targets.ts';
import { buildServer } from './server.ts';
import { pingTarget } from './targets/target-watch.ts';

const say = (text: string) => void process.stdout.write(`${plainText(text)}\n`);
/** Messages quote what was given, perhaps an address with its password. */
const toStderr = (text: string) => void process.stderr.write(plainText(redact(text)));
const warn = (text: string) => {
  toStderr(`${text}\n`);
};

async function main(): Promise<void> {
  outliveOutput((error) => {
    warn(`stdout could not be written: ${error.message}`);
  });
  const options = readOptions(process.argv.slice(2), process.env);
  if (!options) {
    process.stdout.write(inCallersWords(help));
    return;
  }
  await serve(options, await openTargets(options, warn));
}

async function serve(options: ServerOptions, { targets, stop }: OpenedTargets): Promise<void> {
  const { app, token } = await buildServer(options, {
    targets,
    warn,
    log: { write: toStderr },
  });
  closeOnSignal(async () => {
    await app.close();
    await stop();
  });
  const port = await listen(app, options);
  const [first, ...others] = pageUrls(options.host, port, token);
  say(`Roundtrip is ready: ${first ?? ''}`);
  for (const url of others) say(`       also as: ${url}`);
  if (token !== null) say('With the token in this address you start runs; without it, everybody may watch.');
  for (const { target } of targets)
    if (target.description.kind === 'url')
      // A Redis may come up later than we do: the page says so as well, when a run is started in vain.
      pingTarget(target).catch((error: unknown) => {
        warn(error instanceof Error ? error.message : String(error));
      });
}

// Exiting ends a private Redis too, whatever was opened by then.
main().catch((error: unknown) => {
  if (
    error instanceof ServerOptionsError ||
    error instanceof TargetUrlInvalid ||
    error instanceof NamedTargetsInvalid
  ) {
    warn(`${error.message}\nTry --help.`);
    process.exit(2);
  }
  // These say all there is to know; anything else is a fault of ours.
  if (
    error instanceof CannotListen ||
    error instanceof TargetUnusable ||
    error instanceof AgentsUnavailable ||
    error instanceof RedisServerMissing ||
    error instanceof EmbeddedServerFailed
  )
    warn(error.message);
  else warn(inspect(error));
  process.exit(1);
});
