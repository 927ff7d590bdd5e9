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
import { CannotStartProgram } from '../profile/launch.ts';
import type { ProfiledProgram } from '../profile/live/profiled-program.ts';
import { helpText } from '../terminal/options/help.ts';
import { start } from '../terminal/options/start.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { readOptions, type ProfileOptions, type ServerOptions } from './options.ts';
import { openTargets, type OpenedTargets } from './open-targets.ts';
import { buildServer } from './server.ts';
import { pingTarget } from './targets/target-watch.ts';
import { messageOf } from '../../shared/words/message-of.ts';

const writeLine = (stream: NodeJS.WritableStream) => (text: string) =>
  void stream.write(`${plainText(text)}\n`);
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
    const columns = process.stdout.isTTY ? process.stdout.columns : null;
    process.stdout.write(inCallersWords(helpText(start, columns)));
    return;
  }
  await serve(options, await openTargets(options, warn));
}

async function serve(options: ServerOptions, { targets, stop }: OpenedTargets): Promise<void> {
  const program = options.profile && (await profiled(options.profile));
  const { app, token } = await buildServer(options, {
    targets,
    warn,
    log: { write: toStderr },
    ...(program ? { profile: () => program.current() } : {}),
  });
  let isClosing = false;
  closeOnSignal(async () => {
    isClosing = true;
    const code = program ? await endOf(program) : 0;
    await app.close();
    await stop();
    return code;
  });
  const port = await listen(app, options);
  // stdout is the program’s.
  const say = writeLine(program ? process.stderr : process.stdout);
  const urls = pageUrls(options.host, port, token).map((url) =>
    program ? String(Object.assign(new URL(url), { pathname: '/profile' })) : url,
  );
  await program?.start((error) => {
    warn(`--trace: ${messageOf(error)}`);
  });
  const [first, ...others] = urls;
  say(`Roundtrip is ready: ${first ?? ''}`);
  for (const url of others) say(`       also as: ${url}`);
  if (token !== null) say('With the token in this address you start runs; without it, everybody may watch.');
  void program?.ended.then((code) => {
    const rest = isClosing ? '' : ' Its profile is on the page, until Ctrl-C.';
    say(`${program.name} has ended with exit code ${code ?? 0}.${rest}`);
  });
  for (const { target } of targets)
    if (target.description.kind === 'url')
      // A Redis may come up later than we do: the page says so as well, when a run is started in vain.
      pingTarget(target).catch((error: unknown) => {
        warn(messageOf(error));
      });
}

async function profiled(options: ProfileOptions): Promise<ProfiledProgram> {
  const live = await import('../profile/live/profiled-program.ts');
  return new live.ProfiledProgram(options);
}

/** A program that is slow to end, or does not, is named. */
const patienceMs = 2000;

/** Waits for the end of a program, to which signals are passed on. Resolves with the exit code of this process. */
async function endOf(program: ProfiledProgram): Promise<number> {
  const { isRunning } = program;
  const waiting = setTimeout(() => {
    warn(`${program.name} has not ended yet. Ctrl-C again ends it at once.`);
  }, patienceMs);
  const code = (await program.ended) ?? 0;
  clearTimeout(waiting);
  return isRunning && code > 128 ? 0 : code;
}

// Exiting ends a private Redis too, whatever was opened by then.
main().catch((error: unknown) => {
  if (
    error instanceof UsageError ||
    error instanceof TargetUrlInvalid ||
    error instanceof NamedTargetsInvalid
  ) {
    warn(`roundtrip: ${inCallersWords(error.message)}`);
    process.exit(2);
  }
  // These say all there is to know; anything else is a fault of ours.
  if (
    error instanceof CannotListen ||
    error instanceof CannotStartProgram ||
    error instanceof TargetUnusable ||
    error instanceof AgentsUnavailable ||
    error instanceof RedisServerMissing ||
    error instanceof EmbeddedServerFailed
  )
    warn(error.message);
  else warn(inspect(error));
  process.exit(1);
});
