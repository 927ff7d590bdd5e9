import { keyRoot, runPrefixOf } from '../../engine/workload/key-names.ts';
import { openBookkeeping } from '../../redis/keys/bookkeeping.ts';
import { findMasters } from '../../redis/cluster/find-masters.ts';
import { removeCrashedRuns, type Cleaned } from '../../redis/keys/crashed-runs.ts';
import { probeTarget } from '../../redis/targets/probe.ts';
import { openChosen } from '../open-bench-target.ts';
import type { CommandOption } from '../options/option.ts';
import { readWords } from '../options/option-words.ts';
import type { Terminal } from '../output/terminal.ts';
import { exitCodes, UsageError } from '../usage-error.ts';

const help = `Usage: roundtrip clean --url URL | --target ID

Removes the keys that crashed runs have left on a server: those named ${keyRoot}<run>:…, and no others. A run that
goes on there is told by a key that it renews every 3 s; nothing of it is touched.

  -u, --url URL    redis://, rediss://, redis+sentinel://, redis+cluster:// or unix://
  --target ID      the server of this name in ROUNDTRIP_TARGETS
  -h, --help       this text

Exit codes: 0 nothing of a crashed run is left; 1 the server could not be cleaned; 2 wrong usage.
`;

export const cleanOptions: readonly CommandOption[] = [
  {
    name: 'url',
    short: 'u',
    argument: 'URL',
    help: 'the server: redis://, rediss://, redis+sentinel://, redis+cluster:// or unix://',
  },
  { name: 'target', argument: 'ID', help: 'the server of this name in ROUNDTRIP_TARGETS' },
  { name: 'help', short: 'h', help: 'this text' },
];

/** `roundtrip clean`: resolves with the exit code. Throws UsageError, and what keeps the server from being cleaned. */
export async function clean(words: readonly string[], terminal: Terminal): Promise<number> {
  const values = readWords(words, cleanOptions, 'roundtrip clean --help');
  const url = values.get('url')?.at(-1) ?? null;
  const id = values.get('target')?.at(-1) ?? null;
  if (values.has('help')) {
    terminal.stdout(help);
    return exitCodes.done;
  }
  if (url !== null && id !== null)
    throw new UsageError('--url and --target are two ways to name the server: give one of them');
  const opened = await openChosen({ url, target: id });
  if (opened === null || opened.target.isPrivate) {
    await opened?.stop();
    throw new UsageError('clean needs a server, by --url or --target: a private one leaves nothing behind');
  }
  const target = await findMasters(opened.target);
  await probeTarget(target);
  const bookkeeping = await openBookkeeping(target);
  try {
    const cleaned = await removeCrashedRuns(bookkeeping, { root: keyRoot, runPrefixOf }, (runs) => {
      terminal.stderr(`Looking for up to 10 s whether ${runs.join(', ')} is still going on.\n`);
    });
    terminal.stdout(describe(cleaned, target.description.label));
    return exitCodes.done;
  } finally {
    bookkeeping.close();
  }
}

function describe({ removed, crashed, running, foreign }: Cleaned, label: string): string {
  const lines = [
    crashed === 0
      ? `${label}: no crashed run has left anything.`
      : `${label}: ${count(removed, 'key')} of ${count(crashed, 'crashed run')} removed.`,
    ...running.map((run) => `Left alone, for a run is going on: ${run}*`),
    ...(foreign === 0
      ? []
      : [`Left alone, for no run writes such keys: ${count(foreign, 'other key')} under ${keyRoot}`]),
  ];
  return `${lines.join('\n')}\n`;
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
