import type { CliCommand } from '../options/command.ts';
import { exitCodes, UsageError } from '../exit-codes.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import { lastOf, refuseBoth, type OptionValues } from '../../terminal/options/option-words.ts';
import { helpOption, recordingOptions, urlOption } from '../../terminal/options/option.ts';
import { parseDuration, routesIn } from '../../terminal/options/values.ts';

const usualDuration = '30s';
const [leastMs, mostMs] = [1000, 600_000];
const mostRttMs = 200;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export const command: CliCommand = {
  usage: 'roundtrip mcp --program NAME="COMMAND…" [options]',
  about: `Serves tools for coding agents on stdin and stdout (Model Context Protocol): profile, patch, compare, advise and
explain. A client starts it. It runs the programs that are named here and no others: a call of a tool chooses a
name. It changes no file. It needs the package @modelcontextprotocol/sdk.`,
  options: [
    {
      name: 'program',
      argument: 'NAME="COMMAND…"',
      repeatable: true,
      help: 'a program that tools may run, and its name: job="node job.js". No shell reads the command. May be given several times',
    },
    {
      name: 'root',
      argument: 'DIR',
      help: 'the folder that programs run in (the current one). Scripts and sources have to be below it',
    },
    urlOption(
      'the server that programs are given as REDIS_URL, and that advise loads. By default each run has a private one',
    ),
    {
      name: 'rtt',
      argument: '1ms',
      help: 'put this round trip before a private server, at most 200ms: its programs then wait as in production',
    },
    {
      name: 'duration',
      argument: usualDuration,
      help: `ask a program to end (SIGTERM) after this long (${usualDuration}); at most 10m`,
    },
    ...recordingOptions.filter(({ name }) => name === 'ignore' || name === 'route'),
    helpOption,
  ],
  exitCodes: '0 the client has left, or it was ended; 1 it could not serve; 2 wrong usage.',
  examples: [
    'roundtrip mcp --program job="node job.js"',
    'roundtrip mcp --root ~/shop --program test="npx vitest run" --duration 2m',
  ],
  helpCommand: 'roundtrip mcp --help',

  async run({ values }) {
    const serving = {
      ...{ url: await urlIn(values), rttMs: rttIn(values), durationMs: durationIn(values) },
      options: [
        ...(values.get('ignore') ?? []).flatMap((path) => ['--ignore', path]),
        ...routesIn(values).flatMap((route) => ['--route', route]),
      ],
    };
    const { readPrograms, readRoot } = await import('../options/programs.ts');
    const root = readRoot(lastOf(values, 'root'));
    const programs = readPrograms(values.get('program') ?? [], root);
    const closing = new AbortController();
    const close = () => {
      closing.abort();
    };
    for (const signal of signals) process.on(signal, close);
    const { serveMcp } = await import('../mcp/serve.ts');
    await serveMcp({ ...serving, root, programs, closing });
    // An open stdin keeps a process.
    process.exit(exitCodes.done);
  },
};

async function urlIn(values: OptionValues): Promise<string | null> {
  const url = lastOf(values, 'url');
  if (url === null) return null;
  const { assertAddress } = await import('../../redis/targets/choose-target.ts');
  try {
    assertAddress({ url, target: null });
  } catch (error) {
    throw new UsageError(`-u, --url: ${messageOf(error)}`, { cause: error });
  }
  return url;
}

function rttIn(values: OptionValues): number | null {
  const text = lastOf(values, 'rtt');
  refuseBoth(values, 'url', 'rtt', 'how far away the server is');
  if (text === null) return null;
  const rttMs = parseDuration(text, '--rtt');
  if (rttMs > mostRttMs) throw new UsageError(`--rtt takes a time of at most ${mostRttMs}ms, not "${text}"`);
  return rttMs;
}

function durationIn(values: OptionValues): number {
  const text = lastOf(values, 'duration') ?? usualDuration;
  const durationMs = parseDuration(text, '--duration');
  if (durationMs < leastMs || durationMs > mostMs)
    throw new UsageError(`--duration takes a time from 1s to 10m, not "${text}"`);
  return durationMs;
}
